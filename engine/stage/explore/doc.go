// Package explore draws what rows and columns are like, before anything was learned
// of them or beside it: each view makes one figure, as data, from the columns of the
// rows that a fold learns from, as they were prepared. Held rows are never looked at.
// A figure says in its caption what can be seen in it and what cannot, and in Alt the
// same in numbers for those who do not see it.
//
// Views need no embedder. Of rows that were embedded they show the columns none the
// less, and say so. Where there are more rows than can be told apart, some are drawn at
// random, always the same, which the caption tells.
//
// Each view has a file and a rank of 44x, behind those of engine/stage/view. The package
// imports the engine's vocabulary, its internal packages and the tools that families
// share, and no other family; what draws a figure is kernel/render. Start reading at
// histogram.go.
package explore

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
