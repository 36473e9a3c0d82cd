package embedding

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	back "unfold/engine/blas"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
)

// featuredDependence is f with K = U Uᵀ, U = H √(2/m) cos(Z Ωᵀ/σ + b). By
// Woodbury's identity S = (V − U (UᵀU + cI)⁻¹ UᵀV)/c.
type featuredDependence struct {
	x, v        *mat.Dense // n×d, n×r; centred
	c           float64
	frequencies *mat.Dense // Ω, m×dim
	phases      []float64  // b
	u, sines    *mat.Dense // n×m, what the last call has left
}

func newFeaturedDependence(x, v *mat.Dense, c float64, dim, m int, stream *random.Stream) *featuredDependence {
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
