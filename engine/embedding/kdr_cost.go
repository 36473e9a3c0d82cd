package embedding

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	back "unfold/engine/blas"
	"unfold/engine/gram"
	"unfold/engine/internal/parallel"
)

// A dependence is the cost of KDR.
type dependence interface {
	// at returns f for orthonormal w and a bandwidth, infinite where that is no
	// number, and if asked for its gradient by w (d×dim).
	at(ctx context.Context, w *mat.Dense, sigma float64, gradient bool) (float64, *mat.Dense, error)
}

// exactDependence is f = ⟨V, S⟩, S = (H K H + cI)⁻¹ V, with V Vᵀ = G_y and
// c = nε.
type exactDependence struct {
	x, v *mat.Dense // n×d, n×r; centred
	c    float64

	raw, k *mat.Dense // K, and what becomes of it; the last call has left them
}

func (e *exactDependence) at(ctx context.Context, w *mat.Dense, sigma float64, gradient bool) (float64, *mat.Dense, error) {
	var z mat.Dense
	z.Mul(e.x, w)
	n, _ := z.Dims()
	if e.raw == nil {
		e.raw, e.k = mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	}
	if err := e.similarities(ctx, &z, sigma); err != nil {
		return 0, nil, err
	}
	k := e.k
	k.Copy(e.raw)
	if err := centreBoth(ctx, k); err != nil {
		return 0, nil, err
	}
	for i := range n {
		k.Set(i, i, k.At(i, i)+e.c)
	}
	s, err := solved(ctx, k, e.v)
	if err != nil || s == nil {
		return math.Inf(1), nil, err
	}
	f := inner(e.v, s)
	if !gradient {
		return f, nil, nil
	}
	g, err := e.gradient(ctx, &z, s, sigma)
	return f, g, err
}

// similarities fills K, each pair once.
func (e *exactDependence) similarities(ctx context.Context, z *mat.Dense, sigma float64) error {
	n, _ := z.Dims()
	return parallel.For(ctx, n, parallel.Grain(10*n), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			zi := z.RawRowView(i)
			for j := i; j < n; j++ {
				v := math.Exp(-gram.Square(zi, z.RawRowView(j)) / (2 * sigma * sigma))
				e.raw.Set(i, j, v)
				e.raw.Set(j, i, v)
			}
		}
	})
}

// gradient returns Xᵀ dZ. With F_ij = (S Sᵀ)_ij K_ij / 2σ², the derivative by
// the squared distance of i and j, dz_i = 4 Σ_j F_ij (z_i − z_j).
func (e *exactDependence) gradient(ctx context.Context, z, s *mat.Dense, sigma float64) (*mat.Dense, error) {
	n, dim := z.Dims()
	_, r := s.Dims()
	dz := mat.NewDense(n, dim, nil)
	if err := parallel.For(ctx, n, parallel.Grain((6+r)*n), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			zi, si, ki, out := z.RawRowView(i), s.RawRowView(i), e.raw.RawRowView(i), dz.RawRowView(i)
			for j := range n {
				var b float64
				for c, v := range s.RawRowView(j) {
					b += v * si[c]
				}
				b *= 2 * ki[j] / (sigma * sigma)
				zj := z.RawRowView(j)
				for p := range out {
					out[p] += b * (zi[p] - zj[p])
				}
			}
		}
	}); err != nil {
		return nil, err
	}
	g := new(mat.Dense)
	g.Mul(e.x.T(), dz)
	return g, nil
}

// featuredDependence is f with K = U Uᵀ, U = H √(2/m) cos(Z Ωᵀ/σ + b). By
// Woodbury's identity S = (V − U (UᵀU + cI)⁻¹ UᵀV)/c.
type featuredDependence struct {
	x, v        *mat.Dense // n×d, n×r; centred
	c           float64
	frequencies *mat.Dense // Ω, m×dim
	phases      []float64  // b
	u, sines    *mat.Dense // n×m, what the last call has left
}

func newFeaturedDependence(x, v *mat.Dense, c float64, dim, m int, stream interface {
	Normal() float64
	Uniform() float64
}) *featuredDependence {
	n, _ := x.Dims()
	e := &featuredDependence{x: x, v: v, c: c, frequencies: mat.NewDense(m, dim, nil), u: mat.NewDense(n, m, nil), sines: mat.NewDense(n, m, nil)}
	for f := range m {
		for p := range dim {
			e.frequencies.Set(f, p, stream.Normal())
		}
		e.phases = append(e.phases, 2*math.Pi*stream.Uniform())
	}
	return e
}

func (e *featuredDependence) at(ctx context.Context, w *mat.Dense, sigma float64, gradient bool) (float64, *mat.Dense, error) {
	var z mat.Dense
	z.Mul(e.x, w)
	n, m := e.u.Dims()
	amplitude := math.Sqrt(2 / float64(m))
	if err := e.cosines(ctx, &z, sigma, amplitude); err != nil {
		return 0, nil, err
	}
	inverse := mat.NewDense(m, m, nil) // UᵀU + cI
	if err := back.Syrk(ctx, blas.Lower, blas.Trans, m, n, 1, e.u.RawMatrix().Data, m, 0, inverse.RawMatrix().Data, m); err != nil {
		return 0, nil, err
	}
	for f := range m {
		inverse.Set(f, f, inverse.At(f, f)+e.c)
	}
	uv, s := new(mat.Dense), new(mat.Dense)
	uv.Mul(e.u.T(), e.v)
	a, err := solved(ctx, inverse, uv)
	if err != nil || a == nil {
		return math.Inf(1), nil, err
	}
	s.Mul(e.u, a)
	s.Sub(e.v, s)
	s.Scale(1/e.c, s)
	f := inner(e.v, s)
	if !gradient {
		return f, nil, nil
	}
	g, err := e.gradient(ctx, s, amplitude/sigma)
	return f, g, err
}

