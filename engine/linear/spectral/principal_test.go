package spectral_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/moments"
	"unfold/engine/linear/spectral"
)

// TestPrincipalSeesBehindAnOutlier: with one row of 1e6, the second variance is 2e-11 of
// the first, which squares lose. The singular values of the rows tell all of them.
func TestPrincipalSeesBehindAnOutlier(t *testing.T) {
	deal := rand.New(rand.NewPCG(1, 2))
	for _, far := range []float64{1e5, 1e6, 1e8} {
		x := mat.NewDense(100, 5, nil)
		x.Apply(func(i, _ int, _ float64) float64 {
			if i == 99 {
				return far
			}
			return deal.NormFloat64()
		}, x)
		moments.Centre(x)
		found, err := spectral.Principal(t.Context(), x, 5)
		if err != nil || found.Len() != 5 {
			t.Fatalf("%g: %d directions, %v", far, found.Len(), err)
		}
		var direct mat.SVD
		direct.Factorize(x, mat.SVDThin)
		var right mat.Dense
		direct.VTo(&right)
		for c, sigma := range direct.Values(nil) {
			if got := math.Sqrt(found.Values[c] * 99); math.Abs(got-sigma) > 1e-6*sigma {
				t.Errorf("%g: singular value %d is %g, want %g", far, c, got, sigma)
			}
			if along := mat.Dot(found.Vectors.ColView(c), right.ColView(c)); math.Abs(math.Abs(along)-1) > 1e-6 {
				t.Errorf("%g: direction %d is off: %g", far, c, along)
			}
		}
	}
}

// TestPrincipalLeavesRoundingOut: a column that is the sum of two others adds no direction.
func TestPrincipalLeavesRoundingOut(t *testing.T) {
	deal := rand.New(rand.NewPCG(3, 4))
	x := mat.NewDense(50, 4, nil)
	for i := range 50 {
		a, b := deal.NormFloat64(), 1e3*deal.NormFloat64()
		x.SetRow(i, []float64{a, b, a + b, 1.0 / 3})
	}
	moments.Centre(x)
	if found, err := spectral.Principal(t.Context(), x, 4); err != nil || found.Len() != 2 {
		t.Errorf("%d directions, %v", found.Len(), err)
	}
}
