package semidefinite

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/random"
	"unfold/engine/internal/simd"
)

// A bound is what multipliers t prove. Since ρ² ≥ 2tρ − t², with equality at t = ρ,
//
//	F(G) ≥ ⟨Σ(t), G⟩ + D(t),  Σ(t) = T(t) − c L,  D(t) = −1/|S| Σ (2t + t²)
//
// for any G, where T(t) is the Laplacian of weights 2t/(|S|τ²): D(t) is below all F
// once Σ(t) is positive semidefinite (t not below zero where pairs may be shorter).
// T(t) need only be as large as c L: if κ is the largest of L x = κ T(t) x, that
// holds of s t with s = cκ. So any t with positive definite T gives a bound, D(s t),
// and 1 − cκ is the smallest eigenvalue of Σ(t) beside T(t).
type bound struct {
	below  float64 // D(s t)
	excess float64 // cκ − 1
}

// prove returns the bound of multipliers that are all raised by some share of their
// mean; nil where T(t) is not positive definite even so.
func (o *objective) prove(ctx context.Context, scalar *system, t []float64, raise float64) (*bound, error) {
	raised := raisedBy(t, float64(raise*meanSize(t)))
	solve, err := o.tensionInverse(ctx, scalar, raised)
	if err != nil || solve == nil {
		return nil, err
	}
	kappa, _, err := o.largest(ctx, solve, func(dst, x *mat.Dense) error { return o.Stretch.Multiply(ctx, dst, x) })
	if err != nil {
		return nil, err
	}
	scale := float64(o.pull * kappa)
	var below float64
	for _, v := range raised {
		scaled := float64(scale * v)
		below -= float64(scaled * (2 + scaled))
	}
	return &bound{below / (2 * o.pairs), scale - 1}, nil
}

// escape returns the direction x along which F falls most steeply beside T, with
// xᵀ Σ(t) x = −excess and xᵀ T x = 1; none does if the excess is not above zero. For T,
// multipliers are raised by a share of their mean that makes it positive definite: with
// as much, r, of T(1) added to c L,
//
//	Σ(t) = T(t + r) − (c L + r T(1))
func (o *objective) escape(ctx context.Context, scalar *system, t []float64, raise float64) (excess float64, x []float64, err error) {
	more := float64(raise * meanSize(t))
	solve, err := o.tensionInverse(ctx, scalar, raisedBy(t, more))
	if err != nil || solve == nil {
		return 0, nil, err
	}
	even := o.newLaplacian(raisedBy(make([]float64, len(t)), 1))
	kappa, x, err := o.largest(ctx, solve, func(dst, x *mat.Dense) error {
		if err := o.Stretch.Multiply(ctx, dst, x); err != nil {
			return err
		}
		dst.Scale(o.pull, dst)
		even.add(dst, more, x)
		return nil
	})
	return kappa - 1, x, err
}

// raisedBy returns numbers that are so much more than those of t.
func raisedBy(t []float64, more float64) []float64 {
	raised := make([]float64, len(t))
	for e, v := range t {
		raised[e] = v + more
	}
	return raised
}

// meanSize is the mean of |t|, above zero.
func meanSize(t []float64) float64 {
	sum := math.SmallestNonzeroFloat64
	for _, v := range t {
		sum += math.Abs(v)
	}
	return sum / float64(len(t))
}

// laplacian is T(t), with something more in its first entry: its constant vector
// would make it singular, and no solution for a right side of sum zero changes by it.
type laplacian struct {
	*objective
	t      []float64
	ground float64
}

func (l *laplacian) weight(e int) float64 { return 2 * l.t[e] * l.inverse[e] / l.pairs }

// Row writes out row i.
func (l *laplacian) Row(i int, diagonal, edges []float64) {
	diagonal[0] = 0
	if i == 0 {
		diagonal[0] = l.ground
	}
	for e := l.Keep.Start[i]; e < l.Keep.Start[i+1]; e++ {
		w := l.weight(e)
		edges[e-l.Keep.Start[i]] = -w
		diagonal[0] += w
	}
}

// add adds so much of T x to dst, both n×1.
func (l *laplacian) add(dst *mat.Dense, factor float64, x *mat.Dense) {
	into, from := dst.RawMatrix().Data, x.RawMatrix().Data
	for i := range from {
		for e := l.Keep.Start[i]; e < l.Keep.Start[i+1]; e++ {
			into[i] += float64(float64(factor*l.weight(e)) * (from[i] - from[l.Keep.End[e]]))
		}
	}
}

// An inverse replaces x by T⁻¹ x.
type inverse func(x []float64) error

