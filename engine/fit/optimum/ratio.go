package optimum

import (
	"context"
	"math"

	"unfold/engine/internal/simd"
)

// The numbers of the slope-ratio search.
const (
	flatter   = 0.5  // a slope is small enough once it is this share of the first
	falling   = 0.01 // a fall is large enough if it is this share of what the first slope promises
	interior  = 0.1  // of an interval, which a step inside it stays off its ends
	exterior  = 3.0  // times the step before, the farthest that a step goes beyond
	steepened = 100  // times the step before, the longest first step
	probes    = 20   // of one line
)

// A slopeRatio turns by conjugate gradients of Polak and Ribière, β not below
// zero, and begins each line with the step of the last times the ratio of their
// slopes: so far the value would fall as much as it did.
type slopeRatio struct {
	x, gradient, direction []float64
}

// start's step is 1/(1 + |g|²).
func (c *slopeRatio) start(x, gradient, direction []float64) float64 {
	scale(direction, -1, gradient)
	c.keep(x, gradient, direction)
	return 1 / (1 + simd.Dot(gradient, gradient))
}

func (c *slopeRatio) next(x, gradient, direction []float64) float64 {
	before := simd.Dot(c.direction, c.gradient)
	moved := make([]float64, len(x))
	minus(moved, x, c.x)
	step := length(moved) / length(c.direction)
	minus(moved, gradient, c.gradient)
	beta := max(0, simd.Dot(gradient, moved)/simd.Dot(c.gradient, c.gradient))
	scale(direction, beta, c.direction)
	minus(direction, direction, gradient)
	c.keep(x, gradient, direction)
	return step * min(steepened, before/simd.Dot(direction, gradient))
}

// keep remembers a point and where to from there.
func (c *slopeRatio) keep(x, gradient, direction []float64) {
	c.x = append(c.x[:0], x...)
	c.gradient = append(c.gradient[:0], gradient...)
	c.direction = append(c.direction[:0], direction...)
}

// ratio searches for a step that meets the conditions of Wolfe and Powell: out
// from the start until the value rises or flattens, by cubics through the last
// two points, then in between. Where none is found the lowest point seen will
// do, and the walk goes on by the steepest descent.
func (w *walk) ratio(ctx context.Context, slope float64) (bool, error) {
	origin, start := w.X, w.Value
	var best probe
	best.value = start
	left := probes
	try := func(step float64) (probe, error) {
		p, err := w.probe(ctx, origin, step)
		if left--; err == nil && p.value < best.value && finite(p.slope) {
			best = p
		}
		return p, err
	}
	enough := func(p probe) bool { return p.value <= start+float64(falling*p.step*slope) }
	before, low := probe{value: start, slope: slope}, probe{value: start, slope: slope}
	at, err := try(w.step)
	for err == nil && left > 0 {
		if !finite(at.value) || !finite(at.slope) {
			at, err = try((low.step + at.step) / 2)
			continue
		}
		if at.slope > flatter*slope || !enough(at) {
			break
		}
		before, low = low, at
		at, err = try(beyond(before, low))
	}
	for high := at; err == nil && left > 0 && !(enough(at) && math.Abs(at.slope) <= -flatter*slope); {
		if at.slope > 0 || !enough(at) {
			high = at
		} else {
			low = at
		}
		at, err = try(between(low, high, start))
	}
	if err != nil {
		return false, err
	}
	w.strayed = !(enough(at) && math.Abs(at.slope) <= -flatter*slope)
	if !w.strayed {
		best = at
	}
	if best.x == nil {
		return false, nil
	}
	w.X, w.Gradient, w.Value, w.fell = best.x, best.gradient, best.value, start-best.value
	return true, nil
}

// beyond is the step at the lowest point of the cubic through two points, at
// least a little farther than the second and not too far.
func beyond(first, second probe) float64 {
	step := cubic(first, second)
	if !(step > 0) {
		step = math.Inf(1)
	}
	return max(second.step+float64(interior*(second.step-first.step)), min(step, exterior*second.step))
}

// between is the step at the lowest point of a parabola, or of the cubic where
// the value at high is below that at the start, not too near to the ends.
func between(low, high probe, start float64) float64 {
	wide := high.step - low.step
	step := cubic(low, high)
	if !(high.value <= start) {
		step = low.step - low.slope*wide*wide/2/(high.value-low.value-float64(low.slope*wide))
	}
	if !finite(step) {
		step = low.step + float64(wide/2)
	}
	return max(low.step+float64(interior*wide), min(step, high.step-float64(interior*wide)))
}

// cubic returns where the cubic with the values and slopes of two points has its
// lowest point; NaN if it has none.
func cubic(a, b probe) float64 {
	wide := b.step - a.step
	mean := a.slope + b.slope - 3*(b.value-a.value)/wide
	turn := math.Sqrt(float64(mean*mean) - float64(a.slope*b.slope))
	return b.step - wide*(b.slope+turn-mean)/(b.slope-a.slope+2*turn)
}
