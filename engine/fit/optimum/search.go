package optimum

import (
	"context"

	"unfold/engine/internal/simd"
)

const (
	halvings = 20 // of a step that leads where the function is not defined
	trials   = 30 // of one line
)

// along goes to a lower point in the walk's direction, and reports whether it
// has found one.
func (w *walk) along(ctx context.Context) (moved bool, err error) {
	slope := simd.Dot(w.direction, w.Gradient)
	if !(slope < 0) {
		return false, nil
	}
	if w.settings.Method == SlopeRatio {
		return w.ratio(ctx, slope)
	}
	if q, ok := w.problem.(Quartic); ok {
		return w.lowest(ctx, q)
	}
	return w.wolfe(ctx, slope)
}

// lowest goes to the lowest point of the line.
func (w *walk) lowest(ctx context.Context, q Quartic) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	w.Evaluations++
	c, err := q.Along(ctx, w.X, w.direction)
	if err != nil {
		return false, err
	}
	step, fall := Lowest(c)
	if !(fall < 0) || !finite(step) {
		return false, nil
	}
	x, gradient := make([]float64, len(w.X)), make([]float64, len(w.X))
	move(x, w.X, step, w.direction)
	value, err := w.at(ctx, x, gradient)
	if err != nil || !finite(value) {
		return false, err
	}
	// The fall is known better than the difference of two values.
	w.X, w.Gradient, w.Value, w.fell = x, gradient, min(value, w.Value), -fall
	return true, nil
}

// A probe is a point of a line.
type probe struct {
	step, value, slope float64
	x, gradient        []float64
}

// probe looks at the point that a step of the walk's direction leads to.
func (w *walk) probe(ctx context.Context, origin []float64, step float64) (probe, error) {
	p := probe{step: step, x: make([]float64, len(origin)), gradient: make([]float64, len(origin))}
	move(p.x, origin, step, w.direction)
	var err error
	p.value, err = w.at(ctx, p.x, p.gradient)
	p.slope = simd.Dot(p.gradient, w.direction)
	return p, err
}

// wolfe searches for a step that meets the strong Wolfe conditions; the lowest
// point it has come by will do where rounding is in the way.
func (w *walk) wolfe(ctx context.Context, slope float64) (bool, error) {
	flat := 0.9
	if w.settings.Method == CG {
		flat = 0.1
	}
	origin, start, step := w.X, w.Value, w.step
	moved, cut := false, 0
	search := newWolfe(start, slope, flat, step)
	for range trials {
		p, err := w.probe(ctx, origin, step)
		if err != nil {
			return false, err
		}
		if !finite(p.value) || !finite(p.slope) {
			if cut++; cut > halvings {
				break
			}
			step = float64(step / 2)
			search = newWolfe(start, slope, flat, step)
			continue
		}
		met := search.met(p)
		if p.value < w.Value || met && p.value <= start {
			w.X, w.Gradient, w.Value, moved = p.x, p.gradient, p.value, true
		}
		if met {
			break
		}
		var ok bool
		if step, ok = search.next(p); !ok {
			break
		}
	}
	w.fell = start - w.Value
	return moved, nil
}
