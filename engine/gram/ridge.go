package gram

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	back "unfold/engine/blas"
)

// Solve returns W (n×dim) with (K + λI) W = Z for a Gram matrix K and targets
// Z (n×dim), by one Cholesky decomposition for all columns. It uses the memory
// of k for that, so k is not K afterwards. Time O(n³/3 + n² dim).
//
// Where K + λI is singular to working precision, λ is raised by 1e-12, 1e-11,
// ... 1e-8 of the mean of K's diagonal; it returns the λ that did. The error
// for a matrix that is singular still, or not positive semidefinite, tells the
// pivot.
func Solve(ctx context.Context, k *mat.Dense, lambda float64, z *mat.Dense) (w *mat.Dense, ridge float64, err error) {
	n, _ := k.Dims()
	data, diagonal := k.RawMatrix().Data, make([]float64, n)
	var scale float64
	for i := range n {
		diagonal[i] = data[i*n+i]
		scale += diagonal[i] / float64(n)
	}
	failed, pivot := -1, 0.0
	for _, jitter := range []float64{0, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8} {
		ridge = lambda + jitter*scale
		for i := range n {
			data[i*n+i] = diagonal[i] + ridge
		}
		if failed, pivot, err = factor(ctx, n, data, 1e-15*scale); err != nil {
			return nil, 0, err
		}
		if failed < 0 {
			w, err := substitute(ctx, n, data, z)
			return w, ridge, err
		}
		if err := mirrorUp(ctx, n, data); err != nil {
			return nil, 0, err
		}
	}
	if pivot < -1e-8*scale {
		return nil, 0, &engine.Error{
			Cause:  fmt.Sprintf("Gram matrix is not positive semidefinite (pivot %.3g at row %d)", pivot, failed),
			Remedy: "the kernel is not a Mercer kernel: for poly, give an offset of at least 0",
		}
	}
	return nil, 0, &engine.Error{
		Param:  "lambda",
		Cause:  fmt.Sprintf("Gram matrix is singular (pivot %.3g at row %d): duplicate rows or ridge too small, lambda = %g", pivot, failed, lambda),
		Remedy: "raise lambda, or put dedupe after the source",
	}
}

// factor leaves the Cholesky factor in the upper triangle. A pivot below the
// floor is nothing but rounding, and fails too.
func factor(ctx context.Context, n int, data []float64, floor float64) (failed int, pivot float64, err error) {
	failed, pivot, err = back.Cholesky(ctx, blas.Upper, n, data, n)
	for i := 0; i < n && failed < 0 && err == nil; i++ {
		if p := data[i*n+i] * data[i*n+i]; !(p > floor) {
			failed, pivot = i, p
		}
	}
	return failed, pivot, err
}

// substitute solves Uᵀ U W = Z, some columns at a time, with a look at the
// context between them.
func substitute(ctx context.Context, n int, data []float64, z *mat.Dense) (*mat.Dense, error) {
	const columns = 4
	w := mat.DenseCopyOf(z)
	u := blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: n, Stride: n, Data: data}
	for _, side := range []blas.Transpose{blas.Trans, blas.NoTrans} {
		for from, all := 0, w.RawMatrix(); from < all.Cols; from += columns {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			part := all
			part.Cols, part.Data = min(columns, all.Cols-from), all.Data[from:]
			blas64.Trsm(blas.Left, side, 1, u, part)
		}
	}
	return w, nil
}

// mirrorUp restores the upper triangle from the lower, which no decomposition
// has touched.
func mirrorUp(ctx context.Context, n int, data []float64) error {
	for i := range n {
		if i%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for j := range i {
			data[j*n+i] = data[i*n+j]
		}
	}
	return nil
}
