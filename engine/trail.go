package engine

// A trail is the way of a fold through the steps, each of which the store may
// have.
type trail struct {
	store *Store
	fold  Fold
	keys  map[int]content // by the position of the step
	next  int             // the first step that is not there
}

// trail tells the states of a fold behind each step of p apart; up to the first
// one that has no content, and none without a store.
func (e *evaluation) trail(p Pipeline, f Fold) *trail {
	t := &trail{store: e.store, fold: f, keys: map[int]content{}}
	if e.store == nil {
		return t
	}
	key := f.content(e.whole)
	for at, s := range p.Steps {
		if !s.acts() {
			continue
		}
		text, ok := s.spelt()
		if !ok {
			break
		}
		key = key.then(text)
		t.keys[at] = key
	}
	return t
}

// resume returns the run behind as many steps as the store has, with what was
// remarked on them; before all steps if it has none.
func (t *trail) resume(e *evaluation) (Run, []Note) {
	for at := len(e.steps) - 1; at >= 0; at-- {
		key, ok := t.keys[at]
		if !ok {
			continue
		}
		kept, ok := t.store.run(key)
		if !ok {
			continue
		}
		t.next = at + 1
		e.reuse(t)
		r := kept.run
		r.Fold = t.fold
		return r, append([]Note(nil), kept.notes...)
	}
	return e.table.begin(t.fold), nil
}

// keep keeps the state behind a step.
func (t *trail) keep(at int, r Run, notes []Note) {
	if key, ok := t.keys[at]; ok {
		t.store.keep(key, r, append([]Note(nil), notes...))
	}
}

// reuse counts the steps that the store had.
func (e *evaluation) reuse(t *trail) {
	e.recalled.Store(true)
	for at := range t.keys {
		if at < t.next {
			t.store.helped(1)
			e.meter.reuse(&e.report.Steps[at])
		}
	}
}
