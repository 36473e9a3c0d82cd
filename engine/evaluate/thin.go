package evaluate

import (
	"slices"

	"unfold/engine"
	"unfold/engine/memo"
)

// thinned returns the run of fold i as a report keeps it. The first one is kept
// whole. Of others, those that all together would hold more than there is to
// spare lose what only stages and measures look at: so leaving out one of a
// thousand rows after the other does not hold a thousand matrices of geodesics.
// Of folds whose labels were dealt anew only the first is kept at all.
func (e *evaluation) thinned(i int, r *engine.Run) *engine.Run {
	if slices.ContainsFunc(e.measures, func(m placed) bool { return !prompt(m.Step) }) {
		return r // measures are yet to come
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

// thin returns the run without what is large and could be learned again.
func thin(r *engine.Run) *engine.Run {
	t := *r
	t.Thinned = true
	t.Train.Distances, t.Predictor, t.Way = nil, nil, nil
	t.Follow(nil)
	if r.Embedding != nil {
		t.Embedding = &engine.Embedding{Y: r.Embedding.Y, Spectrum: r.Embedding.Spectrum}
	}
	return &t
}
