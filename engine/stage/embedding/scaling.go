package embedding

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/triangle"
	"unfold/engine/linear/spectral"
)

// screeDimensions is how many dimensions have their residual variance in a scree,
// and two more their eigenvalue.
const screeDimensions = 10

// stableDimensions is how many dimensions the stability of eigenvalues may choose.
const stableDimensions = 30

// What dim = auto is the elbow of. The empty word, which Go programs leave, is
// ofResidual.
const (
	ofResidual    = "residual"
	ofEigenvalues = "eigenvalues"
)

// elbowParam declares what dim = auto goes by.
func elbowParam(p *engine.Params, field *string) {
	p.Text(field, "elbow", ofResidual, engine.OneOf("", ofResidual, ofEigenvalues), "what dim=auto looks for the elbow of: where the residual variance flattens, or behind which eigenvalues are stable, by 2 % of the largest").Quietly()
}

// widest is how many dimensions must be known where dim of them are wanted, by the
// elbow of something if they are to be chosen.
func widest(dim int, elbow string) int {
	switch {
	case dim != engine.Auto:
		return dim
	case elbow == ofEigenvalues:
		return stableDimensions
	}
	return screeDimensions
}

// A configuration is where classical scaling puts rows: the leading pairs of their
// centred inner products, and the coordinates by these.
type configuration struct {
	*spectral.Scaling
	y *mat.Dense // a column for each positive pair, up to columnCount
}

// columnCount is how many pairs have a column, if dim are exact.
func columnCount(dim, positive int) int { return min(max(dim, screeDimensions), positive) }

// A scaler makes the configuration of some rows: some of its pairs as exactly as can
// be, and some more roughly.
type scaler func(ctx context.Context, exact, rough int) (*configuration, error)

// classicalScaling is that of the dissimilarities in t.
func classicalScaling(ctx context.Context, t *triangle.Matrix, exact, rough int) (*configuration, error) {
	s, err := spectral.Scale(ctx, t, exact, rough)
	if err != nil {
		return nil, err
	}
	return &configuration{s, s.Coordinates(columnCount(exact, s.Positive()))}, nil
}

// embedByScaling places rows in dim dimensions by a scaler of the dissimilarities in
// target. What other numbers of them would do is found when somebody asks, unless dim
// is to be chosen by it.
func embedByScaling(ctx context.Context, scale scaler, target engine.Distances, dim int, elbow string) (*engine.Embedding, error) {
	if dim == engine.Auto {
		return embedToElbow(ctx, scale, target, elbow)
	}
	c, err := scale(ctx, dim, 0)
	if err != nil {
		return nil, err
	}
	remarkInexact(ctx, c)
	if positive := c.Positive(); dim > positive {
		return nil, tooManyDimensions(dim, positive, "positive eigenvalues")
	}
	remarkEqual(ctx, c.Equal, dim)
	scree := engine.NewScree(func(ctx context.Context) ([]float64, []float64, error) {
		c, residual, err := residualVariances(ctx, scale, target, dim)
		if err != nil {
			return nil, nil, err
		}
		remarkNegative(ctx, c)
		return c.Values, residual, nil
	})
	return &engine.Embedding{Y: c.y, Spectrum: c.Values, Scree: scree, Target: target}, nil
}

// embedToElbow places rows in as many dimensions as their scree speaks for.
func embedToElbow(ctx context.Context, scale scaler, target engine.Distances, elbow string) (*engine.Embedding, error) {
	c, residual, err := residualVariances(ctx, scale, target, widest(engine.Auto, elbow))
	if err != nil {
		return nil, err
	}
	remarkInexact(ctx, c)
	scree := engine.NewScree(func(ctx context.Context) ([]float64, []float64, error) {
		remarkNegative(ctx, c)
		return c.Values, residual, nil
	})
	dim := chooseDim(ctx, elbow, residual, c.Values[:c.Positive()])
	remarkEqual(ctx, c.Equal, dim)
	return &engine.Embedding{Y: firstColumns(c.y, dim), Spectrum: c.Values, Scree: scree, Target: target, ByEigenvalues: elbow == ofEigenvalues}, nil
}

// residualVariances are what 1, 2, ... dimensions leave unexplained of target, by a
// configuration of more of them than dim, of which so many are exact.
func residualVariances(ctx context.Context, scale scaler, target engine.Distances, dim int) (*configuration, []float64, error) {
	c, err := scale(parallel.Part(ctx, 0, 0.7), dim, max(0, screeDimensions-dim)+2)
	if err != nil {
		return nil, nil, err
	}
	_, columns := c.y.Dims()
	residual, err := spectral.Residual(parallel.Part(ctx, 0.7, 1), target, firstColumns(c.y, min(screeDimensions, columns)))
	return c, residual, err
}

// chooseDim is the number of dimensions behind which the residual variance flattens,
// or eigenvalues are stable.
func chooseDim(ctx context.Context, elbow string, residual, values []float64) int {
	if elbow == ofEigenvalues {
		dim := spectral.Stable(values)
		engine.Remark(ctx, "dim = %d is where eigenvalues become stable, at %.3g of the largest", dim, values[dim-1]/values[0])
		return dim
	}
	dim := spectral.Elbow(residual)
	engine.Remark(ctx, "dim = %d is where the residual variance flattens, at %.3g", dim, residual[dim-1])
	return dim
}

// remarkInexact tells of pairs that the search has not come close enough to.
func remarkInexact(ctx context.Context, c *configuration) {
	if c.Left > c.Sought {
		engine.Remark(ctx, "eigenpairs are exact to %.1g of the largest eigenvalue only: the spectrum is too flat to tell them apart", c.Left)
	}
}

// remarkNegative tells of dissimilarities that no points of a Euclidean space
// have.
func remarkNegative(ctx context.Context, c *configuration) {
	const most = 0.1
	var sum float64
	for _, v := range c.Values[:c.Positive()] {
		sum += v
	}
	if share := c.Negative() / sum; share >= most {
		engine.Remark(ctx, "negative eigenvalues add up to %.0f %% of the %d leading ones at least: the dissimilarities are far from those of points in a Euclidean space", 100*share, c.Positive())
	}
}
