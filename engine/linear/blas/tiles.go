package blas

import (
	"context"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/linalg"
	"unfold/engine/internal/parallel"
)

// Gemm computes C = alpha op(A) op(B) + beta C, op(A) being m×k and op(B) k×n,
// on all processors: the tiles of C are spread over goroutines. It returns the
// context's error if that ended first, which it looks at between calls of some
// 20 ms; C is then half written.
func Gemm[T Float](ctx context.Context, ta, tb blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) error {
	kern := kernelsForCall[T](multiplications(m, n, k), m, n, k, lda, ldb, ldc)
	if min(m, n, k) <= 0 || multiplications(m, n, k) < large { // linalg tells what is wrong with negative sizes
		Single[T]{}.Gemm(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return ctx.Err()
	}
	checkSize("gemm", "a", a, lda, storedShape(ta, m, k))
	checkSize("gemm", "b", b, ldb, storedShape(tb, k, n))
	checkSize("gemm", "c", c, ldc, shape{m, n})
	if kern.gemmIn != nil {
		return kern.gemmIn(loopOf(ctx), ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
	return tiles(ctx, m, n, kern.tile, func(i, rows, j, cols int) error {
		return forEachSlice(ctx, k, kern.depth, beta, func(p, depth int, beta T) {
			at, bt := a[rowStart(ta, i, lda)+rowStart(otherTranspose(ta), p, lda):], b[rowStart(otherTranspose(tb), j, ldb)+rowStart(tb, p, ldb):]
			kern.gemm(ta, tb, rows, cols, depth, alpha, at, lda, bt, ldb, beta, c[i*ldc+j:], ldc)
		})
	})
}

// Syrk computes one triangle of C = alpha A Aᵀ + beta C, or with blas.Trans of
// C = alpha Aᵀ A + beta C, where C is n×n and k products are added up for each
// of its entries. It runs as Gemm does.
func Syrk[T Float](ctx context.Context, ul blas.Uplo, t blas.Transpose, n, k int, alpha T, a []T, lda int, beta T, c []T, ldc int) error {
	kern := kernelsForCall[T](multiplications(n, n, k), n, k, lda, ldc)
	if min(n, k) <= 0 || multiplications(n, n, k) < large {
		Single[T]{}.Syrk(ul, t, n, k, alpha, a, lda, beta, c, ldc)
		return ctx.Err()
	}
	checkSize("syrk", "a", a, lda, storedShape(t, n, k))
	checkSize("syrk", "c", c, ldc, shape{n, n})
	if kern.syrkIn != nil {
		return kern.syrkIn(loopOf(ctx), ul, t, n, k, alpha, a, lda, beta, c, ldc)
	}
	return tiles(ctx, n, n, kern.tile, func(i, rows, j, cols int) error {
		if i != j && (i < j) != (ul == blas.Upper) {
			return nil
		}
		return forEachSlice(ctx, k, kern.depth, beta, func(p, depth int, beta T) {
			ai, aj := a[rowStart(t, i, lda)+rowStart(otherTranspose(t), p, lda):], a[rowStart(t, j, lda)+rowStart(otherTranspose(t), p, lda):]
			if i == j {
				kern.syrk(ul, t, rows, depth, alpha, ai, lda, beta, c[i*ldc+i:], ldc)
			} else {
				kern.gemm(t, otherTranspose(t), rows, cols, depth, alpha, ai, lda, aj, lda, beta, c[i*ldc+j:], ldc)
			}
		})
	})
}

// Trsm solves op(A) X = alpha B or X op(A) = alpha B for a triangular A,
// leaving X in B, which is m×n. It runs as Gemm does; what goes to the
// goroutines are blocks of columns of B that do not depend on one another.
func Trsm[T Float](ctx context.Context, s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha T, a []T, lda int, b []T, ldb int) error {
	order, free := m, n
	if s == blas.Right {
		order, free = n, m
	}
	kern := kernelsForCall[T](multiplications(m, n, order), m, n, lda, ldb)
	if min(m, n) <= 0 || multiplications(m, n, order) < large {
		Single[T]{}.Trsm(s, ul, t, d, m, n, alpha, a, lda, b, ldb)
		return ctx.Err()
	}
	checkSize("trsm", "a", a, lda, shape{order, order})
	checkSize("trsm", "b", b, ldb, shape{m, n})
	return parallel.Each(ctx, free, kern.tile, func(lo, hi int) error {
		strip := b[lo*ldb:]
		if s == blas.Left { // the columns of B are on their own
			strip = b[lo:]
		}
		return solveTile(ctx, kern, s, ul, t, d, order, hi-lo, alpha, a, lda, strip, ldb)
	})
}

// solveTile is Trsm for a block of that width. Block by block it takes what is
// solved off the next block, by short calls, and solves that.
func solveTile[T Float](ctx context.Context, kern *kernels[T], s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, order, width int, alpha T, a []T, lda int, b []T, ldb int) error {
	const block = 256
	down := (ul == blas.Lower) == (t == blas.NoTrans) == (s == blas.Left) // from the first unknown to the last
	blocks := (order + block - 1) / block
	for i := range blocks {
		k := i * block
		if !down {
			k = (blocks - 1 - i) * block
		}
		size, from, to := min(block, order-k), 0, k // the unknowns in [from, to) are solved
		if !down {
			from, to = k+size, order
		}
		err := forEachSlice(ctx, to-from, kern.depth, alpha, func(p, depth int, beta T) {
			p += from
			if s == blas.Left {
				kern.gemm(t, blas.NoTrans, size, width, depth, -1, a[rowStart(t, k, lda)+rowStart(otherTranspose(t), p, lda):], lda, b[p*ldb:], ldb, beta, b[k*ldb:], ldb)
			} else {
				kern.gemm(blas.NoTrans, t, width, size, depth, -1, b[p:], ldb, a[rowStart(t, p, lda)+rowStart(otherTranspose(t), k, lda):], lda, beta, b[k:], ldb)
			}
		})
		if err != nil {
			return err
		}
		rows, cols, at := size, width, k*ldb
		if s == blas.Right {
			rows, cols, at = width, size, k
		}
		scale := alpha
		if to > from {
			scale = 1 // the first slice has scaled the block
		}
		kern.trsm(s, ul, t, d, rows, cols, scale, a[k*lda+k:], lda, b[at:], ldb)
	}
	return nil
}

// loopOf is the loop on all processors that honours a context.
func loopOf(ctx context.Context) linalg.Loop {
	return func(n, grain int, body func(lo, hi int)) error { return parallel.For(ctx, n, grain, body) }
}

// tiles calls do for the tiles of an m×n result, in parallel.
func tiles(ctx context.Context, m, n, tile int, do func(i, rows, j, cols int) error) error {
	across := (n + tile - 1) / tile
	return parallel.Each(ctx, (m+tile-1)/tile*across, 1, func(t, _ int) error {
		i, j := t/across*tile, t%across*tile
		return do(i, min(tile, m-i), j, min(tile, n-j))
	})
}

// forEachSlice cuts a sum of k products: the first slice scales what was there
// by beta, the others add to it.
func forEachSlice[T Float](ctx context.Context, k, depth int, beta T, do func(p, depth int, beta T)) error {
	for p := 0; p < k; p += depth {
		if err := ctx.Err(); err != nil {
			return err
		}
		do(p, min(depth, k-p), beta)
		beta = 1
	}
	return nil
}
