package gram

import (
	"context"

	"gonum.org/v1/gonum/blas"

	back "unfold/engine/blas"
	"unfold/engine/internal/parallel"
)

// A factor is U of K + λI = Uᵀ U, in the upper triangle of an n×n matrix.
type factor[T back.Float] struct {
	n int
	u []T
}

// solve replaces the r right sides in the rows of b by solutions of
// (K + λI) x = b. Time O(2 n² r), of which all processors take part.
func (f factor[T]) solve(ctx context.Context, b []T, r int) error {
	if err := f.forth(ctx, b, r); err != nil {
		return err
	}
	return f.back(ctx, b, r)
}

// forth solves Uᵀ y = b.
func (f factor[T]) forth(ctx context.Context, b []T, r int) error {
	for k := 0; k < f.n; k += block {
		if err := f.step(ctx, b, r, k, blas.NoTrans); err != nil {
			return err
		}
	}
	return nil
}

// back solves U x = b.
func (f factor[T]) back(ctx context.Context, b []T, r int) error {
	for k := (f.n - 1) / block * block; k >= 0; k -= block {
		if err := f.step(ctx, b, r, k, blas.Trans); err != nil {
			return err
		}
	}
	return nil
}

// step solves for the entries of b from k on that one block on the diagonal
// determines, in rows: y U = b forth, x Uᵀ = y back. Then it takes what they
// contribute off the entries still to be solved for: those to the right going
// forth, those to the left going back.
func (f factor[T]) step(ctx context.Context, b []T, r, k int, t blas.Transpose) error {
	const few = 4
	var one back.Single[T]
	n, size := f.n, min(block, f.n-k)
	one.Trsm(blas.Right, blas.Upper, t, blas.NonUnit, r, size, 1, f.u[k*n+k:], n, b[k:], n)
	if t == blas.Trans {
		return parallel.For(ctx, k, block, func(lo, hi int) {
			u := f.u[lo*n+k:]
			if r >= few {
				one.Gemm(blas.NoTrans, blas.Trans, r, hi-lo, size, -1, b[k:], n, u, n, 1, b[lo:], n)
				return
			}
			for q := range r {
				one.Gemv(blas.NoTrans, hi-lo, size, -1, u, n, b[q*n+k:], 1, 1, b[q*n+lo:], 1)
			}
		})
	}
	beyond := k + size
	return parallel.For(ctx, n-beyond, block, func(lo, hi int) {
		lo, hi = beyond+lo, beyond+hi
		u := f.u[k*n+lo:]
		if r >= few {
			one.Gemm(blas.NoTrans, blas.NoTrans, r, hi-lo, size, -1, b[k:], n, u, n, 1, b[lo:], n)
			return
		}
		for q := range r {
			one.Gemv(blas.Trans, size, hi-lo, -1, u, n, b[q*n+k:], 1, 1, b[q*n+lo:], 1)
		}
	})
}
