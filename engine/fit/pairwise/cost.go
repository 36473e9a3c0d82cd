package pairwise

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/fit/optimum"
)

// A Cost is a function C of the squared distances of images. It serves one
// evaluation at a time: Place, then Row of every row, from many goroutines.
type Cost interface {
	// Place takes the images, which stay as they are until the next call, and
	// finds what concerns all rows, such as normalisers.
	Place(ctx context.Context, z *Images) error
	// Row returns the share of row i in C; the shares add up to it. It sets
	// gradient, which is zero, to ∂C/∂z_i = 2 Σ_j (∂C/∂D_ij + ∂C/∂D_ji)(z_i − z_j).
	Row(i int, gradient []float64) float64
	// Work is about how many products Row takes for images of q coordinates, by
	// which rows are dealt out to processors.
	Work(q int) int
}

// A LineCost is a polynomial of fourth degree along every line of images, so that
// a step of a descent goes straight to the lowest point of its line.
type LineCost interface {
	Cost
	// Along returns the coefficients of C(z + a v) − C(z) by the powers of a, from
	// the first to the fourth, for the images z that were placed. Rows are summed
	// in blocks of grain.
	Along(ctx context.Context, v *Images, grain int) ([4]float64, error)
}

// A SummableCost can be summed over its pairs once and for all where images are
// linear in the parameters, Z = Φ W.
type SummableCost interface {
	Cost
	// Sum returns the cost of W (p×q) by sums over the pairs of rows of design (Φ,
	// n×p); nil where that is more work than it saves.
	Sum(ctx context.Context, design *mat.Dense, q int) (optimum.Quartic, error)
}

// A SampledCost tells its minima apart by some of its pairs as well.
type SampledCost interface {
	Cost
	// Sample returns a cost with a similar value over fewer pairs; nil where there
	// are few of them already.
	Sample() Cost
}

// A ParametricCost has parameters of its own beside those of the map, such as
// scales or centres of classes, which are found together with them.
type ParametricCost interface {
	Cost
	// Own returns the parameters as they stand; none where all are given.
	Own() []float64
	// Take takes the parameters for the evaluations that follow. It must not keep
	// the slice.
	Take(own []float64)
	// OwnGradient sets dst to the derivative of C by them, once Row of every row has
	// been asked for.
	OwnGradient(dst []float64)
}
