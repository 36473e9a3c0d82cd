package pairwise

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/random"
)

// A Map sends the rows it was made for to images, by parameters. It keeps no
// state between calls.
type Map interface {
	// Rows and Dim return how many images there are, and of how many coordinates.
	Rows() int
	Dim() int
	// Parameters returns how many numbers w has.
	Parameters() int
	// Forward fills z (n×q by rows) with the images of all rows at the parameters w.
	Forward(ctx context.Context, z, w []float64) error
	// Pullback adds (∂z_i/∂w)ᵀ g to gradient, for one row and a gradient g by its
	// image. It is called from many goroutines, each with a gradient of its own.
	Pullback(gradient, w []float64, i int, g []float64)
	// Work is about how many products Pullback takes.
	Work() int
}

// A JointMap brings the gradients of all images back at once, in less time or memory
// than one after the other.
type JointMap interface {
	Map
	// PullbackAll fills gradient with Σ_i (∂z_i/∂w)ᵀ g_i for the gradients g (n×q by
	// rows) of the images at w.
	PullbackAll(ctx context.Context, gradient, w, g []float64) error
}

// A RidgedMap has parameters that its rows leave open, or of which other rows would have
// them small.
type RidgedMap interface {
	Map
	// Ridge returns what each parameter is to cost, squared, where it is as large as the
	// images are spread: as a share of the cost that a descent starts from. It is nil for
	// nothing.
	Ridge() []float64
}

// A LinearMap is linear in its parameters: Z = Φ W, with W (p×q) by rows.
type LinearMap interface {
	Map
	// Design returns Φ, n×p.
	Design() *mat.Dense
}

// A DrawnMap draws parameters to start a descent from.
type DrawnMap interface {
	Map
	// Draw returns parameters whose images are about as far apart as those of the
	// parameters like.
	Draw(like []float64, stream *random.Stream) []float64
}
