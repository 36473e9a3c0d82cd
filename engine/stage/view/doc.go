// Package view draws reports: each view makes one figure, as data, from what
// the runs of a report hold. A figure says in its caption what can be seen in
// it and what cannot, and in Alt the same in numbers for those who do not see
// it.
//
// Nothing is fitted here, and no view looks at data that its report does not
// hold.
//
// Each view declares its [engine.Stage.Rank]: where rows lie has 1xx, how well
// they are predicted 2xx, how that was chosen and whether chance would do as well
// 3xx, which are those of engine/stage/tuning, what the embedding came from 4xx.
//
// Each view has a file. The package imports the engine's vocabulary, its internal
// packages and the tools that families share, and no other family; what draws a figure
// is kernel/render. Start reading at confusion.go, then scatter.go.
package view

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
