package comparison

import (
	"fmt"
	"slices"

	"unfold/engine"
	"unfold/engine/remedy"
)

// checkAlike refuses entries that were not judged alike: on other rows, on other
// folds, or, unless mixed, with held rows in sight of some.
func checkAlike(entries []Entry, mixed bool) error {
	first := entries[0]
	for _, e := range entries[1:] {
		switch {
		case first.Report.Table.SHA256 != e.Report.Table.SHA256 || !slices.Equal(first.Report.Table.Rows, e.Report.Table.Rows):
			return &engine.Error{Cause: fmt.Sprintf("%s and %s ran on other rows: %s, %d, and %s, %d", first.Name, e.Name, first.Report.Table.Source, first.Report.Table.Len(), e.Report.Table.Source, e.Report.Table.Len()), Remedy: remedy.Say("choose rows before the comparison, as part of its data")}
		case first.Report.Transduced != e.Report.Transduced && !mixed:
			saw, not := first, e
			if e.Report.Transduced {
				saw, not = e, first
			}
			return &engine.Error{Param: "mixed", Cause: fmt.Sprintf("stages of %s saw the held rows, though not their labels, and those of %s did not", saw.Name, not.Name), Remedy: remedy.Say("compare those that saw them apart").Or(remedy.Set("mixed", true))}
		case !slices.EqualFunc(unpermutedFolds(first.Report), unpermutedFolds(e.Report), sameFold):
			return &engine.Error{Cause: fmt.Sprintf("%s and %s were judged on other folds: %s and %s", first.Name, e.Name, first.Report.Protocol, e.Report.Protocol), Remedy: remedy.Say("name the protocol once, with the data")}
		}
	}
	return nil
}

// unpermutedFolds returns the folds of a report whose rows keep their labels,
// which are those its scores are of.
func unpermutedFolds(r *engine.Report) (folds []engine.Fold) {
	for _, run := range r.Runs {
		if run.Fold.Deal == 0 {
			folds = append(folds, run.Fold)
		}
	}
	return folds
}

func sameFold(a, b engine.Fold) bool {
	return a.Repeat == b.Repeat && slices.Equal(a.Train, b.Train) && slices.Equal(a.Held, b.Held)
}

// heldShare is the mean ratio of held to training rows of the folds: rho of the
// tests. Rows that a bootstrap draws more than once tell no more than once.
func heldShare(folds []engine.Fold) float64 {
	ratio := 0.0
	for _, f := range folds {
		distinct := map[int]bool{}
		for _, row := range f.Train {
			distinct[row] = true
		}
		ratio += float64(len(f.Held)) / float64(len(distinct)) / float64(len(folds))
	}
	return ratio / (1 + ratio)
}
