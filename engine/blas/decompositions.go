package blas

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"

	"unfold/engine/internal/decomposition"
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
	if n == 0 || lwork == -1 {
		work[0] = 1
		return true
	}
	need("Dsyev", "a", a, lda, shape{n, n})
	need("Dsyev", "w", w, 1, shape{n, 1})
	kern := pick[float64](small, 3*n*n, lda) // LAPACK counts its workspace in 32 bits
	if kern.syevd == nil {
		return ownSyev(jobz, uplo, n, a, lda, w)
	}
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

// ownSyev is Dsyev in fixed order.
func ownSyev(jobz lapack.EVJob, uplo blas.Uplo, n int, a []float64, lda int, w []float64) bool {
	if jobz != lapack.EVCompute {
		values, err := decomposition.SymmetricValues(context.Background(), uplo, n, a, lda)
		copy(w, values)
		return err == nil
	}
	values, vectors, err := decomposition.Symmetric(context.Background(), uplo, n, a, lda, n)
	if err != nil {
		return false
	}
	copy(w, values)
	for i := range n {
		for j := range n {
			a[i*lda+j] = vectors[j*n+i]
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
