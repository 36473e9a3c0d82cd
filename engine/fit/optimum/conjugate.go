package optimum

import (
	"math"

	"unfold/engine/internal/simd"
)

// The numbers of conjugate gradients.
const (
	restarts = 6    // times the number of variables, after so many directions the steepest descent is taken
	opposed  = -0.9 // and where the cosine between two gradients is so low
)

// A conjugate is conjugate gradients: d = −g + β d′ with β = gᵀ(g − g′)/g′ᵀg′, not
// below zero.
type conjugate struct {
	x, gradient, direction []float64
	since                  int // directions since the steepest descent
}

// start's step moves the variable of the largest slope by 1.
func (c *conjugate) start(x, gradient, direction []float64) float64 {
	scale(direction, -1, gradient)
	c.keep(x, gradient, direction)
	c.since = 0
	largest := 0.0
	for _, v := range gradient {
		largest = max(largest, math.Abs(v))
	}
	return max(1e-3, min(1/largest, 1))
}

// next's step would lower the value by as much as the last one did, to first
// order, but from a thousandth to one; that of the steepest descent is one.
func (c *conjugate) next(x, gradient, direction []float64) float64 {
	moved := make([]float64, len(x))
	minus(moved, x, c.x)
	fall := length(moved) / length(c.direction) * simd.Dot(c.gradient, c.direction)
	minus(moved, gradient, c.gradient)
	beta := max(0, simd.Dot(gradient, moved)/simd.Dot(c.gradient, c.gradient))
	c.since++
	if c.since == restarts*len(x) || simd.Dot(gradient, c.gradient) <= opposed*length(gradient)*length(c.gradient) {
		beta = 0
	}
	scale(direction, beta, c.direction)
	minus(direction, direction, gradient)
	step := max(1e-3, min(fall/simd.Dot(direction, gradient), 1))
	if beta == 0 || !(simd.Dot(direction, gradient) < 0) {
		scale(direction, -1, gradient)
		c.since, step = 0, 1
	}
	c.keep(x, gradient, direction)
	return step
}

func (c *conjugate) keep(x, gradient, direction []float64) {
	c.x = append(c.x[:0], x...)
	c.gradient = append(c.gradient[:0], gradient...)
	c.direction = append(c.direction[:0], direction...)
}
