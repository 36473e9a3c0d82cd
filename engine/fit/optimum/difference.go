package optimum

import (
	"context"
	"math"
)

// Difference returns how far the gradient that p tells at x is from central
// differences of its values, as a share of the larger one's length. Steps are of
// the size of each variable, or of the mean size where that is larger, times the
// cube root of the rounding unit; each is taken twice and extrapolated
// (Richardson 1911, doi:10.1098/rsta.1911.0009), so that the answer is about
// 1e-9 where the gradient is right. It is for tests: 4 len(x) evaluations.
func Difference(ctx context.Context, p Problem, x []float64) (float64, error) {
	told, scrap := make([]float64, len(x)), make([]float64, len(x))
	if _, err := p.Value(ctx, x, told); err != nil {
		return 0, err
	}
	mean := 0.0
	for _, v := range x {
		mean += math.Abs(v) / float64(len(x))
	}
	seen, moved := make([]float64, len(x)), append([]float64(nil), x...)
	for k := range x {
		slope := func(h float64) (float64, error) {
			moved[k] = x[k] + h
			above, err := p.Value(ctx, moved, scrap)
			if err != nil {
				return 0, err
			}
			moved[k] = x[k] - h
			below, err := p.Value(ctx, moved, scrap)
			moved[k] = x[k]
			return (above - below) / (2 * h), err
		}
		h := 1e-4 * max(math.Abs(x[k]), mean)
		wide, err := slope(h)
		if err != nil {
			return 0, err
		}
		narrow, err := slope(h / 2)
		if err != nil {
			return 0, err
		}
		seen[k] = (float64(4*narrow) - wide) / 3
	}
	larger := max(length(told), length(seen))
	if larger == 0 {
		return 0, nil
	}
	minus(scrap, told, seen)
	return length(scrap) / larger, nil
}
