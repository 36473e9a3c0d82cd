package neighbour

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/equal"
	"unfold/engine/internal/memory"
)

func points(seed uint64, n, d int, offset float64) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 0))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for c := range d {
			x.Set(i, c, offset+r.NormFloat64())
		}
	}
	return x
}

// rowsOnly hides every faster way that a Distances offers.
type rowsOnly struct{ engine.Distances }

// slow sorts every row: the definition.
func slow(d engine.Distances, k int) *engine.Neighbours {
	n := d.Len()
	nb, row := &engine.Neighbours{K: k, Index: make([]int32, n*k), Length: make([]float64, n*k)}, make([]float64, n)
	for i := range n {
		d.Row(row, i)
		var order []int
		for j := range n {
			if j != i {
				order = append(order, j)
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return equal.Compare(row[a], row[b]) })
		index, length := nb.Of(i)
		for r, j := range order[:k] {
			index[r], length[r] = int32(j), row[j]
		}
	}
	return nb
}

// TestNearestIsExact includes many ties, copies of rows, and data far from
// the origin, where products of matrices lose nearly all digits.
func TestNearestIsExact(t *testing.T) {
	grid := mat.NewDense(225, 2, nil)
	for i := range 225 {
		grid.SetRow(i, []float64{float64(i % 15), float64(i / 15)})
	}
	copies := points(1, 90, 5, 0)
	for i := range 60 {
		copies.SetRow(i, copies.RawRowView(60+i/2))
	}
	for name, x := range map[string]*mat.Dense{
		"two rows": points(2, 2, 3, 0), "plane": points(3, 400, 2, 0), "many columns": points(4, 150, 200, 0),
		"grid": grid, "copies": copies, "far away": points(5, 300, 3, 1e9), "all equal": mat.NewDense(30, 2, nil),
	} {
		d := engine.Euclidean(x)
		for _, k := range []int{1, 4, 10, d.Len() - 1} {
			if k >= d.Len() {
				continue
			}
			want := slow(d, k)
			for way, d := range map[string]engine.Distances{"points": d, "rows": rowsOnly{d}} {
				got, err := Nearest(t.Context(), d, k)
				if err != nil {
					t.Fatalf("%s, k = %d, by %s: %v", name, k, way, err)
				}
				if !slices.Equal(got.Index, want.Index) || !slices.Equal(got.Length, want.Length) {
					t.Errorf("%s, k = %d: neighbours by %s differ from sorted rows", name, k, way)
				}
			}
		}
	}
}

type tied struct{ engine.Distances }

func (d tied) Row(dst []float64, _ int) {
	for j := range dst {
		dst[j] = 1
	}
}
func (d tied) Tie(dst []float64, i int) { d.Distances.Row(dst, i) }

// stored keeps its rows.
type stored struct{ q *mat.Dense }

func (s stored) Len() int                 { n, _ := s.q.Dims(); return n }
func (s stored) Row(dst []float64, i int) { copy(dst, s.q.RawRowView(i)) }
func (s stored) Stored(i int) []float64   { return s.q.RawRowView(i) }

func TestStoredRowsAreReadInPlace(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		x := points(12, 700, 2, 0)
		for i := range 350 {
			x.SetRow(i, x.RawRowView(350+i%9))
		}
		d := engine.Euclidean(x)
		q := mat.NewDense(700, 700, nil)
		for i := range 700 {
			d.Row(q.RawRowView(i), i)
		}
		for _, k := range []int{1, 10, 100, 699} {
			got, err := Nearest(t.Context(), stored{q}, k)
			if want := slow(d, k); err != nil || !slices.Equal(got.Index, want.Index) || !slices.Equal(got.Length, want.Length) {
				t.Errorf("k = %d: lists differ (%v)", k, err)
			}
		}
	})
}

func TestTieBreakerOrdersEqualValues(t *testing.T) {
	x := points(7, 50, 2, 0)
	got, err := Nearest(t.Context(), tied{rowsOnly{engine.Euclidean(x)}}, 6)
	if err != nil {
		t.Fatal(err)
	}
	if want := slow(engine.Euclidean(x), 6); !slices.Equal(got.Index, want.Index) {
		t.Error("equal values are not ordered by the second key")
	}
}

