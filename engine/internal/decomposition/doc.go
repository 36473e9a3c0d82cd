// Package decomposition takes dense matrices apart in fixed order: what it
// computes is the same bits on every processor, whatever instructions that has,
// and at any GOMAXPROCS.
//
// It stands on the products of package linalg, whose sums do not depend on how
// they are cut into tiles, on kernels of package simd that are the same bits at
// every level, and on loops of package parallel, whose blocks depend on sizes
// alone. What is left is Go that rounds each product before it is added to, or
// fuses the two by math.FMA. Copies of a row or a column that the mathematics
// treats alike are not promised equal bits: these are results of a whole matrix.
//
// Matrices lie by rows. Numbers must be finite, which callers see to: what is
// said of each function then holds whatever their sizes.
//
// It imports linalg, parallel and simd alone. Start at symmetric.go and singular.go.
package decomposition

import (
	"errors"
	"math"
)

// ErrNoPairs is that eigenvalues could not be separated, which only numbers that
// are not finite lead to.
var ErrNoPairs = errors.New("the matrix has no eigenpairs that could be computed")

// rounding is half of what two numbers next to one are apart.
const rounding = 0x1p-53

// hypotenuse is √(x² + y²) for numbers whose squares neither overflow nor vanish
// unless they do not matter.
func hypotenuse(x, y float64) float64 {
	return math.Sqrt(square(x) + square(y))
}
