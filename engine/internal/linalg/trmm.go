package linalg

import (
	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/simd"
)

// leafMultiply is the order of the blocks on the diagonal that Trmm multiplies
// by as squares, with zeros beyond the triangle.
const leafMultiply = 64

// Trmm computes B = alpha op(A) B or B = alpha B op(A) for a triangular A and
// an m×n matrix B. Each block of 64 rows of the result (columns, where A is on
// the right) is the product with the block on the diagonal, zeros included,
// to which Gemm adds what lies beside that.
func Trmm[T Float](s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha T, a []T, lda int, b []T, ldb int) {
	order := m
	if s == blas.Right {
		order = n
	}
	b = checkedSlice("b", b, ldb, shape{m, n})
	if m == 0 || n == 0 {
		return
	}
	if alpha == 0 {
		scale(0, b, ldb, shape{m, n})
		return
	}
	r := triangle[T]{ul, t, d == blas.Unit, checkedSlice("a", a, lda, shape{order, order}), lda}
	square, before := make([]T, leafMultiply*leafMultiply), make([]T, leafMultiply*max(m, n))
	// A block is written when no other needs what it was.
	down := r.lower() == (s == blas.Right)
	blocks(order, leafMultiply, down, func(lo, hi, _, _ int) {
		size, from, to := hi-lo, hi, order
		if !down {
			from, to = 0, lo
		}
		r.fillSquare(lo, hi, square)
		if s == blas.Left {
			simd.CopyRows(before, n, b[lo*ldb:], ldb, size, n)
			Gemm(blas.NoTrans, blas.NoTrans, size, n, size, alpha, square, size, before, n, 0, b[lo*ldb:], ldb)
			if from < to {
				addProduct(t, blas.NoTrans, size, n, to-from, alpha, r.from(lo, from), lda, b[from*ldb:], ldb, b[lo*ldb:], ldb)
			}
			return
		}
		simd.CopyRows(before, size, b[lo:], ldb, m, size)
		Gemm(blas.NoTrans, blas.NoTrans, m, size, size, alpha, before, size, square, size, 0, b[lo:], ldb)
		if from < to {
			addProduct(blas.NoTrans, t, m, size, to-from, alpha, b[from:], ldb, r.from(from, lo), lda, b[lo:], ldb)
		}
	})
}

// fillSquare writes a block on the diagonal of op(A) with its zeros and ones.
func (r triangle[T]) fillSquare(lo, hi int, dst []T) {
	size := hi - lo
	for i := range size {
		for j := range size {
			switch {
			case i == j && r.unit:
				dst[i*size+j] = 1
			case i != j && (i > j) != r.lower():
				dst[i*size+j] = 0
			default:
				dst[i*size+j] = r.at(lo+i, lo+j)
			}
		}
	}
}
