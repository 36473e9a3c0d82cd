package logit

import (
	"context"
	"math"

	back "gonum.org/v1/gonum/blas"

	"unfold/engine"
	"unfold/engine/fit/optimum"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/simd"
	"unfold/engine/linear/blas"
)

// newton goes by Newton's steps, halved until they lower f, which is convex. It ends
// with the step that was expected to lower f by less than a share of 1e-14: the
// next one would be the square of that.
func (p *likelihood) newton(ctx context.Context) (*optimum.Result, error) {
	const most, little = 200, 1e-14
	r := &optimum.Result{X: make([]float64, p.size())}
	here, err := p.at(ctx, r.X, true)
	if err != nil {
		return nil, err
	}
	start := steepness(here.first)
	if start == 0 { // the columns tell nothing of the classes
		return r, nil
	}
	for {
		if r.Iterations == most {
			r.Reason = optimum.Exhausted
			break
		}
		step, err := p.newtonStep(ctx, here)
		if err != nil {
			return nil, err
		}
		fall := -simd.Dot(step, here.first)
		there, moved, err := p.along(ctx, r.X, step, here.value, fall)
		if err != nil {
			return nil, err
		}
		if there == nil {
			r.Reason = optimum.Stuck
			break
		}
		r.X, here = moved, there
		r.Iterations++
		r.Steepness = steepness(here.first) / start
		engine.Tell(ctx, engine.Progress{Note: "coefficients", Fraction: progressOf(r.Steepness)})
		if fall <= little*here.value {
			r.Reason = optimum.Settled
			break
		}
	}
	r.Value, r.Gradient = here.value, here.first
	return r, nil
}

// progressOf is how far a gradient has come down, by powers of ten, to 1e-10.
func progressOf(steepness float64) float64 {
	return max(0, min(1, elementary.Log(max(steepness, 1e-10))/elementary.Log(1e-10)))
}

// along tries the step, its half, and so on, until f falls by a ten-thousandth of
// what the slope promises, but for rounding; nil if none does.
func (p *likelihood) along(ctx context.Context, x, step []float64, value, fall float64) (*derivatives, []float64, error) {
	const share, halvings, rounding = 1e-4, 40, 1e-13
	moved := make([]float64, len(x))
	for k, length := 0, 1.0; k < halvings; k, length = k+1, length/2 {
		for j, v := range x {
			moved[j] = v + float64(length*step[j])
		}
		there, err := p.at(ctx, moved, true)
		if err != nil {
			return nil, nil, err
		}
		if there.value <= value-float64(share*length*fall)+float64(rounding*value) {
			return there, moved, nil
		}
	}
	return nil, nil, nil
}

// newtonStep solves H s = −g. Of three classes and more, adding a constant to all
// intercepts changes nothing: H has a direction without curvature, along which g is
// zero, and gets some. What rounding takes from H beyond that, where rows hardly
// bound an intercept, is given back in growing amounts.
func (p *likelihood) newtonStep(ctx context.Context, d *derivatives) ([]float64, error) {
	size := p.size()
	if p.functions > 1 {
		for f := range p.functions {
			for g := f; g < p.functions; g++ {
				d.second[((f+1)*p.wide-1)*size+(g+1)*p.wide-1] += p.a * float64(len(p.labels)) / float64(p.functions*p.functions)
			}
		}
	}
	var largest float64
	for k := range size {
		largest = max(largest, d.second[k*size+k])
	}
	factor := make([]float64, len(d.second))
	for added := 0.0; ; added = max(1e-16*largest, 100*added) {
		copy(factor, d.second)
		for k := range size {
			factor[k*size+k] += added
		}
		failed, _, err := blas.Cholesky(ctx, back.Upper, size, factor, size)
		if err != nil {
			return nil, err
		}
		if failed < 0 {
			break
		}
	}
	step := make([]float64, size)
	for k, g := range d.first {
		step[k] = -g
	}
	for _, t := range []back.Transpose{back.Trans, back.NoTrans} {
		if err := blas.Trsm(ctx, back.Left, back.Upper, t, back.NonUnit, size, 1, 1, factor, size, step, 1); err != nil {
			return nil, err
		}
	}
	return step, nil
}

// descend goes by limited-memory BFGS, in variables of about equal curvature.
func (p *likelihood) descend(ctx context.Context) (*optimum.Result, error) {
	e := &evened{p, p.units()}
	found, err := optimum.Minimise(ctx, e, make([]float64, p.size()), optimum.Settings{Iterations: 5000, Decrease: 1e-16, Slope: 1e-9, Memory: 20, Note: "coefficients"})
	if err != nil {
		return nil, err
	}
	for k, u := range e.units {
		found.X[k] /= u
	}
	return found, nil
}

// units are the roots of about what f curves by along each variable: a quarter of
// the squares of its column, and what the weight costs.
func (p *likelihood) units() []float64 {
	squares := make([]float64, p.wide)
	for i := range p.labels {
		for j, v := range p.rows[i*p.wide : (i+1)*p.wide] {
			squares[j] += float64(v * v)
		}
	}
	units := make([]float64, p.size())
	for k := range units {
		units[k] = math.Sqrt(float64(p.a*squares[k%p.wide]/4) + p.r)
	}
	return units
}

// An evened likelihood has its variables in units.
type evened struct {
	*likelihood
	units []float64
}

// Value is f.
func (e *evened) Value(ctx context.Context, x, gradient []float64) (float64, error) {
	own := make([]float64, len(x))
	for k, v := range x {
		own[k] = v / e.units[k]
	}
	d, err := e.at(ctx, own, false)
	if err != nil {
		return 0, err
	}
	for k, g := range d.first {
		gradient[k] = g / e.units[k]
	}
	return d.value, nil
}
