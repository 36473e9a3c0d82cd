package evaluate

import (
	"unfold/engine"
	"unfold/engine/memo"
)

// A prefix is the way of a fold through the steps, each of which may have been
// gone by an earlier run of the session.
type prefix struct {
	memo *memo.Memo
	fold engine.Fold
	keys map[int]memo.Key // by the position of the step
	next int              // the first step that is not there
}

// behind is what the memo keeps of a fold behind a step.
type behind struct{}

// A passage is a fold behind a step, with what was remarked on the way.
type passage struct {
	state state
	notes []engine.Note
}

// prefix tells the states of a fold behind each step of p apart; up to the first
// one that has no content, and none without a memo.
func (e *evaluation) prefix(p engine.Pipeline, f engine.Fold) *prefix {
	t := &prefix{memo: e.env.Memo, fold: f, keys: map[int]memo.Key{}}
	if t.memo == nil {
		return t
	}
	key := foldKey(f, e.whole)
	for at, s := range p.Steps {
		if !s.Acts() {
			continue
		}
		text, ok := spell(s)
		if !ok {
			break
		}
		key = then(key, text)
		t.keys[at] = key
	}
	return t
}

// resume returns the run behind as many steps as the memo has, with what was
// remarked on them; before all steps if it has none.
func (e *evaluation) resume(t *prefix) (state, []engine.Note) {
	for at := len(e.steps) - 1; at >= 0; at-- {
		key, ok := t.keys[at]
		if !ok {
			continue
		}
		value, ok := t.memo.Recall(key, behind{})
		if !ok {
			continue
		}
		t.next = at + 1
		e.countReused(t)
		p := value.(passage)
		r := p.state
		r.Fold = t.fold
		return r, append([]engine.Note(nil), p.notes...)
	}
	return begin(e.table, t.fold), nil
}

// keep keeps the state behind a step.
func (t *prefix) keep(at int, r state, notes []engine.Note) {
	if key, ok := t.keys[at]; ok && !t.memo.Has(key, behind{}) {
		t.memo.Keep(key, behind{}, passage{r, append([]engine.Note(nil), notes...)}, false)
	}
}

// countReused counts the steps that the memo had.
func (e *evaluation) countReused(t *prefix) {
	e.recalled.Store(true)
	for at := range t.keys {
		if at < t.next {
			t.memo.Helped(1)
			e.meter.reuse(&e.report.Steps[at])
		}
	}
}

// KeptSteps returns how many states of folds a memo keeps, and how many bytes
// they hold.
func KeptSteps(m *memo.Memo) (count int, bytes uint64) { return m.Tally(behind{}) }
