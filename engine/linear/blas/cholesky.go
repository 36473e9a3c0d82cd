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
// parts for all processors, between which the context is honoured. It tells its
// progress.
func Cholesky[T Float](ctx context.Context, ul blas.Uplo, n int, a []T, lda int) (failed int, pivot float64, err error) {
	checkSize("cholesky", "a", a, lda, shape{n, n})
	const block = 256
	panels := blas.NoTrans // lie by rows
	if ul == blas.Upper {
		panels = blas.Trans
	}
	blocks := (n + block - 1) / block
	count := parallel.Count(ctx, "factor", blocks*(blocks+1)*(2*blocks+1)/6)
	for k := 0; k < n; k += block {
		size := min(block, n-k)
		diagonal := a[k*lda+k:]
		if at, pivot := choleskyBlock(ul, size, diagonal, lda); at >= 0 {
			return k + at, pivot, nil
		}
		below := k + size
		if below == n {
			count.Add(1)
			return -1, 0, ctx.Err()
		}
		panel := func(i int) []T { // of rows i and on, beside the diagonal block
			if ul == blas.Lower {
				return a[i*lda+k:]
			}
			return a[k*lda+i:]
		}
		inverted := invertCorners(ul, size, diagonal, lda)
		fresh := func() []T { return make([]T, block*leaf) }
		err := parallel.With(ctx, n-below, block, fresh, func(rest []T, lo, hi int) {
			solvePanel(ul, size, hi-lo, diagonal, lda, inverted, panel(below+lo), rest)
		})
		if err != nil {
			return -1, 0, err
		}
		if err := Syrk(ctx, ul, panels, n-below, size, -1, panel(below), lda, 1, a[below*lda+below:], lda); err != nil {
			return -1, 0, err
		}
		left := blocks - k/block
		count.Add(left * left)
	}
	return -1, 0, nil
}

// leaf is the order of the blocks on the diagonal whose inverses the panels are
// multiplied by.
const leaf = 64

// corners are the blocks on the diagonal of a triangle, one after another, each
// leaf×leaf with zeros beyond its triangle, and their inverses.
type corners[T Float] struct{ block, inverse []T }

func invertCorners[T Float](ul blas.Uplo, n int, a []T, lda int) corners[T] {
	c := corners[T]{block: make([]T, (n+leaf-1)/leaf*leaf*leaf)}
	for k := 0; k < n; k += leaf {
		size := min(leaf, n-k)
		for i := range size {
			from, until := 0, i+1
			if ul == blas.Upper {
				from, until = i, size
			}
			copy(c.block[(k+i)*leaf+from:(k+i)*leaf+until], a[(k+i)*lda+k+from:])
		}
	}
	c.inverse = append(c.inverse, c.block...)
	for k := 0; k < n; k += leaf {
		invertBlock(ul, min(leaf, n-k), c.inverse[k*leaf:], leaf)
	}
	return c
}

// solvePanel solves X Lᵀ = B for count rows below a diagonal block, or Uᵀ X = B
// for count columns right of it, leaving X in b. Products with the inverses of
// the corners take the place of solves, which are several times slower; a step
// of refinement makes up for what inverses lose in nearly singular matrices.
func solvePanel[T Float](ul blas.Uplo, n, count int, a []T, lda int, c corners[T], b, rest []T) {
	var one Single[T]
	for k := 0; k < n; k += leaf {
		size, block, inverse := min(leaf, n-k), c.block[k*leaf:], c.inverse[k*leaf:]
		if ul == blas.Lower {
			if k > 0 {
				one.Gemm(blas.NoTrans, blas.Trans, count, size, k, -1, b, lda, a[k*lda:], lda, 1, b[k:], lda)
			}
			for i := range count {
				copy(rest[i*size:(i+1)*size], b[i*lda+k:])
			}
			one.Gemm(blas.NoTrans, blas.Trans, count, size, size, 1, rest, size, inverse, leaf, 0, b[k:], lda)
			one.Gemm(blas.NoTrans, blas.Trans, count, size, size, -1, b[k:], lda, block, leaf, 1, rest, size)
			one.Gemm(blas.NoTrans, blas.Trans, count, size, size, 1, rest, size, inverse, leaf, 1, b[k:], lda)
			continue
		}
		if k > 0 {
			one.Gemm(blas.Trans, blas.NoTrans, size, count, k, -1, a[k:], lda, b, lda, 1, b[k*lda:], lda)
		}
		for i := range size {
			copy(rest[i*count:(i+1)*count], b[(k+i)*lda:])
		}
		one.Gemm(blas.Trans, blas.NoTrans, size, count, size, 1, inverse, leaf, rest, count, 0, b[k*lda:], lda)
		one.Gemm(blas.Trans, blas.NoTrans, size, count, size, -1, block, leaf, b[k*lda:], lda, 1, rest, count)
		one.Gemm(blas.Trans, blas.NoTrans, size, count, size, 1, inverse, leaf, rest, count, 1, b[k*lda:], lda)
	}
}

// choleskyBlock is Cholesky for a small matrix. It halves the matrix down to
// single rows of work that vector routines do fast.
func choleskyBlock[T Float](ul blas.Uplo, n int, a []T, lda int) (failed int, pivot float64) {
	const rows = 24
	if n <= rows {
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
		ri[i] = sqrt(pivot)
	}
	return -1, 0
}

func choleskyUpper[T Float](n int, a []T, lda int) (int, float64) {
	for i := range n {
		ri := a[i*lda : i*lda+n]
		if !(ri[i] > 0) {
			return i, float64(ri[i])
		}
		ri[i] = sqrt(ri[i])
		for j := i + 1; j < n; j++ {
			ri[j] /= ri[i]
		}
		for j := i + 1; j < n; j++ { // takes u_iᵀ u_i off what is left
			rj := a[j*lda : j*lda+n]
			for c := j; c < n; c++ {
				rj[c] -= T(ri[j] * ri[c])
			}
		}
	}
	return -1, 0
}

func sqrt[T Float](x T) T { return T(math.Sqrt(float64(x))) }

func dot[T Float](x, y []T) (sum T) {
	for i, v := range x {
		sum += T(v * y[i])
	}
	return sum
}
