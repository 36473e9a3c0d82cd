// Package protocol decides which rows are learned from and which are held, so
// that what is reported of held rows was learned without them.
//
// Stratified protocols, which all are unless told otherwise, give every class
// its share of each part, as exactly as whole rows allow. Where rows have a
// response instead, they are cut by it into up to ten bins of equally many rows
// (quantiles), and every bin gives each part its share; of several responses the
// first leads. Where rows have neither, they are divided as if unstratified.
//
// What is divided, and how, depends on the rows, what is to be learned of them
// and the seed alone. So every pipeline of a comparison has the same folds. One that
// goes by the columns too says so by [engine.Stage.ReadsColumns].
//
// Each protocol has a file; deal.go and grouping.go are how rows, or groups of them,
// are dealt to parts, choice.go how a training part chooses between candidates. The
// package imports the engine's vocabulary, its internal packages and the tools that
// families share, and no other family. Start reading at holdout.go, then cv.go.
package protocol

import "unfold/engine"

var family engine.Family

func declare[M engine.Protocol](s engine.Stage, make func() M) {
	engine.Declare(&family, engine.ProtocolRole, s, make)
}

// Stages returns the stages of the family.
func Stages() []engine.Stage { return family.Stages() }

// newFold returns the fold that holds the given rows, ascending, and learns
// from the others.
func newFold(n int, held []int, repeat int) engine.Fold {
	train := make([]int, 0, n-len(held))
	next := 0
	for row := range n {
		if next < len(held) && held[next] == row {
			next++
			continue
		}
		train = append(train, row)
	}
	return engine.Fold{Train: train, Held: held, Repeat: repeat}
}

// missingClass returns the first class that has held rows, but none in the
// training part of f.
func missingClass(f engine.Fold, target engine.Target) (class int, found bool) {
	if !target.HasClasses() {
		return 0, false
	}
	learned := make([]bool, len(target.Classes))
	for _, row := range f.Train {
		learned[target.Labels[row]] = true
	}
	for _, row := range f.Held {
		if c := target.Labels[row]; !learned[c] {
			return c, true
		}
	}
	return 0, false
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}
