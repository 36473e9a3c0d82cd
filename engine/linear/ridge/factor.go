package ridge

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	back "unfold/engine/linear/blas"
	"unfold/engine/linear/gram"
	"unfold/engine/remedy"
)

// A factor is U of K + λI = Uᵀ U, in the upper triangle of an n×n matrix.
type factor[T back.Float] struct {
	n int
	u []T
}

// rightSides are r right sides in rows, for which one system asks.
type rightSides[T back.Float] struct {
	b []T
	r int
}

// solve replaces the r right sides in the rows of b by solutions of
// (K + λI) x = b. Time O(2 n² r), of which all processors take part.
func (f factor[T]) solve(ctx context.Context, b []T, r int) error {
	return f.solveAll(ctx, []rightSides[T]{{b, r}})
}

// solveAll solves for several sets of right sides, each with the bits that it
// has alone: the factor, which lies far beyond a processor's caches, is read
// once for all of them.
func (f factor[T]) solveAll(ctx context.Context, all []rightSides[T]) error {
	if err := f.solveTransposed(ctx, all); err != nil {
		return err
	}
	return f.solveUpper(ctx, all)
}

// solveTransposed solves Uᵀ y = b.
func (f factor[T]) solveTransposed(ctx context.Context, all []rightSides[T]) error {
	for k := 0; k < f.n; k += gram.BlockSize {
		if err := f.step(ctx, all, k, blas.NoTrans); err != nil {
			return err
		}
	}
	return nil
}

// solveUpper solves U x = b.
func (f factor[T]) solveUpper(ctx context.Context, all []rightSides[T]) error {
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
func (f factor[T]) step(ctx context.Context, all []rightSides[T], k int, t blas.Transpose) error {
	var one back.Single[T]
	n, size := f.n, min(gram.BlockSize, f.n-k)
	for _, s := range all {
		one.Trsm(blas.Right, blas.Upper, t, blas.NonUnit, s.r, size, 1, f.u[k*n+k:], n, s.b[k:], n)
	}
	if t == blas.Trans {
		return parallel.For(ctx, k, gram.BlockSize, func(lo, hi int) {
			for _, s := range all {
				s.subtractLeft(f.u[lo*n+k:], n, k, size, lo, hi)
			}
		})
	}
	beyond := k + size
	return parallel.For(ctx, n-beyond, gram.BlockSize, func(lo, hi int) {
		for _, s := range all {
			s.subtractRight(f.u[k*n+beyond+lo:], n, k, size, beyond+lo, beyond+hi)
		}
	})
}

// fewRightSides is up to how many right sides a product of matrices would only copy
// blocks for.
const fewRightSides = 3

// subtractLeft takes b_k Uᵀ, of a block U with the columns from k on, off the entries
// [lo, hi) to the left.
func (s rightSides[T]) subtractLeft(u []T, n, k, size, lo, hi int) {
	var one back.Single[T]
	if s.r > fewRightSides {
		one.Gemm(blas.NoTrans, blas.Trans, s.r, hi-lo, size, -1, s.b[k:], n, u, n, 1, s.b[lo:], n)
		return
	}
	for q := range s.r {
		one.Gemv(blas.NoTrans, hi-lo, size, -1, u, n, s.b[q*n+k:], 1, 1, s.b[q*n+lo:], 1)
	}
}

// subtractRight takes b_k U, of a block U with the rows from k on, off the entries
// [lo, hi) to the right.
func (s rightSides[T]) subtractRight(u []T, n, k, size, lo, hi int) {
	var one back.Single[T]
	if s.r > fewRightSides {
		one.Gemm(blas.NoTrans, blas.NoTrans, s.r, hi-lo, size, -1, s.b[k:], n, u, n, 1, s.b[lo:], n)
		return
	}
	for q := range s.r {
		one.Gemv(blas.Trans, size, hi-lo, -1, u, n, s.b[q*n+k:], 1, 1, s.b[q*n+lo:], 1)
	}
}

// decompose returns the factor in float64, of a ridge that may have been raised.
func decompose(ctx context.Context, e *gram.Entries, lambda float64) (f *factor[float64], ridge float64, err error) {
	n, scale := e.Len(), e.Scale()
	if err := gram.Reserve(ctx, memory.Square(1, n), n); err != nil {
		return nil, 0, err
	}
	f = &factor[float64]{n, make([]float64, n*n)}
	failed, pivot := -1, 0.0
	for _, jitter := range []float64{0, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8} {
		ridge = lambda + float64(jitter*scale)
		if failed, pivot, err = f.decompose(ctx, e, ridge, 1e-15*scale); failed < 0 || err != nil {
			return f, ridge, err
		}
	}
	return nil, 0, singularError(failed, pivot, scale, lambda)
}

// singularError is the error for a pivot that no ridge has helped.
func singularError(failed int, pivot, scale, lambda float64) error {
	if pivot < -1e-8*scale {
		return &engine.Error{
			Cause:  fmt.Sprintf("Gram matrix is not positive semidefinite (pivot %.3g at row %d)", pivot, failed),
			Remedy: remedy.Raise("offset").To(0).Which("makes poly a Mercer kernel"),
		}
	}
	if math.IsNaN(pivot) || math.IsInf(scale, 0) {
		return &engine.Error{
			Cause:  fmt.Sprintf("similarities of row %d are beyond the largest number", failed),
			Remedy: remedy.Put("scale").After(engine.SourceRole).Or(remedy.Reduce("degree").If("the kernel is poly")),
		}
	}
	return &engine.Error{
		Param:  "lambda",
		Cause:  fmt.Sprintf("Gram matrix is singular (pivot %.3g at row %d): duplicate rows or ridge too small, lambda = %g", pivot, failed, lambda),
		Remedy: remedy.Raise("lambda").Or(remedy.Put("dedupe").After(engine.SourceRole)),
	}
}

// decompose fills the factor with that of K + ridge·I. A pivot below the floor
// is nothing but rounding, and fails too.
func (f factor[T]) decompose(ctx context.Context, e *gram.Entries, ridge, floor float64) (failed int, pivot float64, err error) {
	if err := gram.FillUpper(parallel.Part(ctx, 0, 0.2), e, f.u); err != nil {
		return -1, 0, err
	}
	for i := range f.n {
		f.u[i*f.n+i] = T(float64(f.u[i*f.n+i]) + ridge)
	}
	failed, pivot, err = back.Cholesky(parallel.Part(ctx, 0.2, 1), blas.Upper, f.n, f.u, f.n)
	for i := 0; i < f.n && failed < 0 && err == nil; i++ {
		if u := float64(f.u[i*f.n+i]); !(u*u > floor) {
			failed, pivot = i, u*u
		}
	}
	return failed, pivot, err
}
