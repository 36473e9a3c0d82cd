package embedding

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	back "unfold/engine/blas"
	"unfold/engine/internal/parallel"
)

// A dependence is the cost of KDR.
type dependence interface {
	// at returns f for orthonormal w and a bandwidth, infinite where that is no
	// number, and if asked for its gradient by w (d×dim).
	at(ctx context.Context, w *mat.Dense, sigma float64, gradient bool) (float64, *mat.Dense, error)
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
