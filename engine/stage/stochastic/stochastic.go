// Package stochastic is the family of embedders that keep how likely rows are to be
// neighbours: neighbours attract each other, all rows push each other away, and what
// comes of it is descended to.
//
// Images are free points, found by the tool layout, for which an extender learns a map,
// or those of a map whose form an argument tells (family form). Placing rows never reads
// labels, but the metric before it may, and pictures of a layout on its way show them.
// Copies of a row have one image.
//
// The package imports the engine's vocabulary, its internal packages and the tools that
// families share, and no other family. Start reading at tsne.go, and for other costs at
// steps.go and sne.go.
package stochastic

import "unfold/engine"

var family engine.Family

// Stages returns the stages of the family.
func Stages() []engine.Stage { return family.Stages() }

func declare(s engine.Stage, make func() engine.Embedder) {
	engine.Declare(&family, engine.EmbedderRole, s, make)
}
