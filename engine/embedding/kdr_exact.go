package embedding

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/gram"
	"unfold/engine/internal/parallel"
)

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
