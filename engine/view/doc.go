// Package view draws reports: each view makes one figure, as data, from what
// the runs of a report hold. A figure says in its caption what can be seen in
// it and what cannot, and in Alt the same in numbers for those who do not see
// it.
//
// Nothing is fitted here, and no view looks at data that its report does not
// hold.
package view

import (
	"cmp"
	"slices"

	"unfold/engine"
)

var family engine.Family

func declare[M engine.Viewer](s engine.Stage, make func() M) {
	engine.Declare(&family, engine.ViewRole, s, make)
}

// order is how a report shows its figures: where rows lie, how well they are
// predicted, how that was chosen and whether chance would do as well, what the
// embedding came from. Views not listed come last.
var order = []string{
	"scatter", "dealt", "confusion", "fit",
	"curve", "heatmap", "parallel", "choices", "optimism", "permutation",
	"ranks", "spectrum", "elbow", "shepard", "graph",
}

// Stages returns the views, in the order in which a report shows them.
func Stages() []engine.Stage {
	stages := family.Stages()
	slices.SortStableFunc(stages, func(a, b engine.Stage) int { return cmp.Compare(place(a), place(b)) })
	return stages
}

func place(s engine.Stage) int {
	if i := slices.Index(order, s.Name); i >= 0 {
		return i
	}
	return len(order)
}
