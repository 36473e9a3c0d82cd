package neighbour

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// thin is a table with a share of its cells not zero, rows of zeros and copies.
func thin(t testing.TB, seed uint64, n, d int, share float64) (*mat.Dense, *Sparse) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 3))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		switch {
		case i%10 == 3: // zeros
		case i%10 == 7:
			x.SetRow(i, x.RawRowView(i/2))
		default:
			for c := range d {
				if r.Float64() < share {
					x.Set(i, c, math.Round(4*r.NormFloat64())/4)
				}
			}
		}
	}
	var entries []Entry
	for _, i := range r.Perm(n) {
		for c, v := range x.RawRowView(i) {
			if v != 0 {
				entries = append(entries, Entry{i, c, v})
			}
		}
	}
	s, err := NewSparse(n, d, entries)
	if err != nil {
		t.Fatal(err)
	}
	return x, s
}

func TestSparseEqualsDense(t *testing.T) {
	for _, share := range []float64{0, 0.02, 0.3, 1} {
		for _, n := range []int{2, 9, 200} {
			x, s := thin(t, 50, n, 60, share)
			d := engine.Euclidean(x)
			got, want := make([]float64, n), make([]float64, n)
			for i := range n {
				s.Row(got, i)
				d.Row(want, i)
				if !slices.Equal(got, want) {
					t.Fatalf("share %v: distances of row %d differ", share, i)
				}
			}
			for _, k := range []int{1, 5, n - 1} {
				if k >= n {
					continue
				}
				lists, err := Nearest(t.Context(), s, k)
				if err != nil {
					t.Fatal(err)
				}
				if all := slow(d, k); !slices.Equal(lists.Index, all.Index) || !slices.Equal(lists.Length, all.Length) {
					t.Errorf("share %v, n = %d, k = %d: lists differ", share, n, k)
				}
			}
		}
	}
}

func TestReadSparse(t *testing.T) {
	s, labels, err := ReadSparse(strings.NewReader("1 1:2 3:-0.5 # a row\n\n-1\n2.5 2:1e3\n"))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(labels, []float64{1, -1, 2.5}) || s.Len() != 3 || s.Columns() != 3 {
		t.Errorf("labels %v of %d rows and %d columns", labels, s.Len(), s.Columns())
	}
	if columns, values := s.Of(0); !slices.Equal(columns, []int32{0, 2}) || !slices.Equal(values, []float64{2, -0.5}) {
		t.Errorf("row 0 has %v at %v", values, columns)
	}
	for text, want := range map[string]string{
		"x 1:2": "line 1: label", "1 0:2": "must rise", "1 2:1 2:1": "must rise", "1 1:2\n1 3": "line 2", "1 1:NaN": "finite", "1 99999999999:1": "must rise",
	} {
		if _, _, err := ReadSparse(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error is %v, want one with %q", text, err, want)
		}
	}
}

func TestSparseRefusesBadEntries(t *testing.T) {
	for want, entries := range map[string][]Entry{
		"outside": {{2, 0, 1}}, "twice": {{0, 1, 1}, {0, 1, 2}}, "finite": {{0, 0, math.Inf(1)}}, "at most": {{1, 1, 1e200}},
	} {
		if _, err := NewSparse(2, 2, entries); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want one with %q", err, want)
		}
	}
	if _, err := NewSparse(math.MaxInt32, 2, nil); err == nil {
		t.Error("too many rows are kept")
	}
}

func BenchmarkSparse(b *testing.B) {
	for _, share := range []float64{0.001, 0.01} {
		_, s := thin(b, 51, 5000, 5000, share)
		b.Run(fmt.Sprintf("n=5000/d=5000/share=%v", share), func(b *testing.B) {
			for b.Loop() {
				if _, err := Nearest(b.Context(), s, 10); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