func TestWithinJoinsBothEnds(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{0, 1, 1, 3})
	g, err := Within(t.Context(), engine.Euclidean(x), 2)
	if err != nil {
		t.Fatal(err)
	}
	if want := []int{0, 2, 5, 8, 10}; !slices.Equal(g.Start, want) {
		t.Errorf("starts %v, want %v", g.Start, want)
	}
	if want := []int32{1, 2, 0, 2, 3, 0, 1, 3, 1, 2}; !slices.Equal(g.End, want) {
		t.Errorf("ends %v, want %v", g.End, want)
	}
}

func TestWithinEqualsRows(t *testing.T) {
	for name, x := range awkward(t) {
		n, _ := x.Dims()
		_, lengths := slow(engine.Euclidean(x), min(9, n-1)).Of(0)
		for _, eps := range []float64{0, lengths[0], lengths[len(lengths)-1]} {
			want, err := Within(t.Context(), rowsOnly{engine.Euclidean(x)}, eps)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Within(t.Context(), engine.Euclidean(x), eps)
			if err != nil || !slices.Equal(got.Start, want.Start) || !slices.Equal(got.End, want.End) || !slices.Equal(got.Length, want.Length) {
				t.Errorf("%s, eps = %v: graphs differ (%v)", name, eps, err)
			}
		}
	}
}

func TestBadArgumentsAndValues(t *testing.T) {
	x := points(8, 10, 2, 0)
	for _, k := range []int{-1, 0, 10, 11} {
		_, err := Nearest(t.Context(), engine.Euclidean(x), k)
		var e *engine.Error
		if !errors.As(err, &e) || e.Param != "k" || !strings.Contains(e.Cause, "10 rows") {
			t.Errorf("k = %d: error is %v", k, err)
		}
	}
	x.Set(3, 1, math.NaN())
	for _, d := range []engine.Distances{engine.Euclidean(x), rowsOnly{engine.Euclidean(x)}} {
		if _, err := Nearest(t.Context(), d, 3); err == nil || !strings.Contains(err.Error(), "must be finite") {
			t.Errorf("error for NaN is %v", err)
		}
	}
}

func TestCancelledBefore(t *testing.T) {
	x := points(9, 500, 4, 0)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Nearest(ctx, engine.Euclidean(x), 8); !errors.Is(err, context.Canceled) {
		t.Errorf("error after cancel is %v", err)
	}
}

func TestLeast(t *testing.T) {
	got := Least(nil, []float64{3, 1, 2, 1, 0}, 3)
	if len(got) != 3 || got[0].Index != 4 || got[1].Index != 1 || got[2].Index != 3 {
		t.Errorf("three least are %v", got)
	}
	if got := Least(got, []float64{2, 1}, 5); len(got) != 2 || got[0].Index != 1 {
		t.Errorf("of two values the least are %v", got)
	}
}

// long has more rows than lists can number.
type long struct{ engine.Pointed }

func (long) Len() int { return math.MaxInt32 }

func TestTooManyRowsAreRefused(t *testing.T) {
	d := long{engine.Euclidean(points(1, 2, 2, 0))}
	_, nearest := Nearest(t.Context(), d, 3)
	_, within := Within(t.Context(), d, 3)
	_, shortest := Shortest(t.Context(), d, nil, 2)
	_, relate := Relate(t.Context(), d, nil, 3)
	_, between := Between(t.Context(), d, nil, 2, nil, false)
	for _, err := range []error{nearest, within, shortest, relate, between} {
		if err == nil || !strings.Contains(err.Error(), "more than the") {
			t.Errorf("error is %v", err)
		}
	}
}

func TestMemoryIsAskedFor(t *testing.T) {
	x := points(1, 2000, 40, 0)
	d := engine.Euclidean(x)
	_, nearest := Nearest(memory.Limited(t.Context(), 1<<16), d, 30)
	_, within := Within(memory.Limited(t.Context(), 1<<16), d, 1e9)
	_, relate := Relate(memory.Limited(t.Context(), 1<<16), d, make([]int, 2000), 30)
	_, index := NewIndex(memory.Limited(t.Context(), 1<<16), x)
	_, approximate := Find(memory.Limited(t.Context(), 1<<16), engine.Euclidean(points(2, fewest, 4, 0)), 5, Approximate)
	for at, err := range []error{nearest, within, relate, index, approximate} {
		if err == nil || !strings.Contains(err.Error(), "of memory, but") {
			t.Errorf("call %d: error is %v", at, err)
		}
	}
}
