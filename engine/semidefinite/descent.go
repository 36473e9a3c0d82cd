package semidefinite

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/memory"
	"unfold/engine/internal/simd"
	"unfold/engine/remedy"
	"unfold/engine/sparse"
)

// A descent goes down from a point by Newton's steps, which damping λ keeps short
// (Levenberg 1944, doi:10.1090/qam/10666):
//
//	(H + λ I) s = −∇F
//
// Lengths are stiff and their valley is bent, so the tensions at a point say little
// of those at the next: H takes the multipliers that the last step led to, to first
// order, in their place, as methods for constraints do.
//
// The part of H that is sparse is factored, shifted so that it stands above what is
// not, 2c L. While λ is above that shift too the factor is all there is to a step;
// below, conjugate gradients with it as preconditioner find the step.
type descent struct {
	*objective
	system   *system
	y        *mat.Dense
	value    float64
	slope    *mat.Dense // ∇F
	t        []float64  // multipliers
	damping  float64    // λ
	growth   float64    // that λ is raised by next
	cautious bool       // it was raised by the last step, and is not to be lowered by the next
	expected float64    // decrease of the value by the last step, as a share of it
	steps    int
	idle     int // of them, those that were expected to lower the value by no more than its rounding
}

const (
	mostSteps = 400   // of a descent
	mostIdle  = 12    // of them
	nothing   = 1e-13 // of the value, below which a decrease is rounding
	headroom  = 3     // of the shift above c times the largest eigenvalue of L
)

