package pairwise_test

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/elementary"
	"unfold/engine/internal/parallel"
)

// scaling is the map that gives each column a weight of its own, z_ik = exp(w_k)
// x_ik: the exponent keeps weights above zero.
type scaling struct{ x *mat.Dense } // n×d

func (m scaling) Rows() int       { return m.x.RawMatrix().Rows }
func (m scaling) Dim() int        { return m.x.RawMatrix().Cols }
func (m scaling) Parameters() int { return m.Dim() }
func (m scaling) Work() int       { return m.Dim() }

// Forward fills z with the weighted rows.
func (m scaling) Forward(ctx context.Context, z, w []float64) error {
	return parallel.For(ctx, m.Rows(), 256, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			image := z[i*m.Dim() : (i+1)*m.Dim()]
			for k, v := range m.x.RawRowView(i) {
				image[k] = elementary.Exp(w[k]) * v
			}
		}
	})
}

// Pullback adds ∂z_ik/∂w_k g_k = z_ik g_k.
func (m scaling) Pullback(gradient, w []float64, i int, g []float64) {
	for k, v := range m.x.RawRowView(i) {
		gradient[k] += elementary.Exp(w[k]) * v * g[k]
	}
}
