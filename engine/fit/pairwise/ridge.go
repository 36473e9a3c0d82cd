package pairwise

import (
	"context"

	"unfold/engine/fit/optimum"
)

// Ridge returns p with Σ_k λ_k w_k² added: what the size of each parameter costs.
func Ridge(p optimum.Problem, lambda []float64) optimum.Problem {
	r := ridge{p, lambda}
	if quartic, ok := p.(optimum.Quartic); ok {
		return quarticRidge{r, quartic}
	}
	return r
}

type ridge struct {
	optimum.Problem
	lambda []float64
}

// Value returns the cost with the penalty.
func (r ridge) Value(ctx context.Context, w, gradient []float64) (float64, error) {
	value, err := r.Problem.Value(ctx, w, gradient)
	for k, v := range w {
		value += float64(r.lambda[k] * v * v)
		gradient[k] += float64(2 * r.lambda[k] * v)
	}
	return value, err
}

// A quarticRidge is a ridge on a problem that knows its lines.
type quarticRidge struct {
	ridge
	quartic optimum.Quartic
}

// Along returns the coefficients of the cost with the penalty along w + a s.
func (r quarticRidge) Along(ctx context.Context, w, s []float64) ([4]float64, error) {
	sum, err := r.quartic.Along(ctx, w, s)
	for k, v := range s {
		sum[0] += float64(2 * r.lambda[k] * v * w[k])
		sum[1] += float64(r.lambda[k] * v * v)
	}
	return sum, err
}
