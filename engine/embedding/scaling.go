package embedding

import (
	"context"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/triangle"
	"unfold/engine/spectral"
)

// curved is how many dimensions have their residual variance told, and two
// more their eigenvalue.
const curved = 10

// sought is how many leading pairs are to be exact for an embedding in dim
// dimensions, and how many more are only looked at.
func sought(dim int) (exact, rough int) {
	if dim == engine.Auto {
		dim = curved
	}
	return dim, max(0, curved-dim) + 2
}

// scaling is classical scaling of the dissimilarities in t, which are those of
// target. It keeps more of the spectrum than dim, to judge dim by.
func scaling(ctx context.Context, t *triangle.Matrix, target engine.Distances, dim int) (*engine.Embedding, error) {
	exact, rough := sought(dim)
	s, err := spectral.Scale(parallel.Part(ctx, 0, 0.7), t, exact, rough)
	if err != nil {
		return nil, err
	}
	if s.Left > s.Sought {
		engine.Remark(ctx, "eigenpairs are exact to %.1g of the largest eigenvalue only: the spectrum is too flat to tell them apart", s.Left)
	}
	remarkNegative(ctx, s)
	return placed(ctx, &s.Pairs, target, dim)
}

// remarkNegative tells of dissimilarities that no points of a Euclidean space
// have.
func remarkNegative(ctx context.Context, s *spectral.Scaling) {
	const told = 0.1
	var leading float64
	for _, v := range s.Values[:s.Positive()] {
		leading += v
	}
	if share := s.Negative() / leading; share >= told {
		engine.Remark(ctx, "negative eigenvalues add up to %.0f %% of the %d leading ones at least: the dissimilarities are far from those of points in a Euclidean space", 100*share, s.Positive())
	}
}

// placed is the embedding by the leading pairs of the centred inner products.
func placed(ctx context.Context, pairs *spectral.Pairs, target engine.Distances, dim int) (*engine.Embedding, error) {
	positive := pairs.Positive()
	if dim > positive {
		return nil, ranked(dim, positive, "positive eigenvalues")
	}
	return judged(ctx, &engine.Embedding{Y: pairs.Coordinates(max(dim, min(curved, positive))), Spectrum: pairs.Values, Target: target}, dim)
}

// judged measures what the columns of e leave of its target, and cuts them to
// dim, which may be theirs to tell.
func judged(ctx context.Context, e *engine.Embedding, dim int) (*engine.Embedding, error) {
	var err error
	if e.Residual, err = spectral.Residual(parallel.Part(ctx, 0.7, 1), e.Target, leading(e.Y, min(curved, e.Dim()))); err != nil {
		return nil, err
	}
	if dim == engine.Auto {
		dim = spectral.Elbow(e.Residual)
		engine.Remark(ctx, "dim = %d is where the residual variance flattens, at %.3g", dim, e.Residual[dim-1])
	}
	e.Y = leading(e.Y, dim)
	return e, nil
}
