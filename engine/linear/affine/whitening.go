package affine

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/moments"
	"unfold/engine/linear/spectral"
)

// A Whitening brings rows to uncorrelated columns of unit variance, u = Vᵀ (x −
// mean). Costs that depend on the mapped rows alone have the same minimum in
// either, and are found in far fewer steps in u: fits do not mind the units of
// the columns.
type Whitening struct {
	Mean    []float64
	Columns *mat.Dense // V, d×r
	U       *mat.Dense // n×r
}

// Whiten returns the whitening of the rows of s, which are finite. It leaves out
// directions that rounding may have made, once columns are brought to the same spread,
// and fails where fewer than dim are left.
func Whiten(ctx context.Context, s engine.Sample, dim int) (*Whitening, error) {
	x := mat.DenseCopyOf(s.X)
	mean := moments.Centre(x)
	n, d := x.Dims()
	spread := make([]float64, d)
	for i := range n {
		for c, v := range x.RawRowView(i) {
			spread[c] = elementary.Hypot(spread[c], v)
		}
	}
	for c := range spread {
		spread[c] /= math.Sqrt(float64(n - 1))
	}
	for i := range n {
		row := x.RawRowView(i)
		for c := range row {
			if row[c] != 0 {
				row[c] /= spread[c]
			}
		}
	}
	found, err := spectral.Principal(ctx, x, min(n-1, d))
	if err != nil {
		return nil, err
	}
	variances, directions := found.Values, found.Vectors
	r := len(variances)
	if r == 0 {
		return nil, spectral.Identical()
	}
	if dim > r {
		return nil, check.TooManyDimensions(dim, r, "columns that are not constant and do not follow from others")
	}
	for c := range d {
		for k, v := range variances {
			if spread[c] > 0 {
				directions.Set(c, k, directions.At(c, k)/(math.Sqrt(v)*spread[c]))
			} else {
				directions.Set(c, k, 0)
			}
		}
	}
	w := &Whitening{Mean: mean, Columns: directions}
	w.U, err = NewMap(mean, directions, r).Place(ctx, s.X)
	return w, err
}
