package blas

import (
	"fmt"

	"gonum.org/v1/gonum/blas"
)

// shape is the rows and columns of a matrix as it is stored.
type shape struct{ rows, cols int }

// storedShape returns the shape of A as stored, where op(A) has the given shape.
func storedShape(t blas.Transpose, rows, cols int) shape {
	if t == blas.NoTrans {
		return shape{rows, cols}
	}
	return shape{cols, rows}
}

// checkSize panics if a slice is too short or a stride too small for a matrix:
// the library would read or write beyond it.
func checkSize[T Float](routine, name string, data []T, stride int, s shape) {
	if stride < max(1, s.cols) || s.rows > 0 && (len(data)-s.cols)/stride < s.rows-1 || len(data) < s.cols {
		panic(fmt.Sprintf("blas: %s: %d×%d matrix %s does not fit a slice of %d with stride %d", routine, s.rows, s.cols, name, len(data), stride))
	}
}

// rowStart is where row i of op(A) begins in A's slice.
func rowStart(t blas.Transpose, i, stride int) int {
	if t == blas.NoTrans {
		return i * stride
	}
	return i
}

func otherTranspose(t blas.Transpose) blas.Transpose {
	if t == blas.NoTrans {
		return blas.Trans
	}
	return blas.NoTrans
}

func transposeLetter(t blas.Transpose) byte {
	if t == blas.NoTrans {
		return 'N'
	}
	return 'T'
}

// otherTriangleLetter is the letter of the other triangle.
func otherTriangleLetter(ul blas.Uplo) byte {
	if ul == blas.Upper {
		return 'L'
	}
	return 'U'
}

// otherSideLetter is the letter of the other side.
func otherSideLetter(s blas.Side) byte {
	if s == blas.Left {
		return 'R'
	}
	return 'L'
}
