package blas

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
)

// decompositions are gonum's with the symmetric ones taken over.
type decompositions struct {
	gonum.Implementation
}

// Dpotrf factors a positive definite matrix and reports whether it was one.
func (decompositions) Dpotrf(ul blas.Uplo, n int, a []float64, lda int) bool {
	at, _, _ := Cholesky(context.Background(), ul, n, a, lda)
	return at < 0
}

// Dsyev computes the eigenvalues of a symmetric matrix and, with jobz =
// lapack.EVCompute, its eigenvectors, by divide and conquer. A matrix that is
// not finite, on which LAPACK returns garbage, fails. The workspace of the
// caller is not used.
func (d decompositions) Dsyev(jobz lapack.EVJob, uplo blas.Uplo, n int, a []float64, lda int, w, work []float64, lwork int) bool {
	kern := of[float64](&plain)
	if n > 1 && lwork != -1 {
		kern = pick[float64](small, 3*n*n, lda) // LAPACK counts its workspace in 32 bits
	}
	if kern.syevd == nil {
		return d.Implementation.Dsyev(jobz, uplo, n, a, lda, w, work, lwork)
	}
	need("Dsyev", "a", a, lda, shape{n, n})
	need("Dsyev", "w", w, 1, shape{n, 1})
	if !finite(uplo, n, a, lda) {
		return false
	}
	if kern.syevd(byte(jobz), uplo, n, a, lda, w) != 0 {
		return false
	}
	if jobz == lapack.EVCompute { // gonum wants them in the columns
		for i := range n {
			for j := range i {
				a[i*lda+j], a[j*lda+i] = a[j*lda+i], a[i*lda+j]
			}
		}
	}
	return true
}

// finite reports whether a triangle has neither NaN nor infinities.
func finite(ul blas.Uplo, n int, a []float64, lda int) bool {
	for i := range n {
		row := a[i*lda : i*lda+n]
		if ul == blas.Upper {
			row = row[i:]
		} else {
			row = row[:i+1]
		}
		for _, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return false
			}
		}
	}
	return true
}
