package spectral

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestSigns(t *testing.T) {
	v := mat.NewDense(3, 7, []float64{
		1, -1, 0, 0.5, -1, -1 + 2e-6, math.Copysign(0, -1),
		-1, 1, 0, -1, 1 + 1e-9, 1, 0,
		0, 2, 0, 1 - 1e-9, 0.2, 0, 0,
	})
	if got, want := Signs(v), []float64{1, 1, 1, -1, -1, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("signs are %v, want %v", got, want)
	}
}

// TestOrientDoesNotFollowRounding has axes of symmetric data: entries of equal
// size and either sign, moved as rounding moves them.
func TestOrientDoesNotFollowRounding(t *testing.T) {
	const n = 24
	r := rand.New(rand.NewPCG(7, 7))
	for range 50 {
		axis := make([]float64, n)
		for i := range n / 2 {
			axis[i] = r.NormFloat64()
			axis[n-1-i] = -axis[i]
		}
		var want *mat.Dense
		for range 20 {
			moved, turn := mat.NewDense(n, 1, nil), 1-2*float64(r.IntN(2))
			for i, x := range axis {
				moved.Set(i, 0, turn*x*(1+1e-14*r.NormFloat64()))
			}
			Orient(moved)
			if want == nil {
				want = moved
			}
			if !mat.EqualApprox(moved, want, 1e-9) {
				t.Fatalf("rounding has turned\n%v", mat.Formatted(moved))
			}
		}
	}
}