// newDescent begins at y.
func newDescent(ctx context.Context, o *objective, y *mat.Dense) (*descent, error) {
	n, p := y.Dims()
	d := &descent{objective: o, y: y, slope: mat.NewDense(n, p, nil), growth: 2}
	var err error
	if d.system, err = newSystem(ctx, o.Keep, p); err != nil {
		return nil, err
	}
	if err := memory.Claim(ctx, d.system.plan.Bytes(), fmt.Sprintf("the Newton steps of %d rows and %.0f kept pairs", n, o.pairs), remedy.Set("landmarks").Or(remedy.Reduce("k")).Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	if d.value, err = o.value(ctx, y, d.slope); err != nil {
		return nil, err
	}
	d.project(d.slope)
	d.damping = 1e-2 * d.stiffness()
	d.t, err = o.tensions(ctx, y, nil)
	return d, err
}

// stiffness is the mean of 8/(|S|τ²) over kept pairs: what holds a row in its place,
// about.
func (o *objective) stiffness() float64 {
	var sum float64
	for _, q := range o.inverse {
		sum += q
	}
	return 8 * sum / (float64(len(o.inverse)) * o.pairs)
}

// floor is the least shift of what is factored.
func (o *objective) floor() float64 {
	if o.pull == 0 {
		return 1e-10 * o.stiffness()
	}
	return headroom * o.pull * o.Stretch.Largest()
}

// ended tells that the value falls no more.
func (d *descent) ended() bool { return d.idle >= mostIdle || d.steps >= mostSteps }

// step goes one step down, or damps the next one more.
func (d *descent) step(ctx context.Context) error {
	d.steps++
	m, s, err := d.find(ctx)
	if err != nil {
		return err
	}
	product, err := m.multiply(ctx, s)
	if err != nil {
		return err
	}
	expected := inner(d.slope, s) + float64(inner(s, product)/2)
	if expected >= 0 {
		expected = inner(d.slope, s)
	}
	n, p := d.y.Dims()
	to, slope := mat.NewDense(n, p, nil), mat.NewDense(n, p, nil)
	to.Add(d.y, s)
	value, err := d.objective.value(ctx, to, slope)
	if err != nil {
		return err
	}
	d.project(slope)
	d.expected = -expected / math.Abs(d.value)
	share := (value - d.value) / expected
	if -expected <= nothing*math.Abs(d.value) { // the value no longer tells
		share = 1 - mat.Norm(slope, 2)/mat.Norm(d.slope, 2)
		d.idle++
	}
	d.judge(share)
	if !(share > 0) {
		d.t, err = d.tensions(ctx, d.y, nil)
		return err
	}
	d.y, d.value, d.slope = to, value, slope
	d.t, err = d.tensions(ctx, m.y, s)
	return err
}

// find returns the model at the point and its step.
func (d *descent) find(ctx context.Context) (*model, *mat.Dense, error) {
	if d.isReduced() {
		m := &model{objective: d.objective, y: d.y, t: d.t}
		s, err := d.reduced(ctx, m)
		return m, s, err
	}
	m, factor, err := d.factor(ctx)
	if err != nil {
		return nil, nil, err
	}
	s, err := d.direction(ctx, m, factor)
	return m, s, err
}

// judge sets the damping by the share of the expected decrease that came true.
func (d *descent) judge(share float64) {
	switch {
	case !(share > 0.1):
		d.growth *= 2
		d.damping *= d.growth
		d.cautious = true
	case share > 0.5 && d.cautious:
		d.growth = 2
		d.cautious = false
	case share > 0.5:
		d.damping /= 3
	}
}

// factor factors the sparse part of H, with as much damping as makes it positive
// definite.
func (d *descent) factor(ctx context.Context) (*model, *sparse.Factor, error) {
	for {
		m := &model{d.objective, d.y, d.t, math.Max(d.damping, d.floor())}
		f, err := d.system.factor(ctx, m)
		if err != nil || f != nil {
			return m, f, err
		}
		d.damping = 4 * m.shift
	}
}

// direction solves (H + λ I) s = −∇F, with more damping where H + λ I is not
// positive definite.
func (d *descent) direction(ctx context.Context, m *model, factor *sparse.Factor) (*mat.Dense, error) {
	for d.damping < m.shift || d.Basis != nil {
		s, err := d.conjugate(ctx, m, factor)
		if err != nil || s != nil {
			return s, err
		}
		d.damping = min(4*d.damping, m.shift)
		if d.damping == m.shift {
			break
		}
	}
	s := mat.DenseCopyOf(d.slope)
	if err := d.precondition(ctx, s, factor); err != nil {
		return nil, err
	}
	s.Scale(-1, s)
	return s, nil
}

// precondition applies the inverse of what was factored.
func (d *descent) precondition(ctx context.Context, v *mat.Dense, factor *sparse.Factor) error {
	err := factor.Solve(ctx, v.RawMatrix().Data, 1)
	d.project(v)
	return err
}

// conjugate solves (H + λ I) s = −∇F by conjugate gradients, to a tenth in the norm
// that the preconditioner makes; nil where it meets a direction in which H + λ I is
// not positive.
func (d *descent) conjugate(ctx context.Context, m *model, factor *sparse.Factor) (*mat.Dense, error) {
	const products, exact = 100, 1e-2
	n, p := d.y.Dims()
	s, left := mat.NewDense(n, p, nil), mat.DenseCopyOf(d.slope)
	z := mat.DenseCopyOf(left)
	if err := d.precondition(ctx, z, factor); err != nil {
		return nil, err
	}
	to := mat.DenseCopyOf(z)
	to.Scale(-1, to)
	size := inner(left, z)
	first := size
	for range products {
		product, err := m.multiply(ctx, to)
		if err != nil {
			return nil, err
		}
		d.project(product)
		bend := inner(to, product) + float64(d.damping*inner(to, to))
		if !(bend > 0) {
			return nil, nil
		}
		length := size / bend
		addScaled(s, length, to)
		addScaled(left, length, product)
		addScaled(left, length*d.damping, to)
		z.Copy(left)
		if err := d.precondition(ctx, z, factor); err != nil {
			return nil, err
		}
		next := inner(left, z)
		if next <= exact*first {
			break
		}
		to.Scale(next/size, to)
		to.Sub(to, z)
		size = next
	}
	return s, nil
}

// inner is ⟨a, b⟩.
func inner(a, b *mat.Dense) float64 { return simd.Dot(a.RawMatrix().Data, b.RawMatrix().Data) }

// addScaled adds factor b to a.
func addScaled(a *mat.Dense, factor float64, b *mat.Dense) {
	simd.AddScaled(a.RawMatrix().Data, factor, b.RawMatrix().Data)
}
