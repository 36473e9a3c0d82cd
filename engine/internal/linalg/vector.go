package linalg

import (
	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/simd"
)

// Gemv computes y = alpha op(A) x + beta y for an m×n matrix A: the same bits
// as Gemm for one column, except that y is left as it is where A has no numbers.
func Gemv[T Float](t blas.Transpose, m, n int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int) {
	rows, depth := m, n
	if t != blas.NoTrans {
		rows, depth = n, m
	}
	if rows == 0 || depth == 0 {
		return
	}
	from, to := gather(depth, x, incX), gather(rows, y, incY)
	Gemm(t, blas.NoTrans, rows, 1, depth, alpha, a, lda, from, 1, beta, to, 1)
	scatter(rows, y, incY, to)
}

// Symv computes y = alpha A x + beta y for a symmetric A, of which it reads one
// triangle: the same bits as Gemv for the whole matrix.
func Symv[T Float](ul blas.Uplo, n int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int) {
	if n == 0 {
		return
	}
	a = checkedSlice("a", a, lda, shape{n, n})
	from, to := gather(n, x, incX), gather(n, y, incY)
	scale(beta, to, 1, shape{n, 1})
	borrowed := getBuffer[T](min(n, Depth) * min(n, Depth))
	defer putBuffer(borrowed)
	square := *borrowed
	for i := 0; i < n; i += Depth { // by rows of blocks; each sum gets its blocks in order
		size := min(Depth, n-i)
		mirrorInto(square, ul, size, a[i*lda+i:], lda)
		Gemv(blas.NoTrans, size, size, alpha, square, size, from[i:], 1, 1, to[i:], 1)
		for j := i + size; j < n; j += Depth {
			wide := min(Depth, n-j)
			if ul == blas.Upper {
				block := a[i*lda+j:]
				Gemv(blas.NoTrans, size, wide, alpha, block, lda, from[j:], 1, 1, to[i:], 1)
				Gemv(blas.Trans, size, wide, alpha, block, lda, from[i:], 1, 1, to[j:], 1)
			} else {
				block := a[j*lda+i:]
				Gemv(blas.Trans, wide, size, alpha, block, lda, from[j:], 1, 1, to[i:], 1)
				Gemv(blas.NoTrans, wide, size, alpha, block, lda, from[i:], 1, 1, to[j:], 1)
			}
		}
	}
	scatter(n, y, incY, to)
}

// mirrorInto writes the whole of a symmetric matrix of which a has one triangle.
func mirrorInto[T Float](dst []T, ul blas.Uplo, n int, a []T, lda int) {
	copyTriangle(ul, n, dst, n, a, lda)
	for i := range n {
		for j := range i {
			if ul == blas.Upper {
				dst[i*n+j] = dst[j*n+i]
			} else {
				dst[j*n+i] = dst[i*n+j]
			}
		}
	}
}

// computeColumn is compute for one column of C.
func (p *product[T]) computeColumn() {
	p.scale(0, p.m, 0, p.n)
	x, y := gather(p.k, p.right.data, p.right.row), gather(p.m, p.c, p.ldc)
	addTimesVector(p.alpha, p.left, p.m, x, y)
	scatter(p.m, p.c, p.ldc, y)
}

// computeRows is compute row by row of C, which are Bᵀ times rows of A.
func (p *product[T]) computeRows() {
	p.scale(0, p.m, 0, p.n)
	for i := range p.m {
		lo, hi := p.span(i)
		x, turned := gather(p.k, p.left.at(i, 0).data, p.left.column), p.right.at(0, lo)
		turned.row, turned.column = turned.column, turned.row
		addTimesVector(p.alpha, turned, hi-lo, x, p.c[i*p.ldc+lo:i*p.ldc+hi])
	}
}

// addTimesVector adds alpha A x to y. Where A lies by rows, those are multiplied
// by x; where it lies by columns, those are added up.
func addTimesVector[T Float](alpha T, a operand[T], rows int, x, y []T) {
	const together = 32 // rows that are read side by side
	const few = 16      // columns that are read side by side
	sums := getBuffer[T](rows)
	defer putBuffer(sums)
	if a.column == 1 {
		for i := 0; i < rows; i += together {
			part := (*sums)[i:min(i+together, rows)]
			for p := 0; p < len(x); p += Depth {
				simd.DotRows(part, a.at(i, p).data, a.row, x[p:min(p+Depth, len(x))])
				simd.AddScaled(y[i:i+len(part)], alpha, part)
			}
		}
		return
	}
	for p := 0; p < len(x); p += Depth {
		clear(*sums)
		end := min(p+Depth, len(x))
		for q := p; q < end; q += few {
			simd.AddRows(*sums, x[q:min(q+few, end)], a.at(0, q).data, a.column)
		}
		simd.AddScaled(y[:rows], alpha, *sums)
	}
}

// gather returns n numbers that lie inc apart, side by side: the slice itself
// where they do already. A step below zero goes backwards from the last one.
func gather[T Float](n int, x []T, inc int) []T {
	if inc == 1 {
		return x[:n]
	}
	if inc == 0 {
		panic("linalg: a vector's step is zero")
	}
	side := make([]T, n)
	for i := range side {
		side[i] = x[offset(i, n, inc)]
	}
	return side
}

// scatter writes what gather returned back to where it came from.
func scatter[T Float](n int, x []T, inc int, side []T) {
	if inc == 1 {
		return
	}
	for i, v := range side {
		x[offset(i, n, inc)] = v
	}
}

// offset is where number i of n lies.
func offset(i, n, inc int) int {
	if inc < 0 {
		return (i - n + 1) * inc
	}
	return i * inc
}
