package stochastic

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/fit/layout"
	"unfold/engine/internal/moments"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/linear/spectral"
)

// Of the start: its standard deviation on the first axis, and the share of it that
// is drawn, without which rows that agree in these components never part.
const (
	startSpread = 1e-4
	startDrawn  = 0.01
)

// start is where points are before the first step; rows are those of each of them.
func (m *TSNE) start(ctx context.Context, s engine.Sample, d engine.Distances, rows []int, mass []float64) (*layout.Points, error) {
	placed, err := components(ctx, s, d, m.Dim, startSpread)
	if err != nil {
		return nil, err
	}
	drawn := startDrawn * startSpread
	if placed == nil {
		drawn = startSpread
	}
	stream, at := random.New(m.Seed, "tsne"), layout.NewPoints(mass, m.Dim)
	for point, i := range rows {
		for c := range at.At {
			at.At[c][point] = float64(drawn * stream.Normal())
			if placed != nil {
				at.At[c][point] += placed.At(i, c)
			}
		}
	}
	return at, nil
}

// components are the principal components of the rows, the first of standard deviation
// spread; nil where columns are no numbers, or all the same, which a note tells.
func components(ctx context.Context, s engine.Sample, d engine.Distances, dim int, spread float64) (*mat.Dense, error) {
	x := s.X
	if p, ok := d.(engine.Pointed); ok {
		x = p.Points()
	}
	if _, levels := s.Categorical(); levels || check.Matrix(x) != nil {
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
