package blas

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"

	"unfold/engine/internal/parallel"
)

// routines are gonum's with the costly ones taken over by OpenBLAS. gonum's
// matrices lie by rows, so each is the transpose of what Fortran sees: a
// product swaps its factors, a triangle and a side change to the other, a
// flag of transposition turns over. What is too small to be worth a call does
// not open the library either.
type routines struct {
	gonum.Implementation
}

const (
	small = 512     // multiplications below which a call costs more than it saves
	large = 1 << 21 // multiplications from which tiles are worth their goroutines
	tile  = 512     // rows or columns of a tile
)

// fits reports whether sizes can be told to a library with 32-bit integers.
func fits(sizes ...int) bool {
	for _, s := range sizes {
		if s > math.MaxInt32 {
			return false
		}
	}
	return true
}

// libraryIf returns the library for a call that is worth it, and nil for one
// that gonum's code does as well, or where there is no other.
func libraryIf(worth bool) *library {
	if !worth {
		return nil
	}
	return chosen().lib
}

// Dgemm computes C = alpha op(A) op(B) + beta C.
func (r routines) Dgemm(ta, tb blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	lib := libraryIf(m > 0 && n > 0 && k > 0 && m*n*k >= small && fits(m, n, k, lda, ldb, ldc))
	if lib == nil {
		r.Implementation.Dgemm(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	need("Dgemm", "a", a, lda, turn(ta, m, k))
	need("Dgemm", "b", b, ldb, turn(tb, k, n))
	need("Dgemm", "c", c, ldc, shape{m, n})
	tiles(m, n, m*n*k, func(i, rows, j, cols int) {
		at, bt := a[start(ta, i, lda):], b[start(flip(tb), j, ldb):]
		lib.gemm(letter(tb), letter(ta), cols, rows, k, alpha, bt, ldb, at, lda, beta, c[i*ldc+j:], ldc)
	})
}

// Dsyrk computes one triangle of C = alpha A Aᵀ + beta C, or of
// alpha Aᵀ A + beta C.
func (r routines) Dsyrk(ul blas.Uplo, t blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	lib := libraryIf(n > 0 && k > 0 && n*n*k >= small && fits(n, k, lda, ldc))
	if lib == nil {
		r.Implementation.Dsyrk(ul, t, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	need("Dsyrk", "a", a, lda, turn(t, n, k))
	need("Dsyrk", "c", c, ldc, shape{n, n})
	tiles(n, n, n*n*k, func(i, rows, j, cols int) {
		ai, aj := a[start(t, i, lda):], a[start(t, j, lda):]
		switch {
		case i == j && rows == cols:
			lib.syrk(other(ul), letter(flip(t)), rows, k, alpha, ai, lda, beta, c[i*ldc+i:], ldc)
		case (i < j) == (ul == blas.Upper):
			lib.gemm(letter(flip(t)), letter(t), cols, rows, k, alpha, aj, lda, ai, lda, beta, c[i*ldc+j:], ldc)
		}
	})
}

// Dtrsm solves op(A) X = alpha B or X op(A) = alpha B for a triangular A,
// leaving X in B.
func (r routines) Dtrsm(s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	order := m
	if s == blas.Right {
		order = n
	}
	lib := libraryIf(m > 0 && n > 0 && m*n*order >= small && fits(m, n, lda, ldb))
	if lib == nil {
		r.Implementation.Dtrsm(s, ul, t, d, m, n, alpha, a, lda, b, ldb)
		return
	}
	need("Dtrsm", "a", a, lda, shape{order, order})
	need("Dtrsm", "b", b, ldb, shape{m, n})
	if s == blas.Left { // the columns of B are on their own
		strips(n, m*n*order, func(j, cols int) {
			lib.trsm('R', other(ul), letter(t), byte(d), cols, m, alpha, a, lda, b[j:], ldb)
		})
		return
	}
	strips(m, m*n*order, func(i, rows int) {
		lib.trsm('L', other(ul), letter(t), byte(d), n, rows, alpha, a, lda, b[i*ldb:], ldb)
	})
}

// Dgemv computes y = alpha op(A) x + beta y.
func (r routines) Dgemv(t blas.Transpose, m, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	lib := libraryIf(m > 0 && n > 0 && m*n >= small && incX > 0 && incY > 0 && fits(m, n, lda, incX, incY))
	if lib == nil {
		r.Implementation.Dgemv(t, m, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	lenY, lenX := m, n
	if t != blas.NoTrans {
		lenY, lenX = n, m
	}
	need("Dgemv", "a", a, lda, shape{m, n})
	need("Dgemv", "x", x, incX, shape{lenX, 1})
	need("Dgemv", "y", y, incY, shape{lenY, 1})
	lib.gemv(letter(flip(t)), n, m, alpha, a, lda, x, incX, beta, y, incY)
}

// Dsymv computes y = alpha A x + beta y for a symmetric A.
func (r routines) Dsymv(ul blas.Uplo, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	lib := libraryIf(n > 0 && n*n >= small && incX > 0 && incY > 0 && fits(n, lda, incX, incY))
	if lib == nil {
		r.Implementation.Dsymv(ul, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	need("Dsymv", "a", a, lda, shape{n, n})
	need("Dsymv", "x", x, incX, shape{n, 1})
	need("Dsymv", "y", y, incY, shape{n, 1})
	lib.symv(other(ul), n, alpha, a, lda, x, incX, beta, y, incY)
}

// tiles calls do for the tiles of an m×n result, in parallel if the work is
// worth it.
func tiles(m, n, work int, do func(i, rows, j, cols int)) {
	if work < large {
		do(0, m, 0, n)
		return
	}
	across := (n + tile - 1) / tile
	each((m+tile-1)/tile*across, func(t int) {
		i, j := t/across*tile, t%across*tile
		do(i, min(tile, m-i), j, min(tile, n-j))
	})
}

// strips calls do for strips of n rows or columns.
func strips(n, work int, do func(at, count int)) {
	tiles(n, 1, work, func(i, rows, _, _ int) { do(i, rows) })
}

// each runs do(0) to do(n-1). BLAS calls cannot be interrupted, so there is
// no context to honour.
func each(n int, do func(i int)) {
	_ = parallel.For(context.Background(), n, 1, func(lo, _ int) { do(lo) })
}
