package layout

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
	"unfold/engine/internal/random"
)

// linearCost is the cost of linear maps of rows, some of which are copies.
func linearCost(t *testing.T, n, dim int, dof, exaggeration float64, repulsion string) (optimum.Problem, []float64) {
	t.Helper()
	x, of := drawnRows(n, 3, n/5)
	a := affinitiesOf(t, x, 5, n-1, of)
	c, err := NewCost(t.Context(), a, dim, dof, exaggeration, repulsion)
	if err != nil {
		t.Fatal(err)
	}
	r, w := random.New(3, "map"), make([]float64, 3*dim)
	for k := range w {
		w[k] = 0.4 * r.Normal()
	}
	return pairwise.Objective(c, pairwise.NewLinear(x, dim)), w
}

// TestCostHasItsGradient, by all pairs, for kernels with lanes and without.
func TestCostHasItsGradient(t *testing.T) {
	for _, dim := range []int{1, 2, 3, 4} {
		for _, dof := range []float64{0.5, 1, 3, 2.5} {
			for _, exaggeration := range []float64{1, 4} {
				problem, w := linearCost(t, 40, dim, dof, exaggeration, "exact")
				off, err := optimum.Difference(t.Context(), problem, w)
				if err != nil || !(off <= 1e-6) {
					t.Errorf("%d dimensions, %v degrees of freedom, exaggeration %v: off by %.2g, %v", dim, dof, exaggeration, off, err)
				}
			}
		}
	}
}

// TestCostIsNearByTreeAndGrid: value and gradient are those of all pairs but for what
// these leave out.
func TestCostIsNearByTreeAndGrid(t *testing.T) {
	for _, method := range []string{"tree", "grid"} {
		t.Run(method, func(t *testing.T) {
			exact, w := linearCost(t, 900, 2, 1, 1, "exact")
			other, _ := linearCost(t, 900, 2, 1, 1, method)
			g, h := make([]float64, len(w)), make([]float64, len(w))
			want, err := exact.Value(t.Context(), w, g)
			if err != nil {
				t.Fatal(err)
			}
			got, err := other.Value(t.Context(), w, h)
			if err != nil {
				t.Fatal(err)
			}
			if !(math.Abs(got-want) <= 1e-3*math.Abs(want)) {
				t.Errorf("the value is %.8g, by all pairs %.8g", got, want)
			}
			var off mat.VecDense
			off.SubVec(mat.NewVecDense(len(w), g), mat.NewVecDense(len(w), h))
			if share := mat.Norm(&off, 2) / mat.Norm(mat.NewVecDense(len(w), g), 2); !(share < 5e-3) {
				t.Errorf("the gradient is off by %.2g of its size", share)
			}
		})
	}
}

// TestCostIsTheDivergence that a descent of free points tells.
func TestCostIsTheDivergence(t *testing.T) {
	x, of := drawnRows(60, 3, 10)
	a := affinitiesOf(t, x, 8, 59, of)
	c, err := NewCost(t.Context(), a, 3, 1, 1, "exact")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Place(t.Context(), &pairwise.Images{Dim: 3, Points: x.RawMatrix().Data}); err != nil {
		t.Fatal(err)
	}
	value := 0.0
	for i := range of {
		value += c.Row(i, make([]float64, 3))
	}
	points := NewPoints(a.Mass, 3)
	for i, at := range a.Of {
		for k, v := range x.RawRowView(i) {
			points.At[k][at] = v
		}
	}
	want, err := Divergence(t.Context(), a, points, 1)
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprintf("%b", value) != fmt.Sprintf("%b", want) {
		t.Errorf("the cost is %v, the divergence %v", value, want)
	}
}
