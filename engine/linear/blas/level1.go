package blas

import (
	"unfold/engine/internal/linalg"
	"unfold/engine/internal/simd"
)

// The routines of vectors that gonum's packages come to: gonum's own are fused
// by some compilers and not by others. A vector whose numbers lie apart is
// brought together first, so that its bits do not depend on where it lies.

func (gonumBLAS) Ddot(n int, x []float64, incX int, y []float64, incY int) float64 {
	return simd.Dot(contiguous(n, x, incX), contiguous(n, y, incY))
}

func (gonumBLAS) Dnrm2(n int, x []float64, incX int) float64 {
	return linalg.Length(contiguous(n, x, incX))
}

func (gonumBLAS) Daxpy(n int, alpha float64, x []float64, incX int, y []float64, incY int) {
	if alpha == 0 || n == 0 {
		return
	}
	sum := contiguous(n, y, incY)
	simd.AddScaled(sum, alpha, contiguous(n, x, incX))
	if incY != 1 {
		for i, v := range sum {
			y[offset(i, n, incY)] = v
		}
	}
}

// contiguous returns n numbers that lie inc apart, side by side: the slice
// itself where they do already. A step below zero goes backwards from the last
// one.
func contiguous(n int, x []float64, inc int) []float64 {
	if inc == 1 {
		return x[:n]
	}
	if inc == 0 {
		panic("blas: a vector's step is zero")
	}
	side := make([]float64, n)
	for i := range side {
		side[i] = x[offset(i, n, inc)]
	}
	return side
}

// offset is where number i of n lies.
func offset(i, n, inc int) int {
	if inc < 0 {
		return (i - n + 1) * inc
	}
	return i * inc
}
