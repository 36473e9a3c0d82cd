package evaluate

import (
	"testing"

	"unfold/engine"
)

// TestForecastsCountRowsThatStepsSee: all that are present up to the first step that
// needs labels; inner folds lose a part of the labelled rows, unless those that they
// hold stay present.
func TestForecastsCountRowsThatStepsSee(t *testing.T) {
	folds := []engine.Fold{
		{Train: make([]int, 40), Held: make([]int, 20), Unlabelled: make([]int, 100)},
		{Train: make([]int, 60), Unlabelled: make([]int, 100), Answers: true},
	}
	rows := presentIn(folds)
	if want := (present{50, 150, false}); rows != want || rows.within(5) != 140 {
		t.Errorf("present are %+v, %d in inner folds", rows, rows.within(5))
	}
	free := engine.Step{Stage: &engine.Stage{Role: engine.MetricRole, ReadsLabels: true, Unlabelled: true}}
	reads := engine.Step{Stage: &engine.Stage{Role: engine.MetricRole, ReadsLabels: true}}
	if rows.seenBy(free) != rows || rows.seenBy(reads) != (present{50, 50, false}) || rows.seenBy(reads).within(5) != 40 {
		t.Errorf("seen are %+v and %+v", rows.seenBy(free), rows.seenBy(reads))
	}
	folds[0].Transduced = true
	if rows = presentIn(folds); rows.all != 160 || rows.within(5) != 160 {
		t.Errorf("transduced, present are %+v, %d in inner folds", rows, rows.within(5))
	}
}
