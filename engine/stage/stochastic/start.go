package stochastic

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/copies"
	"unfold/engine/internal/moments"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/linear/spectral"
)

// startDrawn is the share of the standard deviation on the first axis that is drawn,
// without which rows that agree in these components never part.
const startDrawn = 0.01

// near is where rows start: the first component has the standard deviation spread, and a
// hundredth of it is drawn.
func (m *Descent) near(ctx context.Context, rows subset, spread float64) (*mat.Dense, error) {
	distinct := copies.NewDistinct(copies.First(rows.X), nil)
	return startNear(ctx, rows, distinct, m.Dim, spread, startDrawn*spread, random.New(m.Seed, "start"))
}

// startNear returns places near the principal components of rows, the first of standard
// deviation spread, with another drawn for each distinct row; drawn alone where there are
// no components.
func startNear(ctx context.Context, rows subset, distinct copies.Distinct, dim int, spread, drawn float64, stream *random.Stream) (*mat.Dense, error) {
	at, err := components(ctx, rows, dim, spread)
	if err != nil {
		return nil, err
	}
	if at == nil {
		at, drawn = mat.NewDense(rows.Len(), dim, nil), spread
	}
	for _, i := range distinct.Rows {
		row := at.RawRowView(i)
		for c := range row {
			row[c] += float64(drawn * stream.Normal())
		}
	}
	return distinct.Spread(distinct.Take(at)), nil
}

// components are the principal components of the rows, the first of standard deviation
// spread; nil where columns are no numbers, or all the same, which a note tells.
func components(ctx context.Context, rows subset, dim int, spread float64) (*mat.Dense, error) {
	x := rows.X
	if p, ok := rows.d.(engine.Pointed); ok {
		x = p.Points()
	}
	if _, levels := rows.Categorical(); levels || check.Matrix(x) != nil {
		remarkDrawn(ctx)
		return nil, nil
	}
	placed, variances, err := principalAxes(ctx, x, dim)
	if err != nil {
		return nil, err
	}
	if variances[0] == 0 {
		remarkDrawn(ctx)
		return nil, nil
	}
	placed.Scale(spread/math.Sqrt(variances[0]), placed)
	return placed, nil
}

func remarkDrawn(ctx context.Context) {
	engine.Remark(ctx, "rows have no columns of numbers that differ: it starts from drawn points")
}

// principalAxes brings the rows of x to their first dim principal axes, and returns the
// variances along these. Where there are fewer, the rest are zero.
func principalAxes(ctx context.Context, x *mat.Dense, dim int) (*mat.Dense, []float64, error) {
	centred := mat.DenseCopyOf(x)
	moments.Centre(centred)
	n, d := x.Dims()
	found, err := spectral.Principal(ctx, centred, min(dim, n-1, d))
	if err != nil {
		return nil, nil, err
	}
	placed, variances := mat.NewDense(n, dim, nil), make([]float64, dim)
	copy(variances, found.Values)
	return placed, variances, parallel.For(ctx, n, 64, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row, image := centred.RawRowView(i), placed.RawRowView(i)
			for c, v := range row {
				for p, w := range found.Vectors.RawRowView(c)[:min(dim, len(found.Values))] {
					image[p] += float64(v * w)
				}
			}
		}
	})
}
