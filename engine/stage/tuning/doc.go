// Package tuning is the family of views of how candidates were chosen, and of whether
// chance would do as well: what each setting scored, what each fold chose, how much
// choosing flattered. Like those of engine/stage/view, with which they share their ranks (3xx),
// each makes one figure, as data, and tells in Alt the same in numbers.
//
// Nothing is fitted here, and no view looks at data that its report does not hold.
//
// Each view has a file. The package imports the engine's vocabulary, its internal
// packages and the tools that families share, and no other family. Start at curve.go.
package tuning

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
