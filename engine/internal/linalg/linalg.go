// Package linalg is dense linear algebra in fixed order: what it computes is
// the same bits on every processor, whatever instructions that has, and however
// many goroutines share the work.
//
// # Order
//
// Every number of a product is worked out by itself. The sum over k = 0, 1, …
// is cut into blocks of Depth products; within a block it is one chain of fused
// multiplications and additions that begins with zero; and block by block
//
//	c ← fma(alpha, sum of the block, c)
//
// from c = beta c, rounded, which is zero for beta = 0. So it depends on one row
// of op(A), one column of op(B), alpha and beta alone, not on how many other
// rows and columns there are: copies of a row have the same product, and a
// caller may cut a product into tiles as it likes, and its sums at multiples of
// Depth, without changing a bit. Gemv and Symv are Gemm for one column, Syrk is
// one triangle of Gemm.
//
// NaN is NaN everywhere, but which of its bit patterns is not promised.
//
// # Calls
//
// Routines are those of BLAS for matrices that lie by rows. They run in the
// goroutine that calls them and cannot be interrupted, except GemmIn and SyrkIn,
// which run in a loop of the caller's: it may share their parts among goroutines
// and end between two of them. Slices that are too short and sizes below zero
// panic.
//
// # Speed
//
// A product is packed and multiplied as Goto and van de Geijn do it (2008,
// doi:10.1145/1356052.1356053), with rows and columns exchanged: panels of A stay
// in the first cache, panels of B in the second, and a tile of sums in registers
// (package simd), which lie along rows of C. Rows and columns that fill no tile
// are computed beside C.
//
// # Reading the package
//
// It imports simd alone. Start at gemm.go and product.go; block.go is the packed product.
package linalg

import (
	"fmt"

	"gonum.org/v1/gonum/blas"
)

// Float is the type of a matrix's numbers.
type Float interface{ float32 | float64 }

// Depth is how many products make a block of a sum. It is part of what the
// routines compute: another depth gives other bits.
const Depth = 256

// shape is the rows and columns of a matrix as it is stored.
type shape struct{ rows, cols int }

// storedShape returns the shape of A as stored, where op(A) has the given shape.
func storedShape(t blas.Transpose, rows, cols int) shape {
	if t == blas.NoTrans {
		return shape{rows, cols}
	}
	return shape{cols, rows}
}

// checkedSlice returns the part of a slice that a matrix occupies, and panics
// if the slice is too short for it: assembler would read and write beyond.
func checkedSlice[T Float](name string, data []T, stride int, s shape) []T {
	if s.rows < 0 || s.cols < 0 || stride < s.cols {
		panic(fmt.Sprintf("linalg: %s is %d×%d with stride %d", name, s.rows, s.cols, stride))
	}
	if s.rows == 0 || s.cols == 0 {
		return nil
	}
	if len(data) < s.cols || (len(data)-s.cols)/stride < s.rows-1 {
		panic(fmt.Sprintf("linalg: %d×%d matrix %s does not fit a slice of %d with stride %d", s.rows, s.cols, name, len(data), stride))
	}
	return data[:(s.rows-1)*stride+s.cols]
}

// strides is how far apart in its slice the rows of op(A) are, and the columns.
func strides(t blas.Transpose, stride int) (row, column int) {
	if t == blas.NoTrans {
		return stride, 1
	}
	return 1, stride
}

// otherTranspose exchanges transposed and not transposed.
func otherTranspose(t blas.Transpose) blas.Transpose {
	if t == blas.NoTrans {
		return blas.Trans
	}
	return blas.NoTrans
}

// scale multiplies a matrix by beta, which overwrites it where beta is zero.
func scale[T Float](beta T, c []T, ldc int, s shape) {
	if beta == 1 {
		return
	}
	for i := range s.rows {
		row := c[i*ldc : i*ldc+s.cols]
		if beta == 0 {
			clear(row)
			continue
		}
		for j := range row {
			row[j] *= beta
		}
	}
}
