package dependence

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	own "unfold/engine/linear/blas"
	"unfold/engine/linear/gram"
	"unfold/engine/linear/spectral"
)

// A Product is v ↦ L v for the columns of v (n×r), with the similarities L of what
// is to be learned of n rows, L_ij = l(y_i, y_j).
type Product func(ctx context.Context, v *mat.Dense) (*mat.Dense, error)

// Inner is the product with L = Y Yᵀ: inner products of responses, or of classes
// by their indicators, 1 within a class and 0 elsewhere. Time O(n m r).
func Inner(y *mat.Dense) Product {
	return func(_ context.Context, v *mat.Dense) (*mat.Dense, error) {
		var along, image mat.Dense
		along.Mul(y.T(), v)
		image.Mul(y, &along)
		return &image, nil
	}
}

// Kernel is the product with the kernel values of responses, which are kept for
// as long as it takes. Time O(n² r), memory n² numbers.
func Kernel(k gram.Kernel, y *mat.Dense) Product {
	return func(ctx context.Context, v *mat.Dense) (*mat.Dense, error) {
		l, err := gram.Matrix(ctx, k, y)
		if err != nil {
			return nil, err
		}
		n, r := v.Dims()
		image := mat.NewDense(n, r, nil)
		x, y, z := l.RawMatrix(), v.RawMatrix(), image.RawMatrix()
		return image, own.Gemm(ctx, blas.NoTrans, blas.NoTrans, n, r, n, 1, x.Data, x.Stride, y.Data, y.Stride, 0, z.Data, z.Stride)
	}
}

// Directions returns at most dim directions of p (n×r, centred) that depend on
// what is to be learned, with their eigenvalues of pᵀ L p; none where nothing does.
func Directions(ctx context.Context, p *mat.Dense, dim int, l Product) (*spectral.Pairs, error) {
	lp, err := l(ctx, p)
	if err != nil {
		return nil, err
	}
	n, r := p.Dims()
	product := mat.NewDense(r, r, nil)
	x, y, z := p.RawMatrix(), lp.RawMatrix(), product.RawMatrix()
	if err := own.Gemm(ctx, blas.Trans, blas.NoTrans, r, r, n, 1, x.Data, x.Stride, y.Data, y.Stride, 0, z.Data, z.Stride); err != nil {
		return nil, err
	}
	var size float64 // the largest entry of a matrix without eigenvalues below zero is on its diagonal
	for i := range r {
		size = max(size, product.At(i, i))
	}
	if size == 0 {
		return &spectral.Pairs{}, nil
	}
	if err := spectral.Symmetrise(ctx, product, 1/size); err != nil {
		return nil, err
	}
	pairs, err := spectral.Top(ctx, product, min(dim, r))
	if err != nil {
		return nil, err
	}
	positive := min(dim, pairs.Positive())
	values := pairs.Values[:positive]
	for i := range values {
		values[i] *= size
	}
	if positive == 0 {
		return &spectral.Pairs{}, nil
	}
	return &spectral.Pairs{Values: values, Vectors: mat.DenseCopyOf(pairs.Vectors.Slice(0, r, 0, positive)), Equal: pairs.Equal}, nil
}
