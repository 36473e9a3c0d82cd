package linalg

import "gonum.org/v1/gonum/blas"

// Syrk computes one triangle of C = alpha A Aᵀ + beta C, or with blas.Trans of
// C = alpha Aᵀ A + beta C, where C is n×n and k products are added up for each
// of its numbers: the same bits as Gemm has there. What lies beyond the triangle
// is left alone.
func Syrk[T Float](ul blas.Uplo, t blas.Transpose, n, k int, alpha T, a []T, lda int, beta T, c []T, ldc int) {
	_ = SyrkIn(sequentialLoop, ul, t, n, k, alpha, a, lda, beta, c, ldc)
}

// SyrkIn is Syrk in a loop, as GemmIn is Gemm.
func SyrkIn[T Float](loop Loop, ul blas.Uplo, t blas.Transpose, n, k int, alpha T, a []T, lda int, beta T, c []T, ldc int) error {
	p := product[T]{triangle: ul, m: n, n: n, k: k, alpha: alpha, beta: beta, c: checkedSlice("c", c, ldc, shape{n, n}), ldc: ldc}
	if n == 0 {
		return nil
	}
	if k > 0 && alpha != 0 {
		p.left = operandOf("a", t, n, k, a, lda)
		p.right = operand[T]{p.left.data, p.left.column, p.left.row}
	}
	return p.compute(loop)
}

// triangleRow is the part of row i that lies in the triangle.
func triangleRow[T Float](ul blas.Uplo, n int, a []T, lda, i int) []T {
	if ul == blas.Upper {
		return a[i*lda+i : i*lda+n]
	}
	return a[i*lda : i*lda+i+1]
}

// copyTriangle copies one triangle of an n×n matrix.
func copyTriangle[T Float](ul blas.Uplo, n int, dst []T, ldd int, src []T, lds int) {
	for i := range n {
		copy(triangleRow(ul, n, dst, ldd, i), triangleRow(ul, n, src, lds, i))
	}
}
