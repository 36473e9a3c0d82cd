package evaluate

import (
	"unfold/engine"
	"unfold/engine/internal/content"
	"unfold/engine/memo"
)

// lookUpScores finds the scores that are known already, and strikes their
// settings from those wanted.
func (w *walk) lookUpScores() {
	w.keys = w.scoreKeys()
	for s, key := range w.keys {
		if !w.wanted[s] {
			continue
		}
		if known, ok := w.store.lookUp(key); ok {
			w.scores[s], w.better = known.Value, directionOf(known)
			w.wanted[s] = false
			w.shared += len(w.layers)
			w.reused.Store(true)
			w.done()
		}
	}
}

// scoreKeys returns the keys of the scores by setting; nil where scores are not
// stored.
func (w *walk) scoreKeys() []memo.Key {
	if w.store.disabled() {
		return nil
	}
	keys := []memo.Key{content.Fold(w.fold, w.store.table)}
	for _, l := range w.layers {
		var longer []memo.Key
		for _, key := range keys {
			for _, text := range l.spellings {
				longer = append(longer, content.After(key, text))
			}
		}
		keys = longer
	}
	for s, key := range keys {
		keys[s] = content.After(key, w.store.measure)
	}
	return keys
}

// directionOf reads which way a score is better.
func directionOf(s memo.Score) engine.Direction {
	if s.Better == engine.Lower.String() {
		return engine.Lower
	}
	return engine.Higher
}
