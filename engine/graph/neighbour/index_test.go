package neighbour

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// TestIndexEqualsRows asks for new rows, some of which are copies of
// rows of the sample.
func TestIndexEqualsRows(t *testing.T) {
	r := rand.New(rand.NewPCG(40, 0))
	for name, x := range awkward(t) {
		n, d := x.Dims()
		for _, m := range []int{1, 90} {
			from := mat.NewDense(m, d, nil)
			for i := range m {
				for c := range d {
					from.Set(i, c, x.At(r.IntN(n), c))
				}
				if i%2 == 0 {
					from.SetRow(i, x.RawRowView(r.IntN(n)))
				}
			}
			ix, err := NewIndex(t.Context(), x)
			if err != nil {
				t.Fatal(err)
			}
			row := make([]float64, n)
			for _, k := range []int{1, 8, n} {
				k = min(k, n)
				var wait sync.WaitGroup
				for i := range m {
					engine.Euclidean(x).(engine.Outward).From(row, from.RawRowView(i))
					want := Least(nil, row, k)
					wait.Go(func() {
						one, err := ix.Query(nil, from.RawRowView(i), k)
						if err != nil || !slices.Equal(one, want) {
							t.Errorf("%s, k = %d, row %d: index gives %v, want %v (%v)", name, k, i, one, want, err)
						}
					})
				}
				wait.Wait()
			}
		}
	}
}

func TestIndexRefusesBadRows(t *testing.T) {
	ix, err := NewIndex(t.Context(), points(41, 70, 2, 0))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range [][]float64{nil, {1}, {1, 2, 3}, {1, math.NaN()}, {math.Inf(-1), 0}} {
		if got, err := ix.Query(nil, row, 3); err == nil {
			t.Errorf("row %v: found %v", row, got)
		}
	}
	if got, err := ix.Query(nil, []float64{1e200, 0}, 90); err != nil || len(got) != 70 {
		t.Errorf("of 70 rows %d are listed (%v)", len(got), err)
	}
	if _, err := NewIndex(t.Context(), mat.NewDense(1, 1, []float64{math.NaN()})); err == nil {
		t.Error("a row that is not finite has an index")
	}
}

func BenchmarkIndex(b *testing.B) {
	for _, c := range []struct {
		name string
		x    *mat.Dense
	}{{"n=200000/d=3", roll(1, 200000)}, {"n=20000/d=16", points(1, 20000, 16, 0)}} {
		ix, err := NewIndex(b.Context(), c.x)
		if err != nil {
			b.Fatal(err)
		}
		var found []Candidate
		b.Run(c.name, func(b *testing.B) {
			i := 0
			for b.Loop() {
				i = (i + 7919) % ix.Len()
				found, _ = ix.Query(found, c.x.RawRowView(i), 10)
			}
		})
	}
}
