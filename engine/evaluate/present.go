package evaluate

import "unfold/engine"

// present is how many rows stages learn from, in the mean over folds.
type present struct {
	labelled, all int
	transduced    bool // rows that are held within a training part stay present
}

// presentIn returns the rows of folds.
func presentIn(folds []engine.Fold) present {
	var rows present
	for _, f := range folds {
		rows.labelled += len(f.Train)
		rows.all += len(f.Present())
		rows.transduced = rows.transduced || f.Transduced
	}
	rows.labelled /= max(1, len(folds))
	rows.all /= max(1, len(folds))
	return rows
}

// seenBy returns the rows that are left for a step: the labelled ones for one that
// reads labels, and for all after it.
func (r present) seenBy(s engine.Step) present {
	if s.NeedsLabels() {
		return present{r.labelled, r.labelled, false}
	}
	return r
}

// within returns how many rows the inner folds of a training part learn from.
func (r present) within(inner int) int {
	if r.transduced {
		return r.all
	}
	return r.labelled*max(1, inner-1)/max(1, inner) + r.all - r.labelled
}
