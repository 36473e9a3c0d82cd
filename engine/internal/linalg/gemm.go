package linalg

import (
	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/simd"
)

// Gemm computes C = alpha op(A) op(B) + beta C in the package's order, op(A)
// being m×k and op(B) k×n. What C held does not matter where beta is zero.
func Gemm[T Float](ta, tb blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) {
	c = within("c", c, ldc, shape{m, n})
	if m == 0 || n == 0 {
		return
	}
	scale(beta, c, ldc, shape{m, n})
	if k == 0 || alpha == 0 {
		return
	}
	a, b = within("a", a, lda, turn(ta, m, k)), within("b", b, ldb, turn(tb, k, n))
	addProduct(ta, tb, m, n, k, alpha, a, lda, b, ldb, c, ldc)
}

// addProduct is Gemm for beta = 1.
func addProduct[T Float](ta, tb blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, c []T, ldc int) {
	width := simd.ProductColumns[T]()
	p := simd.Product{Rows: m, CRow: ldc}
	p.ARow, p.AColumn = steps(ta, lda)
	bRow, bColumn := steps(tb, ldb)
	panel := make([]T, Depth*width)
	for j := 0; j < n; j += width {
		p.Columns = min(width, n-j)
		for q := 0; q < k; q += Depth {
			p.Depth, p.BRow = min(Depth, k-q), width
			for r := range p.Depth {
				for s := range p.Columns {
					panel[r*width+s] = b[(q+r)*bRow+(j+s)*bColumn]
				}
			}
			simd.AddProduct(p, alpha, a[q*p.AColumn:], panel, c[j:])
		}
	}
}
