package engine

// recall looks up what is known of the settings already, and does not want them
// any more.
func (w *walk) recall() {
	w.keys = w.contents()
	for s, key := range w.keys {
		if !w.wanted[s] {
			continue
		}
		if known, ok := w.book.find(key); ok {
			w.scores[s], w.better = known.value, known.better
			w.wanted[s] = false
			w.shared += len(w.layers)
			w.recalled.Store(true)
			w.done()
		}
	}
}

// contents tells the scores of the settings apart; nil where they are not kept.
func (w *walk) contents() []content {
	if w.book.idle() {
		return nil
	}
	keys := []content{w.fold.content(w.book.table)}
	for _, l := range w.layers {
		var longer []content
		for _, key := range keys {
			for _, text := range l.texts {
				longer = append(longer, key.then(text))
			}
		}
		keys = longer
	}
	for s, key := range keys {
		keys[s] = key.then(w.book.measure)
	}
	return keys
}
