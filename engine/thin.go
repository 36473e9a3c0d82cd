package engine

import "slices"

// thinned returns the run of fold i as a report keeps it. The first one is kept
// whole. Of others, those that all together would hold more than there is to
// spare lose what only stages and measures look at: so leaving out one of a
// thousand rows after the other does not hold a thousand matrices of geodesics.
// Of folds whose labels were dealt anew only the first is kept at all.
func (e *evaluation) thinned(i int, r *Run) *Run {
	if slices.ContainsFunc(e.measures, func(m placed) bool { return !m.prompt() }) {
		return r // measures are yet to come
	}
	if r.Fold.Deal > 0 {
		if i == slices.IndexFunc(e.folds, func(f Fold) bool { return f.Deal > 0 }) {
			return r
		}
		return &Run{Fold: r.Fold, Pipeline: r.Pipeline, Setting: r.Setting}
	}
	if i == 0 || e.spare == 0 || r.blocks().bytes() <= e.spare/uint64(len(e.folds)) {
		return r
	}
	return r.thin()
}

// thin returns the run without what is large and could be learned again.
func (r *Run) thin() *Run {
	t := *r
	t.thinned = true
	t.Train.Distances, t.Extension, t.Predictor, t.path, t.remapped = nil, nil, nil, nil, nil
	if r.Embedding != nil {
		t.Embedding = &Embedding{Y: r.Embedding.Y, Spectrum: r.Embedding.Spectrum}
	}
	return &t
}
