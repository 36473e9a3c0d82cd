package embedding

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/triangle"
	"unfold/engine/spectral"
)

// curved is how many dimensions have their residual variance told, and two
// more their eigenvalue.
const curved = 10

// A layout is what leading pairs of centred inner products make of rows.
type layout struct {
	*spectral.Scaling
	y *mat.Dense // a column for each positive pair, up to as many as are told
}

// told is how many of a layout's pairs have a column, if dim are exact.
func told(dim, positive int) int { return min(max(dim, curved), positive) }

// A plotter lays rows out by their leading pairs: some as exactly as can be, and
// some more roughly.
type plotter func(ctx context.Context, exact, rough int) (*layout, error)

// laid is classical scaling of the dissimilarities in t.
func laid(ctx context.Context, t *triangle.Matrix, exact, rough int) (*layout, error) {
	s, err := spectral.Scale(ctx, t, exact, rough)
	if err != nil {
		return nil, err
	}
	return &layout{s, s.Coordinates(told(exact, s.Positive()))}, nil
}

// placed is the embedding of plotted rows in dim dimensions. What other numbers
// of them would do is found by again when somebody asks, unless dim is to be told
// by it.
func placed(ctx context.Context, plot, again plotter, target engine.Distances, dim int) (*engine.Embedding, error) {
	if dim == engine.Auto {
		return elbowed(ctx, plot, target)
	}
	l, err := plot(ctx, dim, 0)
	if err != nil {
		return nil, err
	}
	remarkInexact(ctx, l)
	if positive := l.Positive(); dim > positive {
		return nil, ranked(dim, positive, "positive eigenvalues")
	}
	remarkEqual(ctx, l.Equal, dim)
	scree := engine.NewScree(func(ctx context.Context) ([]float64, []float64, error) {
		l, residual, err := looked(ctx, again, target, dim)
		if err != nil {
			return nil, nil, err
		}
		remarkNegative(ctx, l)
		return l.Values, residual, nil
	})
	return &engine.Embedding{Y: l.y, Spectrum: l.Values, Scree: scree, Target: target}, nil
}

// elbowed is the embedding in as many dimensions as its scree speaks for.
func elbowed(ctx context.Context, plot plotter, target engine.Distances) (*engine.Embedding, error) {
	l, residual, err := looked(ctx, plot, target, curved)
	if err != nil {
		return nil, err
	}
	remarkInexact(ctx, l)
	scree := engine.NewScree(func(ctx context.Context) ([]float64, []float64, error) {
		remarkNegative(ctx, l)
		return l.Values, residual, nil
	})
	dim := elbow(ctx, residual)
	remarkEqual(ctx, l.Equal, dim)
	return &engine.Embedding{Y: leading(l.y, dim), Spectrum: l.Values, Scree: scree, Target: target}, nil
}

// looked is a layout of more dimensions than dim, of which so many are exact,
// and the residual variance of each.
func looked(ctx context.Context, plot plotter, target engine.Distances, dim int) (*layout, []float64, error) {
	l, err := plot(parallel.Part(ctx, 0, 0.7), dim, max(0, curved-dim)+2)
	if err != nil {
		return nil, nil, err
	}
	_, columns := l.y.Dims()
	residual, err := spectral.Residual(parallel.Part(ctx, 0.7, 1), target, leading(l.y, min(curved, columns)))
	return l, residual, err
}

// elbow is the number of dimensions behind which the residual variance flattens.
func elbow(ctx context.Context, residual []float64) int {
	dim := spectral.Elbow(residual)
	engine.Remark(ctx, "dim = %d is where the residual variance flattens, at %.3g", dim, residual[dim-1])
	return dim
}

// remarkInexact tells of pairs that the search has not come close enough to.
func remarkInexact(ctx context.Context, l *layout) {
	if l.Left > l.Sought {
		engine.Remark(ctx, "eigenpairs are exact to %.1g of the largest eigenvalue only: the spectrum is too flat to tell them apart", l.Left)
	}
}

// remarkNegative tells of dissimilarities that no points of a Euclidean space
// have.
func remarkNegative(ctx context.Context, l *layout) {
	const most = 0.1
	var sum float64
	for _, v := range l.Values[:l.Positive()] {
		sum += v
	}
	if share := l.Negative() / sum; share >= most {
		engine.Remark(ctx, "negative eigenvalues add up to %.0f %% of the %d leading ones at least: the dissimilarities are far from those of points in a Euclidean space", 100*share, l.Positive())
	}
}
