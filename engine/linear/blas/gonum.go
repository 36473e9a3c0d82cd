package blas

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// gonumBLAS is what gonum's packages call: gonum's own routines with the
// costly ones taken over. gonum knows no context, so these cannot be
// interrupted.
type gonumBLAS struct {
	gonum.Implementation
}

func (gonumBLAS) Dgemm(ta, tb blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	_ = Gemm(context.Background(), ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

func (gonumBLAS) Sgemm(ta, tb blas.Transpose, m, n, k int, alpha float32, a []float32, lda int, b []float32, ldb int, beta float32, c []float32, ldc int) {
	_ = Gemm(context.Background(), ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

func (gonumBLAS) Dsyrk(ul blas.Uplo, t blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	_ = Syrk(context.Background(), ul, t, n, k, alpha, a, lda, beta, c, ldc)
}

func (gonumBLAS) Ssyrk(ul blas.Uplo, t blas.Transpose, n, k int, alpha float32, a []float32, lda int, beta float32, c []float32, ldc int) {
	_ = Syrk(context.Background(), ul, t, n, k, alpha, a, lda, beta, c, ldc)
}

func (gonumBLAS) Dtrsm(s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	_ = Trsm(context.Background(), s, ul, t, d, m, n, alpha, a, lda, b, ldb)
}

func (gonumBLAS) Strsm(s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha float32, a []float32, lda int, b []float32, ldb int) {
	_ = Trsm(context.Background(), s, ul, t, d, m, n, alpha, a, lda, b, ldb)
}

func (gonumBLAS) Dtrmm(s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	Single[float64]{}.Trmm(s, ul, t, d, m, n, alpha, a, lda, b, ldb)
}

func (gonumBLAS) Strmm(s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha float32, a []float32, lda int, b []float32, ldb int) {
	Single[float32]{}.Trmm(s, ul, t, d, m, n, alpha, a, lda, b, ldb)
}

func (gonumBLAS) Dgemv(t blas.Transpose, m, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	Single[float64]{}.Gemv(t, m, n, alpha, a, lda, x, incX, beta, y, incY)
}

func (gonumBLAS) Sgemv(t blas.Transpose, m, n int, alpha float32, a []float32, lda int, x []float32, incX int, beta float32, y []float32, incY int) {
	Single[float32]{}.Gemv(t, m, n, alpha, a, lda, x, incX, beta, y, incY)
}

func (gonumBLAS) Dsymv(ul blas.Uplo, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	Single[float64]{}.Symv(ul, n, alpha, a, lda, x, incX, beta, y, incY)
}

func (gonumBLAS) Ssymv(ul blas.Uplo, n int, alpha float32, a []float32, lda int, x []float32, incX int, beta float32, y []float32, incY int) {
	Single[float32]{}.Symv(ul, n, alpha, a, lda, x, incX, beta, y, incY)
}
