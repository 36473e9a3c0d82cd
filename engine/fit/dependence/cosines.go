package dependence

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/internal/simd"
	back "unfold/engine/linear/blas"
)

// Cosines is f with the kernel as a product of m random cosines, K = U Uᵀ with U =
// H √(2/m) cos(Z Ωᵀ/σ + b), which is off by an error that falls as 1/√m (Rahimi,
// Recht 2007, Advances in Neural Information Processing Systems 20). By Woodbury's
// identity S = (V − U (UᵀU + cI)⁻¹ UᵀV)/c. A step takes O(n m²) time, and all of
// them 4nm numbers.
type Cosines struct {
	x, v        *mat.Dense // n×d, n×r; centred
	c           float64
	frequencies *mat.Dense // Ωᵀ, dim×m
	phases      []float64  // b

	recent [2]*cosineEvaluation // the next to be overwritten first
}

// NewCosines draws m cosines for projections to dim coordinates of centred rows x
// (n×d), with V (n×r), centred, for which V Vᵀ = G_y.
func NewCosines(x, v *mat.Dense, c float64, dim, m int, stream *random.Stream) *Cosines {
	e := &Cosines{x: x, v: v, c: c, frequencies: mat.NewDense(dim, m, nil)}
	for f := range m {
		for p := range dim {
			e.frequencies.Set(p, f, stream.Normal())
		}
		e.phases = append(e.phases, 2*math.Pi*stream.Uniform())
	}
	return e
}

// A cosineEvaluation is one by random cosines.
type cosineEvaluation struct {
	of              *Cosines
	amplitude, rate float64    // √(2/m), and by σ
	u, sines        *mat.Dense // n×m
	s               *mat.Dense // n×r
	f               float64
}

// At returns f for w.
func (e *Cosines) At(ctx context.Context, w *mat.Dense, sigma float64) (Evaluation, error) {
	n, _ := e.x.Dims()
	m := len(e.phases)
	o := e.recent[0]
	if o == nil {
		o = &cosineEvaluation{of: e, amplitude: math.Sqrt(2 / float64(m)), u: mat.NewDense(n, m, nil), sines: mat.NewDense(n, m, nil), s: mat.DenseCopyOf(e.v)}
	}
	e.recent[0], e.recent[1] = e.recent[1], o
	o.rate, o.f = o.amplitude/sigma, math.Inf(1)
	var z mat.Dense
	z.Mul(e.x, w)
	z.Scale(1/sigma, &z)
	if err := o.fill(ctx, &z); err != nil {
		return nil, err
	}
	inverse := mat.NewDense(m, m, nil) // UᵀU + cI
	if err := back.Syrk(ctx, blas.Lower, blas.Trans, m, n, 1, o.u.RawMatrix().Data, m, 0, inverse.RawMatrix().Data, m); err != nil {
		return nil, err
	}
	for f := range m {
		inverse.Set(f, f, inverse.At(f, f)+e.c)
	}
	if definite, err := factor(ctx, inverse); err != nil || !definite {
		return o, err
	}
	a := new(mat.Dense)
	a.Mul(o.u.T(), e.v)
	for _, t := range []blas.Transpose{blas.NoTrans, blas.Trans} {
		if err := solve(ctx, t, inverse, a); err != nil {
			return nil, err
		}
	}
	o.s.Mul(o.u, a)
	o.s.Sub(e.v, o.s)
	o.s.Scale(1/e.c, o.s)
	o.f = inner(e.v, o.s)
	return o, nil
}

// Value returns f.
func (o *cosineEvaluation) Value() float64 { return o.f }

// fill sets u, centred, and the sines that belong to it, for the rows by σ.
func (o *cosineEvaluation) fill(ctx context.Context, z *mat.Dense) error {
	n, m := o.u.Dims()
	sums, err := parallel.Blocks(ctx, n, parallel.Grain(40*m), func(lo, hi int) []float64 {
		sum := make([]float64, m)
		for i := lo; i < hi; i++ {
			u, sines := o.u.RawRowView(i), o.sines.RawRowView(i)
			copy(u, o.of.phases)
			for p, v := range z.RawRowView(i) {
				for f, w := range o.of.frequencies.RawRowView(p)[:len(u)] {
					u[f] += float64(w * v)
				}
			}
			for f, angle := range u {
				sin, cos := sincos(angle)
				u[f], sines[f] = o.amplitude*cos, sin
				sum[f] += u[f]
			}
		}
		return sum
	})
	if err != nil {
		return err
	}
	mean := make([]float64, m)
	for _, sum := range sums {
		for f, v := range sum {
			mean[f] += v / float64(n)
		}
	}
	return parallel.For(ctx, n, parallel.Grain(m), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			u := o.u.RawRowView(i)
			for f := range u {
				u[f] -= mean[f]
			}
		}
	})
}

// Gradient returns Xᵀ dZ with dU = −2 S (SᵀU), whose columns have no mean, and
// dZ = −rate (dU ∘ sines) Ω.
func (o *cosineEvaluation) Gradient(ctx context.Context) (*mat.Dense, error) {
	n, m := o.u.Dims()
	dim, _ := o.of.frequencies.Dims()
	var su mat.Dense
	su.Mul(o.s.T(), o.u) // r×m
	r, _ := su.Dims()
	du := o.u
	if err := back.Gemm(ctx, blas.NoTrans, blas.NoTrans, n, m, r, 2*o.rate, o.s.RawMatrix().Data, r, su.RawMatrix().Data, m, 0, du.RawMatrix().Data, m); err != nil {
		return nil, err
	}
	dz := mat.NewDense(n, dim, nil)
	if err := parallel.For(ctx, n, parallel.Grain((1+dim)*m), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := du.RawRowView(i)
			simd.Times(row, o.sines.RawRowView(i))
			for p := range dim {
				dz.Set(i, p, simd.Dot(row, o.of.frequencies.RawRowView(p)))
			}
		}
	}); err != nil {
		return nil, err
	}
	g := new(mat.Dense)
	g.Mul(o.of.x.T(), dz)
	return g, nil
}
