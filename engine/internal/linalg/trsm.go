package linalg

import (
	"math"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/simd"
)

// A triangle is a triangular matrix with what there is to know of it.
type triangle[T Float] struct {
	ul   blas.Uplo
	t    blas.Transpose
	unit bool
	a    []T
	lda  int
}

// from is where the rectangle of op(A) begins whose first number is in row i
// and column j.
func (r triangle[T]) from(i, j int) []T {
	row, column := strides(r.t, r.lda)
	return r.a[i*row+j*column:]
}

// at is a number of op(A).
func (r triangle[T]) at(i, j int) T { return r.from(i, j)[0] }

// lower reports whether op(A) is lower triangular.
func (r triangle[T]) lower() bool { return (r.ul == blas.Lower) == (r.t == blas.NoTrans) }

// Trsm solves op(A) X = alpha B or X op(A) = alpha B for a triangular A, leaving
// X in B, which is m×n. Unknowns are solved for in blocks of Depth, from the end
// where the triangle has its tip: what is solved is taken off a block by Gemm,
// and the block is halved down to some 16 unknowns, of which
//
//	x_i = (b_i − Σ_j a_ij x_j) (1/a_ii)
//
// by one fused chain from b_i. Columns of X (rows, where A is on the right) do
// not depend on one another.
func Trsm[T Float](s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha T, a []T, lda int, b []T, ldb int) {
	order := m
	if s == blas.Right {
		order = n
	}
	b = checkedSlice("b", b, ldb, shape{m, n})
	if m == 0 || n == 0 {
		return
	}
	scale(alpha, b, ldb, shape{m, n})
	if alpha == 0 {
		return
	}
	r := triangle[T]{ul, t, d == blas.Unit, checkedSlice("a", a, lda, shape{order, order}), lda}
	if s == blas.Left {
		r.solveLeft(m, n, b, ldb)
	} else {
		r.solveRight(m, n, b, ldb)
	}
}

// blocks calls do for the blocks [lo, hi) of n unknowns in the order in which
// they are solved for, with those that are solved by then.
func blocks(n, size int, down bool, do func(lo, hi, from, to int)) {
	count := (n + size - 1) / size
	for i := range count {
		if down {
			do(i*size, min((i+1)*size, n), 0, i*size)
			continue
		}
		lo := (count - 1 - i) * size
		hi := min(lo+size, n)
		do(lo, hi, hi, n)
	}
}

// leafSolve is how many unknowns are solved for one by one.
const leafSolve = 16

// halfOf returns where n unknowns are cut in two: after the largest power of
// two of leaves that leaves some.
func halfOf(n int) int {
	half := leafSolve
	for 2*half < n {
		half *= 2
	}
	return half
}

// solveLeft solves op(A) X = B for n columns.
func (r triangle[T]) solveLeft(m, n int, b []T, ldb int) {
	blocks(m, Depth, r.lower(), func(lo, hi, from, to int) {
		if from < to {
			addProduct(r.t, blas.NoTrans, hi-lo, n, to-from, -1, r.from(lo, from), r.lda, b[from*ldb:], ldb, b[lo*ldb:], ldb)
		}
		if column, is := any(b).([]float64); is && n == 1 && ldb == 1 {
			r.solveColumn(lo, hi, column)
			return
		}
		r.solveRows(lo, hi, n, b, ldb)
	})
}

// solveRows is solveLeft for the rows in [lo, hi), with the others taken off.
func (r triangle[T]) solveRows(lo, hi, n int, b []T, ldb int) {
	if hi-lo <= leafSolve {
		r.substitute(lo, hi, func(i int) []T { return b[i*ldb : i*ldb+n] })
		return
	}
	half := lo + halfOf(hi-lo)
	if r.lower() {
		r.solveRows(lo, half, n, b, ldb)
		addProduct(r.t, blas.NoTrans, hi-half, n, half-lo, -1, r.from(half, lo), r.lda, b[lo*ldb:], ldb, b[half*ldb:], ldb)
		r.solveRows(half, hi, n, b, ldb)
	} else {
		r.solveRows(half, hi, n, b, ldb)
		addProduct(r.t, blas.NoTrans, half-lo, n, hi-half, -1, r.from(lo, half), r.lda, b[half*ldb:], ldb, b[lo*ldb:], ldb)
		r.solveRows(lo, half, n, b, ldb)
	}
}

// substitute solves op(A) X = B for the rows of B in [lo, hi).
func (r triangle[T]) substitute(lo, hi int, row func(i int) []T) {
	blocks(hi-lo, 1, r.lower(), func(at, _, from, to int) {
		x := row(lo + at)
		for j := from; j < to; j++ {
			simd.AddScaled(x, -r.at(lo+at, lo+j), row(lo+j))
		}
		if !r.unit {
			divide(x, r.at(lo+at, lo+at))
		}
	})
}

