// Package gram computes Gram matrices K of Mercer kernels: whole (Matrix), block
// by block, cached or not, and times vectors (Entries); and row by row for maps of
// new rows (Profile). It also finds the median distance that kernel widths are
// taken from.
//
// Start with Kernel, then Entries; everything else is made of its blocks. The
// package imports the engine's vocabulary, its internal packages and the products
// of engine/linear/blas. Systems with K are solved in engine/linear/ridge.
package gram

import (
	"unfold/engine/codec"
	"unfold/engine/export"
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
	// finish makes values of the kernel from products, in place; export says the same.
	finish(products []float64)
	// steepen makes from products, in place, what slopes are multiples of: ∂k/∂x is so
	// many times y, or y − x for functions of a distance.
	steepen(products []float64)
	export(products export.Value) export.Value
}

func init() {
	codec.Register[RBF]("kernel.rbf", 1)
	codec.Register[Linear]("kernel.linear", 1)
	codec.Register[Polynomial]("kernel.poly", 1)
	codec.Register[Sigmoid]("kernel.sigmoid", 1)
}

// mostDegree is the largest power that is read: a higher one takes longer than anybody waits.
const mostDegree = 1 << 20

// bandwidth tells σ, which is divided by squared.
func bandwidth(f *codec.Fields, sigma *float64) {
	f.Float("sigma", sigma)
	f.Check(*sigma**sigma > 0, "the bandwidth is %v", *sigma)
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

func (k RBF) steepen(v []float64) {
	k.finish(v)
	scale(v, k.product())
}

// Fields tells the bandwidth.
func (k *RBF) Fields(f *codec.Fields) { bandwidth(f, &k.Sigma) }

// Linear is k(x, y) = x·y.
type Linear struct{}

// Of returns k(x, y).
func (Linear) Of(x, y []float64) float64 { return Dot(x, y) }

func (Linear) product() float64 { return 1 }
func (Linear) shift() float64   { return 0 }
func (Linear) finish([]float64) {}

func (Linear) steepen(v []float64) {
	for i := range v {
		v[i] = 1
	}
}

// Fields tells nothing.
func (*Linear) Fields(*codec.Fields) {}

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

func (k Polynomial) steepen(products []float64) {
	lower := k
	lower.Degree--
	lower.finish(products)
	scale(products, float64(k.Degree)*k.product())
}

// Fields tells the numbers of the kernel.
func (k *Polynomial) Fields(f *codec.Fields) {
	bandwidth(f, &k.Sigma)
	f.Float("offset", &k.Offset)
	f.Int("degree", &k.Degree)
	f.Check(k.Degree >= 1 && k.Degree <= mostDegree, "the degree is %d", k.Degree)
}

// Sigmoid is k(x, y) = tanh(x·y/σ² + c), which few settings make a Mercer kernel.
type Sigmoid struct{ Sigma, Offset float64 } // σ and c

// Of returns k(x, y).
func (k Sigmoid) Of(x, y []float64) float64 {
	values := [1]float64{Dot(x, y) / (k.Sigma * k.Sigma)}
	k.finish(values[:])
	return values[0]
}

func (k Sigmoid) product() float64 { return 1 / (k.Sigma * k.Sigma) }
func (k Sigmoid) shift() float64   { return 0 }

func (k Sigmoid) finish(products []float64) {
	for i, v := range products {
		products[i] = elementary.Tanh(v + k.Offset)
	}
}

func (k Sigmoid) steepen(products []float64) {
	k.finish(products)
	for i, v := range products {
		products[i] = float64((1 - float64(v*v)) * k.product())
	}
}

// Fields tells the numbers of the kernel.
func (k *Sigmoid) Fields(f *codec.Fields) {
	bandwidth(f, &k.Sigma)
	f.Float("offset", &k.Offset)
}
