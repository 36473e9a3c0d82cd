// Package unfolding is the family of stages that place the training rows by a
// semidefinite programme: some distances are kept, and the rows are otherwise drawn
// apart, so that a folded sheet comes to lie flat.
//
// Start with eat.go, which is the page; which pairs are kept and which are drawn apart
// is in eat_pairs.go, the kernel that its map is made of in similarity.go, and many
// rows in landmarks.go. What is known of pairs is read in engine/graph/constraint, and the
// programme is solved in engine/fit/semidefinite. The package imports the engine's
// vocabulary, its internal packages and the tools that families share, and no other
// family.
package unfolding

import (
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

var family engine.Family

// Stages returns the stages of the family.
func Stages() []engine.Stage { return family.Stages() }

func declare(s engine.Stage, make func() engine.Embedder) {
	engine.Declare(&family, engine.EmbedderRole, s, make)
}

// firstColumns returns the first count columns of y, on their own.
func firstColumns(y *mat.Dense, count int) *mat.Dense {
	n, _ := y.Dims()
	return mat.DenseCopyOf(y.Slice(0, n, 0, count))
}
