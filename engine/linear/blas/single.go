package blas

import "gonum.org/v1/gonum/blas"

// Single has the routines for the body of a parallel loop. Each runs in the
// goroutine that calls it, so a loop that is
// spread over all processors stays spread over all processors: no goroutines
// are started, none waits. A call cannot be interrupted; callers who honour a
// context keep it below some 20 ms, a thousand million multiplications.
//
// The zero value is ready, and safe for concurrent use. Slices that are too
// short and strides that are too small panic.
type Single[T Float] struct{}

// Gemm computes C = alpha op(A) op(B) + beta C, op(A) being m×k and op(B) k×n.
func (Single[T]) Gemm(ta, tb blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) {
	if min(m, n, k) > 0 {
		checkSize("gemm", "a", a, lda, storedShape(ta, m, k))
		checkSize("gemm", "b", b, ldb, storedShape(tb, k, n))
		checkSize("gemm", "c", c, ldc, shape{m, n})
	}
	kernelsForCall[T](multiplications(m, n, k), m, n, k, lda, ldb, ldc).gemm(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

// Syrk computes one triangle of C = alpha A Aᵀ + beta C, or with blas.Trans of
// C = alpha Aᵀ A + beta C, where C is n×n and k products are added up for each
// of its entries.
func (Single[T]) Syrk(ul blas.Uplo, t blas.Transpose, n, k int, alpha T, a []T, lda int, beta T, c []T, ldc int) {
	if min(n, k) > 0 {
		checkSize("syrk", "a", a, lda, storedShape(t, n, k))
		checkSize("syrk", "c", c, ldc, shape{n, n})
	}
	kernelsForCall[T](multiplications(n, n, k), n, k, lda, ldc).syrk(ul, t, n, k, alpha, a, lda, beta, c, ldc)
}

// Trsm solves op(A) X = alpha B or X op(A) = alpha B for a triangular A,
// leaving X in B, which is m×n.
func (Single[T]) Trsm(s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha T, a []T, lda int, b []T, ldb int) {
	order := triangleOf("trsm", s, m, n, a, lda, b, ldb)
	kernelsForCall[T](multiplications(m, n, order), m, n, lda, ldb).trsm(s, ul, t, d, m, n, alpha, a, lda, b, ldb)
}

// Trmm computes B = alpha op(A) B or B = alpha B op(A) for a triangular A and
// an m×n matrix B.
func (Single[T]) Trmm(s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha T, a []T, lda int, b []T, ldb int) {
	order := triangleOf("trmm", s, m, n, a, lda, b, ldb)
	kernelsForCall[T](multiplications(m, n, order), m, n, lda, ldb).trmm(s, ul, t, d, m, n, alpha, a, lda, b, ldb)
}

// triangleOf checks the arguments of a routine with a triangle, whose order it
// returns.
func triangleOf[T Float](routine string, s blas.Side, m, n int, a []T, lda int, b []T, ldb int) (order int) {
	order = m
	if s == blas.Right {
		order = n
	}
	if min(m, n) > 0 {
		checkSize(routine, "a", a, lda, shape{order, order})
		checkSize(routine, "b", b, ldb, shape{m, n})
	}
	return order
}

// Gemv computes y = alpha op(A) x + beta y for an m×n matrix A.
func (Single[T]) Gemv(t blas.Transpose, m, n int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int) {
	lenY, lenX := m, n
	if t != blas.NoTrans {
		lenY, lenX = n, m
	}
	sum := multiplications(m, n, 1)
	if min(m, n, incX, incY) > 0 {
		checkSize("gemv", "a", a, lda, shape{m, n})
		checkSize("gemv", "x", x, incX, shape{lenX, 1})
		checkSize("gemv", "y", y, incY, shape{lenY, 1})
	} else {
		sum = 0 // steps backwards, and mistakes, are not for a library
	}
	kernelsForCall[T](sum, m, n, lda, incX, incY).gemv(t, m, n, alpha, a, lda, x, incX, beta, y, incY)
}

// Symv computes y = alpha A x + beta y for a symmetric A, of which it reads
// one triangle.
func (Single[T]) Symv(ul blas.Uplo, n int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int) {
	sum := multiplications(n, n, 1)
	if min(n, incX, incY) > 0 {
		checkSize("symv", "a", a, lda, shape{n, n})
		checkSize("symv", "x", x, incX, shape{n, 1})
		checkSize("symv", "y", y, incY, shape{n, 1})
	} else {
		sum = 0
	}
	kernelsForCall[T](sum, n, lda, incX, incY).symv(ul, n, alpha, a, lda, x, incX, beta, y, incY)
}
