package pairwise

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/linear/spectral"
)

// Linear is the map z_i = Wᵀ φ_i of rows φ_i of a design: columns of the data,
// best of all uncorrelated and of one size, or features of them.
type Linear struct {
	design *mat.Dense // Φ, n×p
	dim    int
}

// NewLinear returns the maps of the rows of design (n×p) to q = dim coordinates.
func NewLinear(design *mat.Dense, dim int) *Linear { return &Linear{design, dim} }

// Design returns Φ.
func (m *Linear) Design() *mat.Dense { return m.design }

// Rows returns n.
func (m *Linear) Rows() int { return m.design.RawMatrix().Rows }

// Dim returns q.
func (m *Linear) Dim() int { return m.dim }

// Parameters returns p q.
func (m *Linear) Parameters() int { return m.design.RawMatrix().Cols * m.dim }

// Work counts a product for each parameter.
func (m *Linear) Work() int { return m.Parameters() }

// Forward fills z with the rows Wᵀ φ_i. Time O(n p q).
func (m *Linear) Forward(ctx context.Context, z, w []float64) error {
	q := m.dim
	return parallel.For(ctx, m.Rows(), 256, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			image := z[i*q : (i+1)*q]
			clear(image)
			for a, u := range m.design.RawRowView(i) {
				for k, v := range w[a*q : (a+1)*q] {
					image[k] += float64(u * v)
				}
			}
		}
	})
}

// Pullback adds φ_i gᵀ. Time O(p q).
func (m *Linear) Pullback(gradient, _ []float64, i int, g []float64) {
	for a, u := range m.design.RawRowView(i) {
		for k, v := range g {
			gradient[a*len(g)+k] += float64(u * v)
		}
	}
}

// Draw returns orthonormal columns, all directions equally likely, times a factor
// that makes W as large as the one it is to be like: for a design of uncorrelated
// columns of one size images are then as far apart in the mean.
func (m *Linear) Draw(like []float64, stream *random.Stream) []float64 {
	w := mat.NewDense(len(like)/m.dim, m.dim, nil)
	w.Apply(func(int, int, float64) float64 { return stream.Normal() }, w)
	drawn := spectral.Orthonormal(w).RawMatrix().Data
	size := length(like) / length(drawn)
	for k := range drawn {
		drawn[k] *= size
	}
	return drawn
}

func length(v []float64) float64 { return mat.Norm(mat.NewVecDense(len(v), v), 2) }
