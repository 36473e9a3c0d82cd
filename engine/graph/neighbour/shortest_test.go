package neighbour

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// TestShortestEqualsRows compares edges between groups with those of all
// rows, in few and in many columns, with copies of rows, grids and groups of
// all sizes.
func TestShortestEqualsRows(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 0))
	for name, x := range awkward(t) {
		n, _ := x.Dims()
		if n < 4 {
			continue
		}
		for _, count := range []int{2, 3, n / 3, n} {
			if count < 2 {
				continue
			}
			of, labels := make([]int32, n), make([]int, n)
			for i := range of {
				of[i], labels[i] = int32(i%count), r.IntN(3)
			}
			if count == 3 { // a large group, a small one and a single row
				for i := range of {
					of[i] = min(1, int32(i/(n-n/5)))
				}
				of[n/2] = 2
			}
			d := engine.Euclidean(x)
			want, err := Shortest(t.Context(), rowsOnly{d}, of, count)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Shortest(t.Context(), d, of, count)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s, %d groups: edges %v, want %v (%v)", name, count, brief(got), brief(want), err)
			}
			for _, same := range []bool{true, false} {
				want, err := shortestByRows(t.Context(), d, of, count, func(i, j int) bool {
					return of[i] != of[j] && (labels[i] == labels[j]) == same
				})
				if err != nil {
					t.Fatal(err)
				}
				got, err := Between(t.Context(), d, of, count, labels, same)
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("%s, %d groups, same class %v: edges %v, want %v (%v)", name, count, same, brief(got), brief(want), err)
				}
			}
		}
	}
}

func brief(edges []engine.Edge) []engine.Edge { return edges[:min(5, len(edges))] }

// awkward are tables that searches are tried on.
func awkward(t testing.TB) map[string]*mat.Dense {
	t.Helper()
	tables := map[string]*mat.Dense{
		"two rows": points(2, 2, 3, 0), "nine rows": points(3, 9, 12, 0), "plane": points(4, 400, 2, 0),
		"nine columns": points(5, 700, 9, 0), "many columns": points(6, 300, 200, 0),
		"far away": points(7, 300, 3, 1e9), "far away in many columns": points(8, 300, 20, 1e8),
		"all equal": mat.NewDense(200, 2, nil), "all equal in many columns": mat.NewDense(300, 200, nil),
		"tiny": scaled(points(9, 200, 12, 0), 1e-200), "denormal": scaled(points(10, 200, 12, 0), 1e-310),
		"huge": scaled(points(11, 200, 12, 0), 1e140), "beyond squares": scaled(points(12, 80, 3, 0), 1e153),
	}
	grid, copies := mat.NewDense(625, 3, nil), points(13, 500, 15, 0)
	for i := range 625 {
		grid.SetRow(i, []float64{float64(i % 5), float64(i / 5 % 5), float64(i / 25)})
	}
	tables["grid"] = grid
	for i := range 300 {
		copies.SetRow(i, copies.RawRowView(300+i/9))
	}
	tables["copies"] = copies
	clusters, mixed := points(14, 600, 30, 0), points(15, 400, 20, 0)
	for i := range 600 {
		for c := range 30 {
			clusters.Set(i, c, clusters.At(i, c)*1e-6+float64(i%7*(c+1)))
		}
	}
	for i := range 400 {
		for c := range 20 {
			mixed.Set(i, c, mixed.At(i, c)*[]float64{1, 1e-9, 1e9, 1e-30}[c%4])
		}
	}
	bits := mat.NewDense(500, 24, nil)
	for i := range 500 {
		for c := range 24 {
			bits.Set(i, c, float64(i*7919>>(c%9)&1))
		}
	}
	tables["clusters"], tables["mixed scales"], tables["bits"] = clusters, mixed, bits
	return tables
}

func scaled(x *mat.Dense, by float64) *mat.Dense {
	x.Scale(by, x)
	return x
}
