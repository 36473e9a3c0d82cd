package cost

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/sparse"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
)

// Least returns the parameters W (p×dim) of images Z = Φ W that have the least cost of
// all, and the ratio of each, rising, whose sum the cost is: the smallest eigenvalues of
//
//	Φᵀ M Φ w = λ Φᵀ B Φ w,  wᵀ Φᵀ B Φ w = 1
//
// (Fan 1949, doi:10.1073/pnas.35.11.652). A constant column of Φ, and columns that
// follow from others, take no part. Φ is n×p. ridge, if any, is what the squares of the
// parameters of each column cost besides, where the mean square of an image's coordinate
// is one, as rows count by b: diag(ridge) Σ b is added to Φᵀ M Φ. Time O(entries p + n p²
// + p³). It fails where fewer than dim columns are left.
func (c *Ratio) Least(ctx context.Context, design *mat.Dense, dim int, ridge []float64) (w *mat.Dense, ratios []float64, err error) {
	centred, mean := mat.DenseCopyOf(design), c.mean(design)
	centred.Apply(func(_, k int, v float64) float64 { return v - mean[k] }, centred)
	above, err := Quadratic(parallel.Part(ctx, 0, 0.5), c.matrix, centred)
	if err != nil {
		return nil, nil, err
	}
	for a, v := range ridge {
		above.SetSym(a, a, above.At(a, a)+float64(v*c.total))
	}
	below, err := Quadratic(parallel.Part(ctx, 0.5, 1), Diagonal(c.weights), centred)
	if err != nil {
		return nil, nil, err
	}
	basis := independentColumns(below)
	if _, r := basis.Dims(); r < dim {
		return nil, nil, &engine.Error{Param: "dim", Cause: fmt.Sprintf("dim = %d is more than the map can have: it has %d columns that are not constant and do not follow from others", dim, r), Remedy: remedy.Reduce("dim").To(r)}
	}
	ratios, least := LeastRatios(congruent(above, basis), congruent(below, basis), dim)
	w = new(mat.Dense)
	w.Mul(basis, least)
	return w, ratios, nil
}

// Standard returns the affine map z ↦ (z − mean) A that brings images to coordinates
// that are uncorrelated and of variance one, where rows count by b, in the order of their
// ratios, which are returned too: the cost is the same for all affine maps of images.
// The largest image of each coordinate is positive.
func (c *Ratio) Standard(ctx context.Context, z *mat.Dense) (mean []float64, a *mat.Dense, ratios []float64, err error) {
	_, q := z.Dims()
	if a, ratios, err = c.Least(ctx, z, q, nil); err != nil {
		return nil, nil, nil, err
	}
	mean = c.mean(z)
	var images mat.Dense
	images.Apply(func(_, k int, v float64) float64 { return v - mean[k] }, z)
	images.Mul(mat.DenseCopyOf(&images), a)
	signs := spectral.Signs(&images)
	a.Apply(func(_, k int, v float64) float64 { return signs[k] * math.Sqrt(c.total) * v }, a)
	return mean, a, ratios, nil
}

// mean is that of rows of columns, which count by b.
func (c *Ratio) mean(x *mat.Dense) []float64 {
	_, d := x.Dims()
	mean := make([]float64, d)
	for i, b := range c.weights {
		for k, v := range x.RawRowView(i) {
			mean[k] += float64(b * v)
		}
	}
	for k := range mean {
		mean[k] /= c.total
	}
	return mean
}

// independent is the least eigenvalue, beside columns of size one, of columns that do
// not follow from others.
const independent = 1e-10

