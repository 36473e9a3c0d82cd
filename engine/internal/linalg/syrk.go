package linalg

import "gonum.org/v1/gonum/blas"

// Syrk computes one triangle of C = alpha A Aᵀ + beta C, or with blas.Trans of
// C = alpha Aᵀ A + beta C, where C is n×n and k products are added up for each
// of its numbers: the same bits as Gemm has there. What lies beyond the triangle
// is left alone.
func Syrk[T Float](ul blas.Uplo, t blas.Transpose, n, k int, alpha T, a []T, lda int, beta T, c []T, ldc int) {
	const block = 96
	c = within("c", c, ldc, shape{n, n})
	if n == 0 {
		return
	}
	if k == 0 || alpha == 0 {
		for i := range n {
			row := triangleRow(ul, n, c, ldc, i)
			scale(beta, row, len(row), shape{1, len(row)})
		}
		return
	}
	a = within("a", a, lda, turn(t, n, k))
	row, _ := steps(t, lda)
	corner := make([]T, block*block)
	for i := 0; i < n; i += block {
		size := min(block, n-i)
		copyTriangle(ul, size, corner, block, c[i*ldc+i:], ldc)
		Gemm(t, flip(t), size, size, k, alpha, a[i*row:], lda, a[i*row:], lda, beta, corner, block)
		copyTriangle(ul, size, c[i*ldc+i:], ldc, corner, block)
		if ul == blas.Lower {
			if i > 0 {
				Gemm(t, flip(t), size, i, k, alpha, a[i*row:], lda, a, lda, beta, c[i*ldc:], ldc)
			}
		} else if j := i + size; j < n {
			Gemm(t, flip(t), size, n-j, k, alpha, a[i*row:], lda, a[j*row:], lda, beta, c[i*ldc+j:], ldc)
		}
	}
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
