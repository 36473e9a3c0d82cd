package ridge

import (
	"context"
	"math"
	"unfold/engine/gram"

	"gonum.org/v1/gonum/mat"
)

// A goal is how well a system that a float32 factor preconditions must be
// solved.
type goal struct {
	residual   float64 // ‖b − A x‖ by ‖b‖
	correction float64 // the last correction by ‖x‖
}

// What Fit promises, and what scores that are off by less than a millionth
// need.
var (
	ofCoefficients = goal{1e-10, 1e-9}
	ofScores       = goal{1e-7, 1e-5}
)

// mostProducts is how many products with the matrix may be spent on that.
const mostProducts = 40

// refine solves the systems for the columns of Z by conjugate gradients that the
// factor in float32 preconditions. It returns nil if that leads to no solution.
func (s *Solver) refine(ctx context.Context, e *gram.Entries, z *mat.Dense, p products) (*Solution, error) {
	n, b := e.Len(), transpose(z)
	g := newGradients(n, len(b)/n, func(ctx context.Context, dst, v []float64, r int) error {
		if err := p.times(ctx, dst, v, r); err != nil {
			return err
		}
		for i, x := range v {
			dst[i] += float64(s.lambda * x)
		}
		return nil
	}, func(ctx context.Context, dst, v []float64, r int) error {
		return p.condition(ctx, s.single, dst, v, r)
	}, ofCoefficients)
	g.least, g.greatest = s.lambda, s.lambda+float64(float64(n)*e.Scale())
	w, err := g.solve(ctx, b)
	if err != nil || w == nil {
		return nil, err
	}
	return &Solution{W: untranspose(w, n), Lambda: s.lambda, Residual: g.residual()}, nil
}

// largest returns the largest absolute value.
func largest(v []float64) float64 {
	var most float64
	for _, x := range v {
		most = max(most, math.Abs(x))
	}
	return most
}
