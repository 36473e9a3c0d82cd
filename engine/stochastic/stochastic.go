// Package stochastic is the family of embedders that keep how likely rows are to be
// neighbours: neighbours attract each other, all rows push each other away, and what
// comes of it is descended to.
//
// Images are free points, found by the tool layout, so there is no map: an extender
// learns one. Placing rows never reads labels, but the metric before it may. Copies of
// a row have one image.
//
// The package imports the engine's vocabulary, its internal packages and the tools that
// families share, and no other family. Start reading at tsne.go.
package stochastic

import "unfold/engine"

var family engine.Family

// Stages returns the stages of the family.
func Stages() []engine.Stage { return family.Stages() }

func declare(s engine.Stage, make func() engine.Embedder) {
	engine.Declare(&family, engine.EmbedderRole, s, make)
}
