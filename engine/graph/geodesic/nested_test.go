package geodesic

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/neighbour"
)

// nested are the graphs of the given k by dissimilarities.
func nested(t testing.TB, d engine.Distances, ks []int) *nestedGraphs {
	t.Helper()
	nb, err := neighbour.Nearest(t.Context(), d, ks[len(ks)-1])
	if err != nil {
		t.Fatal(err)
	}
	g, err := newNested(t.Context(), nb, ks, d)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// lattice has many equal distances.
func lattice(side int) *mat.Dense {
	x := mat.NewDense(side*side, 2, nil)
	for i := range side * side {
		x.SetRow(i, []float64{float64(i % side), float64(i / side)})
	}
	return x
}

// horseshoe is a bent line of rows whose sparse end comes to a second group at some k,
// before its dense end comes to a third, which is the nearest, and in the row of
// bridges between the two.
func horseshoe() *mat.Dense {
	var rows []float64
	noise := points(8, 30, 2)
	for _, centre := range [][2]float64{{2, 30}, {30, 30}} {
		for i := range 30 {
			rows = append(rows, centre[0]+0.1*noise.At(i, 0), centre[1]+0.1*noise.At(i, 1))
		}
	}
	rows = append(rows, 0, 0)
	for y := -15.0; y > -55; y -= 2 {
		rows = append(rows, 0, y)
	}
	for x := 0.5; x < 33; x += 2 {
		rows = append(rows, x, -55.5)
	}
	for y := -55.0; y < 6; y += 2 {
		rows = append(rows, 33, y)
	}
	return mat.NewDense(len(rows)/2, 2, rows)
}

// saturated are dissimilarities that no longer tell distances beyond 20 apart, whose
// order is still known.
type saturated struct{ engine.Distances }

func (s saturated) Row(dst []float64, i int) {
	s.Distances.Row(dst, i)
	for j, v := range dst {
		dst[j] = min(v, 20)
	}
}

func (s saturated) Tie(dst []float64, i int) { s.Distances.Row(dst, i) }

// TestNestedGraphsAreThoseOfEachK: components, bridges and geodesics, to the bit,
// also where components merge from k to k and where lengths are equal.
func TestNestedGraphsAreThoseOfEachK(t *testing.T) {
	copied := clusters(5, 4, 15)
	for i := range 12 {
		copied.SetRow(i, copied.RawRowView(0)) // more copies than the smallest k
	}
	for name, d := range map[string]engine.Distances{
		"normal": engine.Euclidean(points(1, 300, 3)), "clusters": engine.Euclidean(clusters(2, 6, 12)), "lattice": engine.Euclidean(lattice(12)),
		"copies": engine.Euclidean(copied), "line": engine.Euclidean(points(3, 80, 1)), "saturated": saturated{engine.Euclidean(horseshoe())},
	} {
		var ks []int
		for k := 1; k <= 25; k++ {
			ks = append(ks, k)
		}
		g := nested(t, d, ks)
		n := d.Len()
		rows := []int32{0, int32(n / 2), int32(n - 1)}
		var all []*Paths
		for i, k := range ks {
			one := joined(t, d, k)
			if count, of := g.componentsOf(i); count != one.Components || (of == nil) != (count == 1) {
				t.Errorf("%s, k = %d: %d components, want %d", name, k, count, one.Components)
			} else if want := partsOf(t, graphOf(t, d, k)); of != nil && !slices.Equal(of, want) {
				t.Errorf("%s, k = %d: other components", name, k)
			}
			paths, err := AllPairs(t.Context(), one, true)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, paths)
		}
		var mu sync.Mutex
		compared := 0
		err := g.search(t.Context(), rows, func(i int, b *band) {
			mu.Lock()
			defer mu.Unlock()
			for at := b.from; at < b.to; at++ {
				for j := range rows[i] { // the half that the search from this row decides
					compared++
					if got, want := b.lengths(j)[at-b.from], all[at].lengths.At(int(rows[i]), int(j)); got != want {
						t.Fatalf("%s, k = %d: %d to %d are %v apart, want %v", name, ks[at], rows[i], j, got, want)
					}
				}
			}
		})
		if err != nil || compared == 0 {
			t.Error(name, err, compared)
		}
	}
}

// BenchmarkNested searches for all k from 3 to 30 from 300 rows.
func BenchmarkNested(b *testing.B) {
	var ks []int
	for k := 3; k <= 30; k++ {
		ks = append(ks, k)
	}
	for _, n := range []int{2000, 5000, 20000} {
		x := swissRoll(1, n)
		rows := make([]int32, 300)
		for i := range rows {
			rows[i] = int32(i * (n / 300))
		}
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			d := engine.Euclidean(x)
			nb, _ := neighbour.Nearest(b.Context(), d, 30)
			for b.Loop() {
				g, err := newNested(b.Context(), nb, ks, d)
				if err != nil {
					b.Fatal(err)
				}
				if err := g.search(b.Context(), rows, func(int, *band) {}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
