package embedding

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/elementary"
	"unfold/engine/remedy"
	"unfold/engine/spectral"
)

// A whitening brings rows to uncorrelated columns of unit variance, u = Vᵀ (x −
// mean). Costs that depend on the mapped rows alone have the same minimum in
// either, and are found in far fewer steps in u: fits do not mind the units of
// the columns.
type whitening struct {
	mean    []float64
	columns *mat.Dense // V, d×r
	u       *mat.Dense // n×r
}

// whiten leaves out directions with less than 1e-9 of the largest variance,
// once columns are brought to the same spread.
func whiten(ctx context.Context, s engine.Sample, dim int) (*whitening, error) {
	x, mean := centre(s.X)
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
		return nil, tooManyDimensions(dim, r, "columns that are not constant and do not follow from others")
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
	w := &whitening{mean: mean, columns: directions}
	w.u, err = newLinear(mean, directions, r).place(ctx, s.X)
	return w, err
}

// place makes the embedding of the map w (by r rows) of white rows: its leading q
// principal axes, the largest entry of each column of V W positive.
func (w *whitening) place(ctx context.Context, s engine.Sample, flat []float64, q int) (*engine.Embedding, error) {
	_, r := w.columns.Dims()
	axes, spectrum, err := turnToAxes(mat.NewDense(r, len(flat)/r, flat))
	if err != nil {
		return nil, err
	}
	var turned mat.Dense
	turned.Mul(w.columns, axes)
	spectral.Orient(&turned)
	own := newLinear(w.mean, &turned, q)
	y, err := own.place(ctx, s.X)
	if err != nil {
		return nil, err
	}
	return &engine.Embedding{Y: y, Spectrum: spectrum, Map: own}, nil
}

// turnToAxes returns w V with the V of its singular value decomposition, so
// that images of white rows are uncorrelated, and their variances, falling.
func turnToAxes(w *mat.Dense) (*mat.Dense, []float64, error) {
	var svd mat.SVD
	if !svd.Factorize(w, mat.SVDThin) {
		return nil, nil, &engine.Error{Cause: "the map found is not finite", Remedy: remedy.Put("scale")}
	}
	sizes := svd.Values(nil)
	var axes mat.Dense
	svd.UTo(&axes)
	axes.Apply(func(_, k int, v float64) float64 { return v * sizes[k] }, &axes)
	for k := range sizes {
		sizes[k] *= sizes[k]
	}
	return &axes, sizes, nil
}