// independentColumns returns directions (p×r) in which rows with these sums of products
// have a size.
func independentColumns(below *mat.SymDense) *mat.Dense {
	var used []int
	most := 0.0
	for k := range below.SymmetricDim() {
		most = max(most, below.At(k, k))
	}
	for k := range below.SymmetricDim() {
		if below.At(k, k) > 1e-24*most {
			used = append(used, k)
		}
	}
	if len(used) == 0 {
		return new(mat.Dense)
	}
	part := mat.NewSymDense(len(used), nil)
	for a, k := range used {
		for b, l := range used[:a+1] {
			part.SetSym(a, b, below.At(k, l))
		}
	}
	values, vectors := eigen(scaled(part))
	first := 0
	for first < len(values) && values[first] <= independent {
		first++
	}
	basis := mat.NewDense(below.SymmetricDim(), len(values)-first, nil)
	for a, k := range used {
		for c := range len(values) - first {
			basis.Set(k, c, vectors.At(a, first+c)/math.Sqrt(values[first+c]*below.At(k, k)))
		}
	}
	return basis
}

// scaled returns s with its rows and columns brought to a diagonal of ones.
func scaled(s *mat.SymDense) *mat.SymDense {
	n := s.SymmetricDim()
	t := mat.NewSymDense(n, nil)
	for a := range n {
		for b := a; b < n; b++ {
			t.SetSym(a, b, s.At(a, b)/math.Sqrt(s.At(a, a))/math.Sqrt(s.At(b, b)))
		}
	}
	return t
}

// congruent returns bᵀ s b.
func congruent(s *mat.SymDense, b *mat.Dense) *mat.SymDense {
	var part, whole mat.Dense
	part.Mul(s, b)
	whole.Mul(b.T(), &part)
	return symmetrised(&whole)
}

// Quadratic returns uᵀ m u for u n×r. Time O(entries r + n r²).
func Quadratic(ctx context.Context, m *sparse.Matrix, u *mat.Dense) (*mat.SymDense, error) {
	n, r := u.Dims()
	image := mat.NewDense(n, r, nil)
	err := parallel.For(ctx, n, 256, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			columns, values := m.Of(i)
			row := image.RawRowView(i)
			for e, j := range columns {
				for c, v := range u.RawRowView(int(j)) {
					row[c] += float64(values[e] * v)
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	var product mat.Dense
	product.Mul(u.T(), image)
	return symmetrised(&product), ctx.Err()
}

// symmetrised returns the mean of a square matrix and its transpose.
func symmetrised(a *mat.Dense) *mat.SymDense {
	r, _ := a.Dims()
	s := mat.NewSymDense(r, nil)
	for i := range r {
		for j := i; j < r; j++ {
			s.SetSym(i, j, (a.At(i, j)+a.At(j, i))/2)
		}
	}
	return s
}

// Diagonal returns a matrix with the values on its diagonal.
func Diagonal(values []float64) *sparse.Matrix {
	m := &sparse.Matrix{Start: make([]int, 1, len(values)+1), Value: values}
	for i := range values {
		m.At = append(m.At, int32(i))
		m.Start = append(m.Start, i+1)
	}
	return m
}

// LeastRatios returns the least values of wᵀ above w / wᵀ below w, rising, and their w
// in columns, with wᵀ below w = 1. below is positive definite, as sums over white rows
// are.
func LeastRatios(above, below *mat.SymDense, dim int) ([]float64, *mat.Dense) {
	values, vectors := eigen(below)
	vectors.Apply(func(_, c int, v float64) float64 { return v / math.Sqrt(values[c]) }, vectors)
	ratios, best := eigen(congruent(above, vectors))
	r := len(values)
	var w mat.Dense
	w.Mul(vectors, best.Slice(0, r, 0, dim))
	return ratios[:dim], &w
}

// eigen returns the eigenvalues of a finite symmetric matrix, rising, and its vectors.
func eigen(s *mat.SymDense) ([]float64, *mat.Dense) {
	var e mat.EigenSym
	if !e.Factorize(s, true) {
		panic("cost: sums of products are not finite")
	}
	vectors := new(mat.Dense)
	e.VectorsTo(vectors)
	return e.Values(nil), vectors
}
