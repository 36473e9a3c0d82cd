package view

import (
	"fmt"
	"strings"

	"unfold/engine"
	"unfold/engine/remedy"
)

// runOf returns the run of the given fold, counted from one.
func runOf(r *engine.Report, fold int) (*engine.Run, error) {
	if fold > len(r.Runs) {
		return nil, &engine.Error{Param: "fold", Cause: fmt.Sprintf("fold = %d is beyond the %d of the protocol", fold, len(r.Runs)), Remedy: remedy.Reduce("fold")}
	}
	return r.Runs[fold-1], nil
}

// thinnedError is the error that a view needs what a fold gave up so that all
// folds could be kept.
func thinnedError(fold int) error {
	return &engine.Error{Param: "fold", Cause: fmt.Sprintf("what fold %d has learned was let go, so that all folds could be held", fold), Remedy: remedy.Set("fold", 1).Or(remedy.Say("take fewer folds"))}
}

// foldTitle is the end of a title: which of several folds is shown.
func foldTitle(r *engine.Report, fold int) string {
	if len(r.Runs) == 1 {
		return ""
	}
	return fmt.Sprintf(", fold %d of %d", fold, len(r.Runs))
}

// pooledTitle is the end of a title: over how many folds the figure is.
func pooledTitle(r *engine.Report) string {
	if len(r.Runs) == 1 {
		return ""
	}
	return fmt.Sprintf(", %d folds pooled", len(r.Runs))
}

// rowKind names the rows that predictions are for.
func rowKind(r *engine.Report) string {
	if len(r.Runs[0].Fold.Held) > 0 {
		return "held"
	}
	return "training"
}

// plural writes a count with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "leaf"); ok {
		noun = stem + "leave"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
