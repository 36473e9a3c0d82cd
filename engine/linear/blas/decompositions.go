package blas

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"

	"unfold/engine/internal/decomposition"
	"unfold/engine/internal/linalg"
)

// decompositions are gonum's with those taken over that the engine's results
// come from: gonum's own Go code has other bits on other processors.
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
	checkSize("Dsyev", "a", a, lda, shape{n, n})
	checkSize("Dsyev", "w", w, 1, shape{n, 1})
	kern := kernelsForCall[float64](small, 3*n*n, lda) // LAPACK counts its workspace in 32 bits
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

// mostRotations is the smaller side up to which singular values are found by
// rotations; those of larger matrices, which the engine has none of, are gonum's.
const mostRotations = 256

// Dgesvd computes the singular values of an m×n matrix and, with
// lapack.SVDStore, as many vectors. All m or n vectors of either side are
// gonum's.
func (d decompositions) Dgesvd(jobU, jobVT lapack.SVDJob, m, n int, a []float64, lda int, s, u []float64, ldu int, vt []float64, ldvt int, work []float64, lwork int) bool {
	few := func(job lapack.SVDJob) bool { return job == lapack.SVDNone || job == lapack.SVDStore }
	if !few(jobU) || !few(jobVT) || min(m, n) == 0 || min(m, n) > mostRotations || lwork == -1 {
		return d.Implementation.Dgesvd(jobU, jobVT, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork)
	}
	checkSize("Dgesvd", "a", a, lda, shape{m, n})
	found, err := decomposition.NewSingular(context.Background(), m, n, a, lda)
	if err != nil {
		return false
	}
	count := copy(s, found.Values)
	if jobU == lapack.SVDStore {
		checkSize("Dgesvd", "u", u, ldu, shape{m, count})
		for i := range m {
			for c := range count {
				u[i*ldu+c] = found.U[c*m+i]
			}
		}
	}
	if jobVT == lapack.SVDStore {
		checkSize("Dgesvd", "vt", vt, ldvt, shape{count, n})
		for c := range count {
			copy(vt[c*ldvt:c*ldvt+n], found.V[c*n:(c+1)*n])
		}
	}
	return true
}

// Dgetrf factors a matrix by rows exchanged, and reports whether no pivot was
// zero.
func (decompositions) Dgetrf(m, n int, a []float64, lda int, pivots []int) bool {
	checkSize("Dgetrf", "a", a, lda, shape{m, n})
	return decomposition.LU(m, n, a, lda, pivots)
}

// Dgetri inverts what Dgetrf has factored.
func (decompositions) Dgetri(n int, a []float64, lda int, pivots []int, work []float64, lwork int) bool {
	work[0] = 1
	if lwork == -1 || n == 0 {
		return true
	}
	checkSize("Dgetri", "a", a, lda, shape{n, n})
	return decomposition.InvertLU(n, a, lda, pivots)
}

// Dgecon estimates the reciprocal of the condition of what Dgetrf has factored.
func (decompositions) Dgecon(norm lapack.MatrixNorm, n int, a []float64, lda int, size float64, _ []float64, _ []int) float64 {
	if n == 0 {
		return 1
	}
	checkSize("Dgecon", "a", a, lda, shape{n, n})
	return decomposition.ConditionLU(n, a, lda, size, norm == lapack.MaxRowSum)
}

// Dpocon estimates the reciprocal of the condition of what Dpotrf has factored.
func (decompositions) Dpocon(ul blas.Uplo, n int, a []float64, lda int, size float64, _ []float64, _ []int) float64 {
	if n == 0 {
		return 1
	}
	checkSize("Dpocon", "a", a, lda, shape{n, n})
	return decomposition.ConditionCholesky(ul, n, a, lda, size)
}

// Dlange computes a norm of a matrix. That of all squares is our own; the others
// are sums, and gonum's.
func (d decompositions) Dlange(norm lapack.MatrixNorm, m, n int, a []float64, lda int, work []float64) float64 {
	if norm != lapack.Frobenius || min(m, n) == 0 {
		return d.Implementation.Dlange(norm, m, n, a, lda, work)
	}
	checkSize("Dlange", "a", a, lda, shape{m, n})
	if lda == n {
		return linalg.Length(a[:m*n])
	}
	numbers := make([]float64, 0, m*n)
	for i := range m {
		numbers = append(numbers, a[i*lda:i*lda+n]...)
	}
	return linalg.Length(numbers)
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
