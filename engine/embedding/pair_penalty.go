package embedding

import (
	"context"

	"unfold/engine/optimum"
)

// A penalisedCost adds Σ_a λ_a Σ_k w_ak² to a cost.
type penalisedCost struct {
	optimum.Problem
	lambda []float64 // of each entry of w
}

// penalised spreads the ridge of each row of the map over its q entries.
func penalised(p optimum.Problem, ridge []float64, factor float64, q int) optimum.Problem {
	lambda := make([]float64, 0, len(ridge)*q)
	for _, v := range ridge {
		for range q {
			lambda = append(lambda, v*factor)
		}
	}
	cost := penalisedCost{p, lambda}
	if quartic, ok := p.(optimum.Quartic); ok {
		return penalisedQuartic{cost, quartic}
	}
	return cost
}

// Value returns the cost with the penalty.
func (c penalisedCost) Value(ctx context.Context, w, gradient []float64) (float64, error) {
	value, err := c.Problem.Value(ctx, w, gradient)
	for k, v := range w {
		value += float64(c.lambda[k] * v * v)
		gradient[k] += float64(2 * c.lambda[k] * v)
	}
	return value, err
}

// A penalisedQuartic is a penalisedCost that knows its lines.
type penalisedQuartic struct {
	penalisedCost
	quartic optimum.Quartic
}

// Along returns the coefficients of the cost with the penalty along w + a s.
func (c penalisedQuartic) Along(ctx context.Context, w, s []float64) ([4]float64, error) {
	sum, err := c.quartic.Along(ctx, w, s)
	for k, v := range s {
		sum[0] += float64(2 * c.lambda[k] * v * w[k])
		sum[1] += float64(c.lambda[k] * v * v)
	}
	return sum, err
}