// solveColumn is solveRows for one column whose numbers lie side by side, of which it
// makes the same chains without a call for each of their links.
func (r triangle[T]) solveColumn(lo, hi int, b []float64) {
	a := any(r.a).([]float64)
	if hi-lo <= leafSolve {
		r.substituteColumn(a, lo, hi, b)
		return
	}
	half := lo + halfOf(hi-lo)
	borrowed := getBuffer[float64](max(half-lo, hi-half))
	defer putBuffer(borrowed)
	sums := *borrowed
	if r.lower() {
		r.solveColumn(lo, half, b)
		times(sums[:hi-half], r.t, a, r.lda, half, lo, b[lo:half])
		simd.AddScaled(b[half:hi], -1, sums[:hi-half])
		r.solveColumn(half, hi, b)
	} else {
		r.solveColumn(half, hi, b)
		times(sums[:half-lo], r.t, a, r.lda, lo, half, b[half:hi])
		simd.AddScaled(b[lo:half], -1, sums[:half-lo])
		r.solveColumn(lo, half, b)
	}
}

// times sets sums to so many rows of op(A) times x, from the number in row i and column j.
func times(sums []float64, t blas.Transpose, a []float64, lda, i, j int, x []float64) {
	if t == blas.NoTrans {
		simd.DotRows(sums, a[i*lda+j:], lda, x)
		return
	}
	clear(sums)
	simd.AddRows(sums, x, a[j*lda+i:], lda)
}

// substituteColumn is substitute for one column.
func (r triangle[T]) substituteColumn(a []float64, lo, hi int, b []float64) {
	row, column := strides(r.t, r.lda)
	solve := func(i, from, to int) {
		x := b[i]
		for j := from; j < to; j++ {
			x = math.FMA(-a[i*row+j*column], b[j], x)
		}
		b[i] = x
		if !r.unit {
			divide(b[i:i+1], a[i*row+i*column])
		}
	}
	if r.lower() {
		for i := lo; i < hi; i++ {
			solve(i, lo, i)
		}
		return
	}
	for i := hi - 1; i >= lo; i-- {
		solve(i, i+1, hi)
	}
}

// divide multiplies a row by one over d, or divides it where d is so tiny or so
// large that its inverse would overflow or lose bits in either type.
func divide[T Float](row []T, d T) {
	if size := math.Abs(float64(d)); size >= 0x1p-126 && size <= 0x1p126 {
		scale(1/d, row, len(row), shape{1, len(row)})
		return
	}
	for j := range row {
		row[j] /= d
	}
}

// solveRight solves X op(A) = B for m rows.
func (r triangle[T]) solveRight(m, n int, b []T, ldb int) {
	borrowed := getBuffer[T](leafSolve * m)
	defer putBuffer(borrowed)
	columns := *borrowed
	blocks(n, Depth, !r.lower(), func(lo, hi, from, to int) {
		if from < to {
			addProduct(blas.NoTrans, r.t, m, hi-lo, to-from, -1, b[from:], ldb, r.from(from, lo), r.lda, b[lo:], ldb)
		}
		r.solveColumns(lo, hi, m, b, ldb, columns)
	})
}

// solveColumns is solveRight for the columns in [lo, hi), with the others taken
// off. Leaves are turned around, so that they are solved as rows.
func (r triangle[T]) solveColumns(lo, hi, m int, b []T, ldb int, columns []T) {
	if hi-lo <= leafSolve {
		turned := r
		turned.t = otherTranspose(r.t)
		simd.Turn(columns, m, b[lo:], ldb, m, hi-lo)
		turned.substitute(lo, hi, func(j int) []T { return columns[(j-lo)*m : (j-lo+1)*m] })
		simd.Turn(b[lo:], ldb, columns, m, hi-lo, m)
		return
	}
	half := lo + halfOf(hi-lo)
	if r.lower() {
		r.solveColumns(half, hi, m, b, ldb, columns)
		addProduct(blas.NoTrans, r.t, m, half-lo, hi-half, -1, b[half:], ldb, r.from(half, lo), r.lda, b[lo:], ldb)
		r.solveColumns(lo, half, m, b, ldb, columns)
	} else {
		r.solveColumns(lo, half, m, b, ldb, columns)
		addProduct(blas.NoTrans, r.t, m, hi-half, half-lo, -1, b[lo:], ldb, r.from(lo, half), r.lda, b[half:], ldb)
		r.solveColumns(half, hi, m, b, ldb, columns)
	}
}
