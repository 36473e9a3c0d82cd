// Package local is the family of embedders that place the training rows by what holds
// in the neighbourhood of each alone: how it is rebuilt from its neighbours, how
// tangent spaces lie, or how a random walk spreads.
//
// Copies of a row lie where it does and count once; a graph in several components is
// joined by its shortest bridges. What neighbourhoods ask is found by the tools
// alignment and laplacian, and the coordinates by spectral.Smallest, since what all of
// them ask together is a sparse matrix. Placing rows never reads labels, but the metric
// that chooses neighbours may.
//
// The package imports the engine's vocabulary, its internal packages and the tools that
// families share, and no other family. Start reading at lle.go.
package local

import (
	"unfold/engine"
	"unfold/engine/remedy"
)

var family engine.Family

// Stages returns the stages of the family.
func Stages() []engine.Stage { return family.Stages() }

func declare(s engine.Stage, make func() engine.Embedder) {
	engine.Declare(&family, engine.EmbedderRole, s, make)
}

// tooFewNeighbours is the error that a method needs more neighbours for so many
// dimensions.
func tooFewNeighbours(least int, why string) error {
	return &engine.Error{Param: "k", Cause: why, Remedy: remedy.Raise("k").To(least).Or(remedy.Reduce("dim"))}
}
