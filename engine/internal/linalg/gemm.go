package linalg

import "gonum.org/v1/gonum/blas"

// Gemm computes C = alpha op(A) op(B) + beta C in the package's order, op(A)
// being m×k and op(B) k×n. What C held does not matter where beta is zero.
func Gemm[T Float](ta, tb blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) {
	_ = GemmIn(sequentialLoop, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

// GemmIn is Gemm in a loop, which may spread it over goroutines. If the loop
// ends early, C is half written.
func GemmIn[T Float](loop Loop, ta, tb blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) error {
	p := product[T]{m: m, n: n, k: k, alpha: alpha, beta: beta, c: checkedSlice("c", c, ldc, shape{m, n}), ldc: ldc}
	if m == 0 || n == 0 {
		return nil
	}
	if k > 0 && alpha != 0 {
		p.left, p.right = operandOf("a", ta, m, k, a, lda), operandOf("b", tb, k, n, b, ldb)
	}
	return p.compute(loop)
}

// addProduct is Gemm for beta = 1.
func addProduct[T Float](ta, tb blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, c []T, ldc int) {
	Gemm(ta, tb, m, n, k, alpha, a, lda, b, ldb, 1, c, ldc)
}
