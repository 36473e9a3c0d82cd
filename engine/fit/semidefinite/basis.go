package semidefinite

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/simd"
	own "unfold/engine/linear/blas"
)

// mostReduced is up to how many unknowns a step in a basis is solved as a whole.
const mostReduced = 1200

// project takes off v what is not in the basis.
func (o *objective) project(v *mat.Dense) {
	if o.Basis == nil {
		return
	}
	var inner mat.Dense
	inner.Mul(o.Basis.T(), v)
	v.Mul(o.Basis, &inner)
}

// isReduced tells that there are few unknowns R in Y = U R.
func (d *descent) isReduced() bool {
	if d.Basis == nil {
		return false
	}
	_, r := d.Basis.Dims()
	_, p := d.y.Dims()
	return r*p <= mostReduced
}

// reduced returns the model, and what solves for its steps s = U R by the whole matrix
// of what H + λ T does to R, with as much damping as makes it positive definite. Time
// r p products.
func (d *descent) reduced(ctx context.Context) (*model, solver, error) {
	const firmer = 4
	_, r := d.Basis.Dims()
	_, p := d.y.Dims()
	size := r * p
	h, err := d.written(ctx)
	if err != nil {
		return nil, nil, err
	}
	even := make([]float64, len(d.t))
	for e := range even {
		even[e] = 2 // T is the Laplacian of twice the weights that tensions have
	}
	damping := d.newLaplacian(even).within()
	for ; ; d.damping *= firmer {
		lower := append([]float64(nil), h...)
		for a := range size {
			for b := a % p; b < size; b += p {
				lower[a*size+b] += float64(d.damping * damping.At(a/p, b/p))
			}
		}
		failed, _, err := own.Cholesky(quietly(ctx), blas.Lower, size, lower, size)
		if err != nil {
			return nil, nil, err
		}
		if failed < 0 {
			m := &model{objective: d.objective, y: d.y, t: d.t, damping: d.damping}
			return m, func(b *mat.Dense) (*mat.Dense, error) {
				var right, x mat.Dense
				right.Mul(d.Basis.T(), b)
				solveLower(lower, size, right.RawMatrix().Data)
				x.Mul(d.Basis, &right)
				return &x, ctx.Err()
			}, nil
		}
	}
}

// written is the whole matrix of what H does to R, row a p + c of it to that of column
// c which row a of R has.
func (d *descent) written(ctx context.Context) ([]float64, error) {
	n, r := d.Basis.Dims()
	_, p := d.y.Dims()
	size := r * p
	m := &model{objective: d.objective, y: d.y, t: d.t}
	h := make([]float64, size*size)
	for a := range r {
		for c := range p {
			along := mat.NewDense(n, p, nil)
			for i := range n {
				along.Set(i, c, d.Basis.At(i, a))
			}
			image, err := m.multiply(ctx, along)
			if err != nil {
				return nil, err
			}
			var inner mat.Dense
			inner.Mul(d.Basis.T(), image)
			copy(h[(a*p+c)*size:], inner.RawMatrix().Data)
		}
	}
	return h, nil
}

// restricted is the inverse of Uᵀ T U.
func (l *laplacian) restricted(ctx context.Context) (inverse, error) {
	n, r := l.Basis.Dims()
	small := l.within()
	failed, _, err := own.Cholesky(quietly(ctx), blas.Lower, r, small.RawMatrix().Data, r)
	if err != nil || failed >= 0 {
		return nil, err
	}
	return func(x []float64) error {
		var inner mat.Dense
		column := mat.NewDense(n, 1, x)
		inner.Mul(l.Basis.T(), column)
		solveLower(small.RawMatrix().Data, r, inner.RawMatrix().Data)
		column.Mul(l.Basis, &inner)
		return ctx.Err()
	}, nil
}

// within is Uᵀ T U. Where the basis holds the constant vector, it is added there: T and
// L send it to zero.
func (l *laplacian) within() *mat.Dense {
	n, r := l.Basis.Dims()
	product, ones := mat.NewDense(n, r, nil), make([]float64, r)
	for i := range n {
		into, u := product.RawRowView(i), l.Basis.RawRowView(i)
		for e := l.Keep.Start[i]; e < l.Keep.Start[i+1]; e++ {
			w := l.weight(e)
			for c, v := range l.Basis.RawRowView(int(l.Keep.End[e])) {
				into[c] += float64(w * (u[c] - v))
			}
		}
		simd.AddScaled(ones, 1, u)
	}
	var small mat.Dense
	small.Mul(l.Basis.T(), product)
	if left := float64(n) - simd.Dot(ones, ones); left <= 1e-9*float64(n) {
		for c, v := range ones {
			simd.AddScaled(small.RawRowView(c), l.ground*v/float64(n), ones)
		}
	}
	return &small
}

// solveLower solves L Lᵀ x = x.
func solveLower(l []float64, r int, x []float64) {
	for i := range x {
		x[i] = (x[i] - simd.Dot(l[i*r:i*r+i], x[:i])) / l[i*r+i]
	}
	for i := len(x) - 1; i >= 0; i-- {
		x[i] /= l[i*r+i]
		simd.AddScaled(x[:i], -x[i], l[i*r:i*r+i])
	}
}
