package evaluate

import (
	"slices"

	"unfold/engine"
	"unfold/engine/memo"
)

// runForReport returns the run of fold i as a report holds it: the first one
// whole, others thinned where all together would take more than the spare memory,
// so that leaving one out of a thousand rows does not hold a thousand matrices of
// geodesics. Of folds whose labels were dealt anew only the first has a run at
// all.
func (e *evaluation) runForReport(i int, r *engine.Run) *engine.Run {
	if slices.ContainsFunc(e.measures, func(m stepAt) bool { return !scoredInFold(m.Step) }) {
		return r // measures have yet to see it
	}
	if r.Fold.Deal > 0 {
		if i == slices.IndexFunc(e.folds, func(f engine.Fold) bool { return f.Deal > 0 }) {
			return r
		}
		return &engine.Run{Fold: r.Fold, Pipeline: r.Pipeline, Setting: r.Setting}
	}
	if i == 0 || e.spare == 0 || memo.Size(*r) <= e.spare/uint64(len(e.folds)) {
		return r
	}
	return thin(r)
}

// thin returns the run without what is large and can be learned again.
func thin(r *engine.Run) *engine.Run {
	t := *r
	t.Thinned = true
	t.Train.Distances, t.Predictor, t.Way = nil, nil, nil
	t.Follow(nil)
	if r.Embedding != nil {
		t.Embedding = &engine.Embedding{Y: r.Embedding.Y, Spectrum: r.Embedding.Spectrum, KStatistic: r.Embedding.KStatistic}
	}
	return &t
}
