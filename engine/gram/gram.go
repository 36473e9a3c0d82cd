// Package gram computes Gram matrices K of Mercer kernels: whole (Matrix), block
// by block, kept or not, and times vectors (Entries); and row by row for maps of
// new rows (Profile). It also finds the median distance that kernel widths are
// taken from.
//
// Start with Kernel, then Entries; everything else is made of its blocks. The
// package imports the engine's vocabulary, its internal packages and the products
// of engine/blas. Systems with K are solved in engine/ridge.
package gram

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/simd"
)

// A Kernel is a function k(x, y) of two rows, symmetric; a Mercer kernel if
// all its Gram matrices are positive semidefinite. What Of returns depends on
// the two rows alone, to the bit; blocks of a Gram matrix, and the values that
// Profile gives, are within rounding of it.
//
// Kernels are those of this package, since blocks are made of products x·y.
type Kernel interface {
	Of(x, y []float64) float64

	// product returns the multiple of x·y that kernels are made of.
	product() float64
	// shift returns what ‖x‖²/2 is multiplied by before Gauss takes it off;
	// zero for kernels that are no function of a distance.
	shift() float64
	// finish makes values of the kernel from products, in place.
	finish(products []float64)
}

// RBF is k(x, y) = exp(−‖x − y‖²/2σ²): from 1 for equal rows down to 0. Sigma
// is in the units of the columns. In terms of γ = 1/2σ² it is exp(−γ‖x − y‖²).
type RBF struct{ Sigma float64 }

// Of returns k(x, y).
func (k RBF) Of(x, y []float64) float64 {
	return elementary.Exp(-Square(x, y) / (2 * k.Sigma * k.Sigma))
}

func (k RBF) product() float64   { return 1 / (k.Sigma * k.Sigma) }
func (k RBF) shift() float64     { return 1 / (k.Sigma * k.Sigma) }
func (k RBF) finish(v []float64) { simd.Exp(v, v) }

// Linear is k(x, y) = x·y.
type Linear struct{}

// Of returns k(x, y).
func (Linear) Of(x, y []float64) float64 { return Dot(x, y) }

func (Linear) product() float64 { return 1 }
func (Linear) shift() float64   { return 0 }
func (Linear) finish([]float64) {}

// Polynomial is k(x, y) = (x·y/σ² + c)^p. For c below zero it is not a Mercer
// kernel.
type Polynomial struct {
	Sigma, Offset float64 // σ and c
	Degree        int     // p
}

// Of returns k(x, y).
func (k Polynomial) Of(x, y []float64) float64 {
	values := [1]float64{Dot(x, y) / (k.Sigma * k.Sigma)}
	k.finish(values[:])
	return values[0]
}

func (k Polynomial) product() float64 { return 1 / (k.Sigma * k.Sigma) }
func (k Polynomial) shift() float64   { return 0 }

func (k Polynomial) finish(products []float64) {
	for i, v := range products {
		base, power := v+k.Offset, 1.0
		for range k.Degree {
			power *= base
		}
		products[i] = power
	}
}

// Square returns ‖x − y‖², summed from the differences in a fixed order.
func Square(x, y []float64) float64 {
	y = y[:len(x)]
	var s0, s1, s2, s3 float64
	i := 0
	for ; i+4 <= len(x); i += 4 {
		d0, d1, d2, d3 := x[i]-y[i], x[i+1]-y[i+1], x[i+2]-y[i+2], x[i+3]-y[i+3]
		s0 += float64(d0 * d0)
		s1 += float64(d1 * d1)
		s2 += float64(d2 * d2)
		s3 += float64(d3 * d3)
	}
	for ; i < len(x); i++ {
		d := x[i] - y[i]
		s0 += float64(d * d)
	}
	return (s0 + s1) + (s2 + s3)
}

// dot returns x·y, summed in a fixed order.
func Dot(x, y []float64) float64 {
	y = y[:len(x)]
	var s0, s1, s2, s3 float64
	i := 0
	for ; i+4 <= len(x); i += 4 {
		s0 += float64(x[i] * y[i])
		s1 += float64(x[i+1] * y[i+1])
		s2 += float64(x[i+2] * y[i+2])
		s3 += float64(x[i+3] * y[i+3])
	}
	for ; i < len(x); i++ {
		s0 += float64(x[i] * y[i])
	}
	return (s0 + s1) + (s2 + s3)
}

// Finite refuses a matrix with NaN or infinities.
func Finite(x *mat.Dense) error {
	n, _ := x.Dims()
	for i := range n {
		for j, v := range x.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return &engine.Error{Cause: fmt.Sprintf("input row %d, column %d is %v: values must be finite", i, j, v), Remedy: "put impute before it"}
			}
		}
	}
	return nil
}
