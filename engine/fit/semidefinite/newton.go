package semidefinite

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/linear/sparse"
)

// A solver returns x with (H + λ T) x = b; nil where it meets a direction along which
// H + λ T is not positive.
type solver func(b *mat.Dense) (x *mat.Dense, err error)

// model returns the model at the point, and what solves for its steps, with as much
// more damping as makes what is factored positive definite.
func (d *descent) model(ctx context.Context) (*model, solver, error) {
	if d.isReduced() {
		return d.reduced(ctx)
	}
	const firmer = 4
	for ; ; d.damping *= firmer {
		m := &model{objective: d.objective, y: d.y, t: d.t, damping: d.damping, ground: d.stiffness()}
		factor, err := d.system.factor(ctx, m)
		if err != nil {
			return nil, nil, err
		}
		if factor != nil {
			return m, func(b *mat.Dense) (*mat.Dense, error) { return d.conjugate(ctx, m, factor, b) }, nil
		}
	}
}

// precondition applies the inverse of what was factored.
func (d *descent) precondition(ctx context.Context, v *mat.Dense, factor *sparse.Factor) error {
	if err := factor.Solve(ctx, v.RawMatrix().Data, 1); err != nil {
		return err
	}
	if d.Basis == nil {
		centre(v)
	}
	d.project(v)
	return nil
}

// conjugate solves (H + λ T) x = b by conjugate gradients, to a thirtieth in the norm that
// the preconditioner makes. Where nothing is drawn apart and Y is free, the factor is all
// there is to it.
func (d *descent) conjugate(ctx context.Context, m *model, factor *sparse.Factor, b *mat.Dense) (*mat.Dense, error) {
	const products, exact = 100, 1e-3 // of squares
	n, p := d.y.Dims()
	x, left := mat.NewDense(n, p, nil), mat.DenseCopyOf(b)
	d.project(left)
	z := mat.DenseCopyOf(left)
	if err := d.precondition(ctx, z, factor); err != nil || d.pull == 0 && d.Basis == nil {
		return z, err
	}
	to, size := mat.DenseCopyOf(z), inner(left, z)
	for first, k := size, 0; size > exact*first && k < products; k++ {
		product, err := m.multiply(ctx, to)
		if err != nil {
			return nil, err
		}
		d.project(product)
		bend := inner(to, product)
		if !(bend > 0) {
			return nil, nil
		}
		addScaled(x, size/bend, to)
		addScaled(left, -size/bend, product)
		z.Copy(left)
		if err := d.precondition(ctx, z, factor); err != nil {
			return nil, err
		}
		next := inner(left, z)
		to.Scale(next/size, to)
		to.Add(to, z)
		size = next
	}
	return x, nil
}
