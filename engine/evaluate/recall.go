package evaluate

import (
	"unfold/engine"
	"unfold/engine/memo"
)

// recall looks up what is known of the settings already, and does not want them
// any more.
func (w *walk) recall() {
	w.keys = w.contents()
	for s, key := range w.keys {
		if !w.wanted[s] {
			continue
		}
		if known, ok := w.book.find(key); ok {
			w.scores[s], w.better = known.Value, direction(known)
			w.wanted[s] = false
			w.shared += len(w.layers)
			w.recalled.Store(true)
			w.done()
		}
	}
}

// contents tells the scores of the settings apart; nil where they are not kept.
func (w *walk) contents() []memo.Key {
	if w.book.idle() {
		return nil
	}
	keys := []memo.Key{foldKey(w.fold, w.book.table)}
	for _, l := range w.layers {
		var longer []memo.Key
		for _, key := range keys {
			for _, text := range l.texts {
				longer = append(longer, then(key, text))
			}
		}
		keys = longer
	}
	for s, key := range keys {
		keys[s] = then(key, w.book.measure)
	}
	return keys
}

// direction reads which way a score is better.
func direction(s memo.Score) engine.Direction {
	if s.Better == engine.Lower.String() {
		return engine.Lower
	}
	return engine.Higher
}