func (o *objective) newLaplacian(t []float64) *laplacian {
	l := &laplacian{objective: o, t: t}
	for e := range t {
		l.ground += math.Abs(l.weight(e)) / float64(o.Keep.Len())
	}
	return l
}

// tensionInverse returns x ↦ T⁻¹ x for x of sum zero, or of the restriction to the
// basis; nil if that is not positive definite.
func (o *objective) tensionInverse(ctx context.Context, scalar *system, t []float64) (inverse, error) {
	l := o.newLaplacian(t)
	if o.Basis != nil {
		return l.restricted(ctx)
	}
	factor, err := scalar.factor(ctx, l)
	if err != nil || factor == nil {
		return nil, err
	}
	return func(x []float64) error {
		err := factor.Solve(ctx, x, 1)
		centre(mat.NewDense(len(x), 1, x))
		return err
	}, nil
}

// largest returns a number above the largest κ of L x = κ T x, and its x with
// xᵀ T x = 1, for an L that is known by its products. The Lanczos process goes by T⁻¹ L
// in the inner product of T, made orthogonal to all that came before; the residual of
// the largest value is added to it. (A start that has nothing of x would miss it; a
// random one has probability zero of that.)
func (o *objective) largest(ctx context.Context, solve inverse, multiply func(dst, x *mat.Dense) error) (float64, []float64, error) {
	const products, exact = 120, 1e-6
	n := o.Keep.Len()
	stream := random.New(1, "certificate")
	q := make([]float64, n) // a vector of the basis, and T q beside it
	for i := range q {
		q[i] = stream.Between(-1, 1)
	}
	image := mat.NewDense(n, 1, nil)
	if err := multiply(image, mat.NewDense(n, 1, q)); err != nil {
		return 0, nil, err
	}
	b := &krylov{solve: solve}
	if _, err := b.add(append([]float64(nil), image.RawMatrix().Data...)); err != nil {
		return 0, nil, err
	}
	for {
		if err := multiply(image, mat.NewDense(n, 1, b.q[len(b.q)-1])); err != nil {
			return 0, nil, err
		}
		more, err := b.expand(append([]float64(nil), image.RawMatrix().Data...))
		if err != nil {
			return 0, nil, err
		}
		last := !more || len(b.diagonal) == min(products, n-1)
		if !last && len(b.diagonal)%8 != 0 {
			continue // the projection is worth a look
		}
		value, weights, left := b.top()
		if last || left <= exact*value {
			x := make([]float64, n)
			for k, w := range weights {
				simd.AddScaled(x, w, b.q[k])
			}
			return value + left, x, nil
		}
	}
}

// A krylov is a basis that is orthonormal in the inner product of T.
type krylov struct {
	solve         inverse
	q, image      [][]float64 // vectors, and T times them
	diagonal, off []float64   // of the projection of T⁻¹ L
}

// add takes a vector in, given by T times it; false if it is nothing.
func (b *krylov) add(image []float64) (length float64, err error) {
	q := append([]float64(nil), image...)
	if err := b.solve(q); err != nil {
		return 0, err
	}
	for range 2 {
		for k, other := range b.q {
			w := simd.Dot(image, other)
			simd.AddScaled(q, -w, other)
			simd.AddScaled(image, -w, b.image[k])
		}
	}
	length = math.Sqrt(math.Max(0, simd.Dot(q, image)))
	if length == 0 {
		return 0, nil
	}
	for i := range q {
		q[i] /= length
		image[i] /= length
	}
	b.q, b.image = append(b.q, q), append(b.image, image)
	return length, nil
}

// expand goes on by T⁻¹ of an image L q of the last vector; false where that leads
// nowhere new.
func (b *krylov) expand(image []float64) (more bool, err error) {
	last := len(b.q) - 1
	size := simd.Dot(image, b.q[last])
	b.diagonal = append(b.diagonal, size)
	length, err := b.add(image)
	b.off = append(b.off, length)
	return length > 1e-9*b.diagonal[0], err
}

// top returns the largest eigenvalue of the projection, its vector and its
// residual.
func (b *krylov) top() (value float64, weights []float64, left float64) {
	k := len(b.diagonal)
	h := mat.NewSymDense(k, nil)
	for i := range k {
		h.SetSym(i, i, b.diagonal[i])
		if i > 0 {
			h.SetSym(i-1, i, b.off[i-1])
		}
	}
	var e mat.EigenSym
	if !e.Factorize(h, true) {
		panic("semidefinite: a projection of finite vectors is not finite")
	}
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	value, weights = e.Values(nil)[k-1], mat.Col(nil, k-1, &vectors)
	return value, weights, math.Abs(float64(b.off[k-1] * weights[k-1]))
}
