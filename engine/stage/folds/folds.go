// Package folds tells of which folds of a report a figure is, for the families of
// views: the run of one, and the words for it in titles.
//
// It imports the engine's vocabulary. Start at [Run].
package folds

import (
	"fmt"

	"unfold/engine"
	"unfold/engine/remedy"
)

// Run returns the run of the given fold, counted from one.
func Run(r *engine.Report, fold int) (*engine.Run, error) {
	if fold > len(r.Runs) {
		return nil, &engine.Error{Param: "fold", Cause: fmt.Sprintf("fold = %d is beyond the %d of the protocol", fold, len(r.Runs)), Remedy: remedy.Reduce("fold")}
	}
	return r.Runs[fold-1], nil
}

// Thinned is the error that a view needs what a fold gave up so that all
// folds could be kept.
func Thinned(fold int) error {
	return &engine.Error{Param: "fold", Cause: fmt.Sprintf("what fold %d has learned was let go, so that all folds could be held", fold), Remedy: remedy.Set("fold", 1).Or(remedy.Say("take fewer folds"))}
}

// Title is the end of a title: which of several folds is shown.
func Title(r *engine.Report, fold int) string {
	if len(r.Runs) == 1 {
		return ""
	}
	return fmt.Sprintf(", fold %d of %d", fold, len(r.Runs))
}

// Pooled is the end of a title: over how many folds the figure is.
func Pooled(r *engine.Report) string {
	if len(r.Runs) == 1 {
		return ""
	}
	return fmt.Sprintf(", %d folds pooled", len(r.Runs))
}

// Rows names the rows that predictions are for.
func Rows(r *engine.Report) string {
	if len(r.Runs[0].Fold.Held) > 0 {
		return "held"
	}
	return "training"
}

// One is what a view looks at that shows one fold, which its parameter tells.
type One struct {
	Fold int // counted from one
}

// Params declares the parameter.
func (o *One) Params(p *engine.Params) {
	p.Int(&o.Fold, "fold", 1, engine.AtLeast(1), "the fold to draw")
}
