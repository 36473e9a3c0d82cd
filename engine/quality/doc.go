// Package quality holds the measures: numbers that say how well a run
// predicted the rows it was judged by, how faithfully an embedding keeps what
// it was made from, and how closely its map follows it.
//
// Where a measure compares all pairs of rows and the rows are many, it
// compares a sample of them with all others, drawn with a fixed seed, and
// remarks on it.
package quality

import (
	"cmp"
	"slices"

	"unfold/engine"
)

var family engine.Family

func declare[M engine.Measure](s engine.Stage, make func() M) {
	engine.Declare(&family, engine.MeasureRole, s, make)
}

// order is how a table lists its measures: what is predicted, what the
// embedding keeps, how the map follows it. Measures not listed come last.
var order = []string{"accuracy", "balanced", "f1", "kappa", "rmse", "mae", "r2", "trustworthiness", "continuity", "ycontinuity", "qnx", "rnx", "residual", "stress", "gap"}

// Stages returns the measures, in the order in which a table lists them.
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
