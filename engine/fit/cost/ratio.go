package cost

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/pairwise"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/sparse"
	"unfold/engine/remedy"
)

// Ratio is what a sparse M asks of images that have a size by weights b of the rows,
//
//	C = tr[(Zᵀ B Z)⁻¹ Zᵀ M Z],  B = diag(b) − b bᵀ / Σ b
//	∂C/∂Z = 2 (M Z − B Z C₁ A) C₁,  C₁ = (Zᵀ B Z)⁻¹, A = Zᵀ M Z
//
// the same for every affine map of Z. It is locally linear embedding with M = (I −
// W)ᵀ(I − W) and b = 1/n (Roweis, Saul 2000, doi:10.1126/science.290.5500.2323), and
// Laplacian eigenmaps with M = D − W and b the degrees (Belkin, Niyogi 2003,
// doi:10.1162/089976603321780317). M 1 = 0 is taken for granted.
//
// No matrix of n×n is formed: an evaluation takes O(entries q + n q²) time and O(n q)
// memory. Images of a rank below q have no such ratio: to start at them is an error,
// and to meet them later an infinite cost.
type Ratio struct {
	matrix  *sparse.Matrix
	weights []float64 // b
	total   float64   // Σ b

	centred  *pairwise.Images // Z less its mean by b
	product  *pairwise.Images // M Z
	inverse  *mat.Dense       // C₁
	turned   *mat.Dense       // C₁ A
	singular bool
	begun    bool // whether images with a ratio were met
}

// NewRatio returns the cost of a matrix, and weights of the rows, which are above
// zero; nil for 1/n.
func NewRatio(m *sparse.Matrix, weights []float64) *Ratio {
	c := &Ratio{matrix: m, weights: weights}
	if weights == nil {
		c.weights = make([]float64, m.Len())
		for i := range c.weights {
			c.weights[i] = 1 / float64(m.Len())
		}
	}
	for _, b := range c.weights {
		c.total += b
	}
	return c
}

// Place finds M Z, Zᵀ M Z and Zᵀ B Z.
func (c *Ratio) Place(ctx context.Context, z *pairwise.Images) error {
	n, q := c.matrix.Len(), z.Dim
	if c.product == nil {
		c.centred, c.product = pairwise.NewImages(n, q), pairwise.NewImages(n, q)
	}
	c.centre(z)
	if err := c.multiply(ctx); err != nil {
		return err
	}
	above, below := mat.NewSymDense(q, nil), mat.NewSymDense(q, nil)
	for i := range n {
		row, image := c.centred.Row(i), c.product.Row(i)
		for a := range q {
			for b := a; b < q; b++ {
				above.SetSym(a, b, above.At(a, b)+float64((float64(row[a]*image[b])+float64(row[b]*image[a]))/2))
				below.SetSym(a, b, below.At(a, b)+float64(c.weights[i]*row[a]*row[b]))
			}
		}
	}
	rank := c.invert(below)
	if c.singular = rank < q; c.singular {
		if !c.begun {
			return &engine.Error{Cause: fmt.Sprintf("the images that the search begins with have rank %d, which is below %d dimensions", rank, q), Remedy: remedy.Reduce("dim").Or(remedy.Say("give columns that do not follow from each other"))}
		}
		return nil
	}
	c.begun = true
	c.turned = mat.NewDense(q, q, nil)
	c.turned.Mul(c.inverse, above)
	return nil
}

// centre takes the mean by b off the images.
func (c *Ratio) centre(z *pairwise.Images) {
	mean := make([]float64, z.Dim)
	for i, b := range c.weights {
		for k, v := range z.Row(i) {
			mean[k] += float64(b * v)
		}
	}
	for i, v := range z.Points {
		c.centred.Points[i] = v - mean[i%z.Dim]/c.total
	}
}

// multiply finds M Z.
func (c *Ratio) multiply(ctx context.Context) error {
	return parallel.For(ctx, c.matrix.Len(), 256, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			columns, values := c.matrix.Of(i)
			image := c.product.Row(i)
			clear(image)
			for e, j := range columns {
				for k, v := range c.centred.Row(int(j)) {
					image[k] += float64(values[e] * v)
				}
			}
		}
	})
}

// invert finds C₁, and returns the rank of the matrix that it is the inverse of.
func (c *Ratio) invert(below *mat.SymDense) (rank int) {
	q := below.SymmetricDim()
	for k := range q {
		if v := below.At(k, k); v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
			return k
		}
	}
	values, vectors := eigen(scaled(below))
	for _, v := range values {
		if v > independent {
			rank++
		}
	}
	if rank < q {
		return rank
	}
	c.inverse = mat.NewDense(q, q, nil)
	for a := range q {
		for b := range q {
			var sum float64
			for k, v := range values {
				sum += float64(vectors.At(a, k) * vectors.At(b, k) / v)
			}
			c.inverse.Set(a, b, sum/math.Sqrt(below.At(a, a))/math.Sqrt(below.At(b, b)))
		}
	}
	return rank
}

// Row returns the share z_i · C₁ (M Z)_i of row i, and its gradient.
func (c *Ratio) Row(i int, gradient []float64) (value float64) {
	if c.singular {
		return math.Inf(1)
	}
	row, image := c.centred.Row(i), c.product.Row(i)
	rest := make([]float64, len(row))
	for k := range row {
		rest[k] = image[k]
		for l, v := range row {
			rest[k] -= float64(c.weights[i] * v * c.turned.At(l, k))
		}
	}
	for k := range row {
		for l, v := range rest {
			gradient[k] += float64(2 * v * c.inverse.At(l, k))
			value += float64(row[k] * c.inverse.At(k, l) * image[l])
		}
	}
	return value
}

// Work counts the products with the small matrices.
func (c *Ratio) Work(q int) int { return 8 * q * q }
