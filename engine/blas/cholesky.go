package blas

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/parallel"
)

// Cholesky factors the symmetric matrix in the given triangle of a in place:
// A = L Lᵀ for blas.Lower, A = Uᵀ U for blas.Upper. It returns the row whose
// pivot was not positive, with that pivot, or −1. Time n³/6 multiplications
// and as many additions.
//
// Block by block it factors the diagonal, solves for the panel beside it, and
// takes the panel's products off what remains; the latter two are cut into
// tiles for all processors, between which the context is honoured.
func Cholesky[T Float](ctx context.Context, ul blas.Uplo, n int, a []T, lda int) (failed int, pivot float64, err error) {
	need("cholesky", "a", a, lda, shape{n, n})
	const block = 256
	var one Single[T]
	first, second := blas.NoTrans, blas.Trans // of the panels in an update
	if ul == blas.Upper {
		first, second = second, first
	}
	for k := 0; k < n; k += block {
		size := min(block, n-k)
		diagonal := a[k*lda+k:]
		if at, pivot := choleskyBlock(ul, size, diagonal, lda); at >= 0 {
			return k + at, pivot, nil
		}
		below := k + size
		panel := func(i int) []T { // of rows i and on, beside the diagonal block
			if ul == blas.Lower {
				return a[i*lda+k:]
			}
			return a[k*lda+i:]
		}
		err := parallel.For(ctx, n-below, block, func(lo, hi int) {
			if ul == blas.Lower {
				one.Trsm(blas.Right, ul, blas.Trans, blas.NonUnit, hi-lo, size, 1, diagonal, lda, panel(below+lo), lda)
			} else {
				one.Trsm(blas.Left, ul, blas.Trans, blas.NonUnit, size, hi-lo, 1, diagonal, lda, panel(below+lo), lda)
			}
		})
		if err != nil {
			return -1, 0, err
		}
		across := (n - below + block - 1) / block
		err = parallel.For(ctx, across*across, 1, func(t, _ int) {
			i, j := below+t/across*block, below+t%across*block
			rows, cols := min(block, n-i), min(block, n-j)
			switch c := a[i*lda+j:]; {
			case i == j:
				one.Syrk(ul, first, rows, size, -1, panel(i), lda, 1, c, lda)
			case (i > j) == (ul == blas.Lower):
				one.Gemm(first, second, rows, cols, size, -1, panel(i), lda, panel(j), lda, 1, c, lda)
			}
		})
		if err != nil {
			return -1, 0, err
		}
	}
	return -1, 0, nil
}

// choleskyBlock is Cholesky for a small matrix. It halves the matrix down to
// single rows of work that vector routines do fast.
func choleskyBlock[T Float](ul blas.Uplo, n int, a []T, lda int) (failed int, pivot float64) {
	const leaf = 24
	if n <= leaf {
		if ul == blas.Lower {
			return choleskyLower(n, a, lda)
		}
		return choleskyUpper(n, a, lda)
	}
	half := n / 2
	if failed, pivot = choleskyBlock(ul, half, a, lda); failed >= 0 {
		return failed, pivot
	}
	var one Single[T]
	rest, corner := n-half, a[half*lda+half:]
	if ul == blas.Lower {
		side := a[half*lda:]
		one.Trsm(blas.Right, ul, blas.Trans, blas.NonUnit, rest, half, 1, a, lda, side, lda)
		one.Syrk(ul, blas.NoTrans, rest, half, -1, side, lda, 1, corner, lda)
	} else {
		side := a[half:]
		one.Trsm(blas.Left, ul, blas.Trans, blas.NonUnit, half, rest, 1, a, lda, side, lda)
		one.Syrk(ul, blas.Trans, rest, half, -1, side, lda, 1, corner, lda)
	}
	if failed, pivot = choleskyBlock(ul, rest, corner, lda); failed >= 0 {
		failed += half
	}
	return failed, pivot
}

func choleskyLower[T Float](n int, a []T, lda int) (int, float64) {
	for i := range n {
		ri := a[i*lda : i*lda+i+1]
		for j := range i {
			rj := a[j*lda : j*lda+j+1]
			ri[j] = (ri[j] - dot(ri[:j], rj[:j])) / rj[j]
		}
		pivot := ri[i] - dot(ri[:i], ri[:i])
		if !(pivot > 0) {
			return i, float64(pivot)
		}
		ri[i] = root(pivot)
	}
	return -1, 0
}

func choleskyUpper[T Float](n int, a []T, lda int) (int, float64) {
	for i := range n {
		ri := a[i*lda : i*lda+n]
		if !(ri[i] > 0) {
			return i, float64(ri[i])
		}
		ri[i] = root(ri[i])
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

func root[T Float](x T) T { return T(math.Sqrt(float64(x))) }

func dot[T Float](x, y []T) (sum T) {
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}
