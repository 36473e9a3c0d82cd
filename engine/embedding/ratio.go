package embedding

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/alignment"
	"unfold/engine/internal/parallel"
	"unfold/engine/sparse"
	"unfold/engine/spectral"
)

// whitened finds the neighbours of distinct rows, and brings their columns to
// uncorrelated ones of variance one, of which there are dim at least.
func whitened(ctx context.Context, s engine.Sample, m *alignment.Near) (*alignment.Surroundings, *whitening, error) {
	u, err := m.Surroundings(parallel.Part(ctx, 0, 0.7), s)
	if err != nil {
		return nil, nil, err
	}
	white, err := whiten(parallel.Part(ctx, 0.7, 1), u.Sample, m.Dim)
	return u, white, err
}

// along makes the embedding of the map that takes white rows to directions (r×dim).
func (w *whitening) along(ctx context.Context, s engine.Sample, directions *mat.Dense, spectrum []float64) (*engine.Embedding, error) {
	_, dim := directions.Dims()
	var v mat.Dense
	v.Mul(w.columns, directions)
	spectral.Orient(&v)
	own := newLinear(w.mean, &v, dim)
	y, err := own.place(ctx, s.X)
	if err != nil {
		return nil, err
	}
	return &engine.Embedding{Y: y, Spectrum: spectrum, Map: own}, nil
}

// quadratic returns uᵀ m u.
func quadratic(ctx context.Context, m *sparse.Matrix, u *mat.Dense) (*mat.SymDense, error) {
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
	q := mat.NewSymDense(r, nil)
	for a := range r {
		for b := a; b < r; b++ {
			q.SetSym(a, b, (product.At(a, b)+product.At(b, a))/2)
		}
	}
	return q, ctx.Err()
}

// leastRatios returns the least values of wᵀ above w / wᵀ below w, rising, and their w
// in columns, with wᵀ below w = 1. below is positive definite, as sums over white rows
// are.
func leastRatios(above, below *mat.SymDense, dim int) ([]float64, *mat.Dense) {
	values, vectors := eigen(below)
	vectors.Apply(func(_, c int, v float64) float64 { return v / math.Sqrt(values[c]) }, vectors)
	var part, turned mat.Dense
	part.Mul(above, vectors)
	turned.Mul(vectors.T(), &part)
	r := len(values)
	inner := mat.NewSymDense(r, nil)
	for a := range r {
		for b := a; b < r; b++ {
			inner.SetSym(a, b, (turned.At(a, b)+turned.At(b, a))/2)
		}
	}
	ratios, best := eigen(inner)
	var w mat.Dense
	w.Mul(vectors, best.Slice(0, r, 0, dim))
	return ratios[:dim], &w
}

// eigen returns the eigenvalues of a finite symmetric matrix, rising, and its vectors.
func eigen(s *mat.SymDense) ([]float64, *mat.Dense) {
	var e mat.EigenSym
	if !e.Factorize(s, true) {
		panic("embedding: sums over white rows are not finite")
	}
	vectors := new(mat.Dense)
	e.VectorsTo(vectors)
	return e.Values(nil), vectors
}
