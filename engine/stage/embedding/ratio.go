package embedding

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/alignment"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/affine"
	"unfold/engine/linear/spectral"
)

// whitened finds the neighbours of distinct rows, and brings their columns to
// uncorrelated ones of variance one, of which there are dim at least.
func whitened(ctx context.Context, s engine.Sample, m *alignment.Near) (*alignment.Surroundings, *affine.Whitening, error) {
	u, err := m.Surroundings(parallel.Part(ctx, 0, 0.7), s)
	if err != nil {
		return nil, nil, err
	}
	white, err := affine.Whiten(parallel.Part(ctx, 0.7, 1), u.Sample, m.Dim)
	return u, white, err
}

// along makes the embedding of the map that takes white rows to directions (r×dim).
func along(ctx context.Context, w *affine.Whitening, s engine.Sample, directions *mat.Dense, spectrum []float64) (*engine.Embedding, error) {
	_, dim := directions.Dims()
	var v mat.Dense
	v.Mul(w.Columns, directions)
	spectral.Orient(&v)
	own := affine.NewMap(w.Mean, &v, dim)
	y, err := own.Place(ctx, s.X)
	if err != nil {
		return nil, err
	}
	return &engine.Embedding{Y: y, Spectrum: spectrum, Map: own}, nil
}
