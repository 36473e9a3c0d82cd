// Package insight is the family of views into what was learned: trees and what their
// columns weigh, prototypes and relevances, units and codes, and what moves the images
// of a map. Like those of package view, with which they share their ranks, each makes
// one figure, as data, and tells in Alt the same in numbers.
//
// Nothing is fitted here, and no view looks at data that its report does not hold.
//
// Each view has a file. The package imports the engine's vocabulary, its internal
// packages and the tools that families share, and no other family. Start reading at
// tree.go, then relevance.go.
package insight

import (
	"unfold/engine"
	"unfold/engine/stage/appearance"
)

var family engine.Family

func declare[V any, M interface {
	*V
	engine.Viewer
}](s engine.Stage, make func() M) {
	appearance.Declare(&family, s, make)
}

// Stages returns the views, in the order in which a report shows them.
func Stages() []engine.Stage { return family.Stages() }