// cosines fills u, centred, and the sines that belong to it.
func (e *featuredDependence) cosines(ctx context.Context, z *mat.Dense, sigma, amplitude float64) error {
	n, m := e.u.Dims()
	sums, err := parallel.Blocks(ctx, n, parallel.Grain(40*m), func(lo, hi int) []float64 {
		sum := make([]float64, m)
		for i := lo; i < hi; i++ {
			zi, u, sines := z.RawRowView(i), e.u.RawRowView(i), e.sines.RawRowView(i)
			for f := range u {
				angle := 0.0
				for p, o := range e.frequencies.RawRowView(f) {
					angle += o * zi[p]
				}
				sin, cos := sincos(angle/sigma + e.phases[f])
				u[f], sines[f] = amplitude*cos, sin
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
			u := e.u.RawRowView(i)
			for f := range u {
				u[f] -= mean[f]
			}
		}
	})
}

// gradient returns Xᵀ dZ with dU = −2 S (SᵀU), whose columns have no mean, and
// dZ = −rate (dU ∘ sines) Ω.
func (e *featuredDependence) gradient(ctx context.Context, s *mat.Dense, rate float64) (*mat.Dense, error) {
	n, m := e.u.Dims()
	_, dim := e.frequencies.Dims()
	var su mat.Dense
	su.Mul(s.T(), e.u) // r×m
	r, _ := su.Dims()
	dz := mat.NewDense(n, dim, nil)
	if err := parallel.With(ctx, n, parallel.Grain((r+dim)*m), func() []float64 { return make([]float64, m) }, func(du []float64, lo, hi int) {
		for i := lo; i < hi; i++ {
			clear(du)
			for c, v := range s.RawRowView(i) {
				for f, along := range su.RawRowView(c) {
					du[f] += v * along
				}
			}
			sines, out := e.sines.RawRowView(i), dz.RawRowView(i)
			for f, v := range du {
				for p, o := range e.frequencies.RawRowView(f) {
					out[p] += 2 * rate * v * sines[f] * o
				}
			}
		}
	}); err != nil {
		return nil, err
	}
	g := new(mat.Dense)
	g.Mul(e.x.T(), dz)
	return g, nil
}

// solved returns a⁻¹ b for a positive definite a, whose lower triangle it
// overwrites; nil where a is not to working precision.
func solved(ctx context.Context, a, b *mat.Dense) (*mat.Dense, error) {
	n, r := b.Dims()
	l := a.RawMatrix().Data
	failed, _, err := back.Cholesky(parallel.Part(ctx, 1, 1), blas.Lower, n, l, n)
	if err != nil || failed >= 0 {
		return nil, err
	}
	s := mat.DenseCopyOf(b)
	for _, t := range []blas.Transpose{blas.NoTrans, blas.Trans} {
		if err := back.Trsm(ctx, blas.Left, blas.Lower, t, blas.NonUnit, n, r, 1, l, n, s.RawMatrix().Data, r); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// inner returns the sum of the products of entries.
func inner(a, b *mat.Dense) float64 {
	n, _ := a.Dims()
	var sum float64
	for i := range n {
		for c, v := range a.RawRowView(i) {
			sum += v * b.At(i, c)
		}
	}
	return sum
}

// factored returns V (n×r) with V Vᵀ the Gram matrix of the rows of x, by
// Cholesky's method with the largest pivot next, until what is left of the trace
// is below a share of it. Time O(n r²), memory n r numbers.
func factored(ctx context.Context, k gram.Kernel, x *mat.Dense, share float64) (*mat.Dense, error) {
	n, _ := x.Dims()
	left, all := make([]float64, n), 0.0
	for i := range n {
		left[i] = k.Of(x.RawRowView(i), x.RawRowView(i))
		all += left[i]
	}
	var columns [][]float64
	for len(columns) < n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		pivot, rest := 0, 0.0
		for i, v := range left {
			rest += max(v, 0)
			if v > left[pivot] {
				pivot = i
			}
		}
		if rest <= share*all || left[pivot] <= 0 {
			break
		}
		column, root := make([]float64, n), math.Sqrt(left[pivot])
		for i := range n {
			v := k.Of(x.RawRowView(i), x.RawRowView(pivot))
			for _, c := range columns {
				v -= c[i] * c[pivot]
			}
			column[i] = v / root
			left[i] -= column[i] * column[i]
		}
		left[pivot] = 0
		columns = append(columns, column)
	}
	if len(columns) == 0 {
		return nil, &engine.Error{Param: "sigmay", Cause: "responses have no similarity that is a number", Remedy: "raise sigmay"}
	}
	v := mat.NewDense(n, len(columns), nil)
	for c, column := range columns {
		v.SetCol(c, column)
	}
	return v, nil
}
