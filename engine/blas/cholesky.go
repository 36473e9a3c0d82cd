package blas

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// Cholesky factors the symmetric matrix in the given triangle of a in place:
// A = L Lᵀ for blas.Lower, A = Uᵀ U for blas.Upper. It returns the row whose
// pivot was not positive, with that pivot, or −1.
//
// It halves the matrix until blocks are small, so that nearly all the work,
// n³/3 multiplications and as many additions, is in triangular solves and
// rank updates of the back end in use.
func Cholesky(ul blas.Uplo, n int, a []float64, lda int) (failed int, pivot float64) {
	const leaf = 64
	if n <= leaf {
		if ul == blas.Lower {
			return choleskyLower(n, a, lda)
		}
		return choleskyUpper(n, a, lda)
	}
	half := (n/2 + leaf - 1) / leaf * leaf // of whole leaves
	if failed, pivot = Cholesky(ul, half, a, lda); failed >= 0 {
		return failed, pivot
	}
	impl, rest, corner := blas64.Implementation(), n-half, a[half*lda+half:]
	if ul == blas.Lower {
		side := a[half*lda:]
		impl.Dtrsm(blas.Right, blas.Lower, blas.Trans, blas.NonUnit, rest, half, 1, a, lda, side, lda)
		impl.Dsyrk(blas.Lower, blas.NoTrans, rest, half, -1, side, lda, 1, corner, lda)
	} else {
		side := a[half:]
		impl.Dtrsm(blas.Left, blas.Upper, blas.Trans, blas.NonUnit, half, rest, 1, a, lda, side, lda)
		impl.Dsyrk(blas.Upper, blas.Trans, rest, half, -1, side, lda, 1, corner, lda)
	}
	if failed, pivot = Cholesky(ul, rest, corner, lda); failed >= 0 {
		failed += half
	}
	return failed, pivot
}

func choleskyLower(n int, a []float64, lda int) (int, float64) {
	for i := range n {
		ri := a[i*lda : i*lda+i+1]
		for j := range i {
			rj := a[j*lda : j*lda+j+1]
			ri[j] = (ri[j] - dot(ri[:j], rj[:j])) / rj[j]
		}
		pivot := ri[i] - dot(ri[:i], ri[:i])
		if !(pivot > 0) {
			return i, pivot
		}
		ri[i] = math.Sqrt(pivot)
	}
	return -1, 0
}

func choleskyUpper(n int, a []float64, lda int) (int, float64) {
	for i := range n {
		ri := a[i*lda : i*lda+n]
		if !(ri[i] > 0) {
			return i, ri[i]
		}
		ri[i] = math.Sqrt(ri[i])
		for j := i + 1; j < n; j++ {
			ri[j] /= ri[i]
		}
		for j := i + 1; j < n; j++ { // takes u_iᵀ u_i off what is left
			rj := a[j*lda : j*lda+n]
			for c := j; c < n; c++ {
				rj[c] -= ri[j] * ri[c]
			}
		}
	}
	return -1, 0
}

func dot(x, y []float64) (sum float64) {
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}
