package ridge

import (
	"context"

	"gonum.org/v1/gonum/blas"

	back "unfold/engine/blas"
	"unfold/engine/gram"
	"unfold/engine/internal/parallel"
)

// A factor is U of K + λI = Uᵀ U, in the upper triangle of an n×n matrix.
type factor[T back.Float] struct {
	n int
	u []T
}

// sides are r right sides in rows, for which one system asks.
type sides[T back.Float] struct {
	b []T
	r int
}

// solve replaces the r right sides in the rows of b by solutions of
// (K + λI) x = b. Time O(2 n² r), of which all processors take part.
func (f factor[T]) solve(ctx context.Context, b []T, r int) error {
	return f.solveAll(ctx, []sides[T]{{b, r}})
}

// solveAll solves for several sets of right sides, each with the bits that it
// has alone: the factor, which lies far beyond a processor's caches, is read
// once for all of them.
func (f factor[T]) solveAll(ctx context.Context, all []sides[T]) error {
	if err := f.forth(ctx, all); err != nil {
		return err
	}
	return f.back(ctx, all)
}

// forth solves Uᵀ y = b.
func (f factor[T]) forth(ctx context.Context, all []sides[T]) error {
	for k := 0; k < f.n; k += gram.BlockSize {
		if err := f.step(ctx, all, k, blas.NoTrans); err != nil {
			return err
		}
	}
	return nil
}

// back solves U x = b.
func (f factor[T]) back(ctx context.Context, all []sides[T]) error {
	for k := (f.n - 1) / gram.BlockSize * gram.BlockSize; k >= 0; k -= gram.BlockSize {
		if err := f.step(ctx, all, k, blas.Trans); err != nil {
			return err
		}
	}
	return nil
}

// step solves for the entries from k on that one block on the diagonal
// determines, in rows: y U = b forth, x Uᵀ = y back. Then it takes what they
// contribute off the entries still to be solved for: those to the right going
// forth, those to the left going back.
func (f factor[T]) step(ctx context.Context, all []sides[T], k int, t blas.Transpose) error {
	var one back.Single[T]
	n, size := f.n, min(gram.BlockSize, f.n-k)
	for _, s := range all {
		one.Trsm(blas.Right, blas.Upper, t, blas.NonUnit, s.r, size, 1, f.u[k*n+k:], n, s.b[k:], n)
	}
	if t == blas.Trans {
		return parallel.For(ctx, k, gram.BlockSize, func(lo, hi int) {
			for _, s := range all {
				s.takeLeft(f.u[lo*n+k:], n, k, size, lo, hi)
			}
		})
	}
	beyond := k + size
	return parallel.For(ctx, n-beyond, gram.BlockSize, func(lo, hi int) {
		for _, s := range all {
			s.takeRight(f.u[k*n+beyond+lo:], n, k, size, beyond+lo, beyond+hi)
		}
	})
}

// fewSides is up to how many right sides a product of matrices would only copy
// blocks for.
const fewSides = 3

// takeLeft takes b_k Uᵀ, of a block U with the columns from k on, off the entries
// [lo, hi) to the left.
func (s sides[T]) takeLeft(u []T, n, k, size, lo, hi int) {
	var one back.Single[T]
	if s.r > fewSides {
		one.Gemm(blas.NoTrans, blas.Trans, s.r, hi-lo, size, -1, s.b[k:], n, u, n, 1, s.b[lo:], n)
		return
	}
	for q := range s.r {
		one.Gemv(blas.NoTrans, hi-lo, size, -1, u, n, s.b[q*n+k:], 1, 1, s.b[q*n+lo:], 1)
	}
}

// takeRight takes b_k U, of a block U with the rows from k on, off the entries
// [lo, hi) to the right.
func (s sides[T]) takeRight(u []T, n, k, size, lo, hi int) {
	var one back.Single[T]
	if s.r > fewSides {
		one.Gemm(blas.NoTrans, blas.NoTrans, s.r, hi-lo, size, -1, s.b[k:], n, u, n, 1, s.b[lo:], n)
		return
	}
	for q := range s.r {
		one.Gemv(blas.Trans, size, hi-lo, -1, u, n, s.b[q*n+k:], 1, 1, s.b[q*n+lo:], 1)
	}
}
