package embedding

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/linear/affine"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
)

// placeWhite makes the embedding of the map w (by r rows) of white rows: its leading q
// principal axes, the largest entry of each column of V W positive.
func placeWhite(ctx context.Context, w *affine.Whitening, s engine.Sample, flat []float64, q int) (*engine.Embedding, error) {
	_, r := w.Columns.Dims()
	axes, spectrum, err := turnToAxes(mat.NewDense(r, len(flat)/r, flat))
	if err != nil {
		return nil, err
	}
	var turned mat.Dense
	turned.Mul(w.Columns, axes)
	spectral.Orient(&turned)
	own := affine.NewMap(w.Mean, &turned, q)
	y, err := own.Place(ctx, s.X)
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
