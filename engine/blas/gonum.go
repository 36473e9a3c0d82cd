package blas

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// registered is what gonum's packages call: gonum's own routines with the
// costly ones taken over. gonum knows no context, so these cannot be
// interrupted.
type registered struct {
	gonum.Implementation
}

func (registered) Dgemm(ta, tb blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	_ = Gemm(context.Background(), ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

func (registered) Sgemm(ta, tb blas.Transpose, m, n, k int, alpha float32, a []float32, lda int, b []float32, ldb int, beta float32, c []float32, ldc int) {
	_ = Gemm(context.Background(), ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

func (registered) Dsyrk(ul blas.Uplo, t blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	_ = Syrk(context.Background(), ul, t, n, k, alpha, a, lda, beta, c, ldc)
}

func (registered) Ssyrk(ul blas.Uplo, t blas.Transpose, n, k int, alpha float32, a []float32, lda int, beta float32, c []float32, ldc int) {
	_ = Syrk(context.Background(), ul, t, n, k, alpha, a, lda, beta, c, ldc)
}

func (registered) Dtrsm(s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	_ = Trsm(context.Background(), s, ul, t, d, m, n, alpha, a, lda, b, ldb)
}

func (registered) Strsm(s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha float32, a []float32, lda int, b []float32, ldb int) {
	_ = Trsm(context.Background(), s, ul, t, d, m, n, alpha, a, lda, b, ldb)
}

func (registered) Dtrmm(s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	Single[float64]{}.Trmm(s, ul, t, d, m, n, alpha, a, lda, b, ldb)
}

func (registered) Strmm(s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha float32, a []float32, lda int, b []float32, ldb int) {
	Single[float32]{}.Trmm(s, ul, t, d, m, n, alpha, a, lda, b, ldb)
}

func (registered) Dgemv(t blas.Transpose, m, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	Single[float64]{}.Gemv(t, m, n, alpha, a, lda, x, incX, beta, y, incY)
}

func (registered) Sgemv(t blas.Transpose, m, n int, alpha float32, a []float32, lda int, x []float32, incX int, beta float32, y []float32, incY int) {
	Single[float32]{}.Gemv(t, m, n, alpha, a, lda, x, incX, beta, y, incY)
}

func (registered) Dsymv(ul blas.Uplo, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	Single[float64]{}.Symv(ul, n, alpha, a, lda, x, incX, beta, y, incY)
}

func (registered) Ssymv(ul blas.Uplo, n int, alpha float32, a []float32, lda int, x []float32, incX int, beta float32, y []float32, incY int) {
	Single[float32]{}.Symv(ul, n, alpha, a, lda, x, incX, beta, y, incY)
}
