package evaluate

import (
	"context"
	"unfold/engine"
	"unfold/engine/early"
	"unfold/engine/internal/content"
	"unfold/engine/memo"
)

// A prefix is how far a fold can go with what earlier runs of the session have
// learned: the keys of its states after each step.
type prefix struct {
	memo *memo.Memo
	fold engine.Fold
	keys map[int]memo.Key // by the position of the step
	next int              // the first step that is not there
}

// afterStep is the kind of the memo's entries for folds after a step.
type afterStep struct{}

// A foldState is the state of a fold after a step, and the remarks up to there.
type foldState struct {
	state state
	notes []engine.Note
}

// prefixOf returns the keys of a fold's states after the steps of p, up to the
// first step that has no key; none without a memo.
func (e *evaluation) prefixOf(p engine.Pipeline, f engine.Fold) *prefix {
	t := &prefix{memo: e.env.Memo, fold: f, keys: map[int]memo.Key{}}
	if t.memo == nil {
		return t
	}
	key := content.Fold(f, e.tableKey)
	for at, s := range p.Steps {
		if !s.Acts() {
			continue
		}
		text, ok := content.Text(s)
		if !ok {
			break
		}
		key = content.After(key, text)
		t.keys[at] = key
	}
	return t
}

// resume returns the latest state of the fold that the memo holds, and the
// remarks up to there; the state before all steps if it holds none.
func (e *evaluation) resume(t *prefix) (state, []engine.Note) {
	for at := len(e.steps) - 1; at >= 0; at-- {
		key, ok := t.keys[at]
		if !ok {
			continue
		}
		if value, ok := t.memo.Recall(key, afterStep{}); ok {
			t.next = at + 1
			e.countReused(t)
			p := value.(foldState)
			r := p.state
			r.Fold = t.fold
			return r, append([]engine.Note(nil), p.notes...)
		}
	}
	return newState(e.table, t.fold), nil
}

// keep puts the state after a step into the memo, unless a step was ended early.
func (t *prefix) keep(ctx context.Context, at int, r state, notes []engine.Note) {
	if key, ok := t.keys[at]; ok && !early.Asked(ctx) && !t.memo.Has(key, afterStep{}) {
		t.memo.Keep(key, afterStep{}, foldState{r, append([]engine.Note(nil), notes...)}, false)
	}
}

// countReused counts the steps that did not have to run.
func (e *evaluation) countReused(t *prefix) {
	e.reused.Store(true)
	for at := range t.keys {
		if at < t.next {
			t.memo.CountHits(1)
			e.meter.Reuse(&e.report.Steps[at])
		}
	}
}

// KeptSteps returns how many states of folds a memo keeps, and how many bytes they hold.
func KeptSteps(m *memo.Memo) (count int, bytes uint64) { return m.Count(afterStep{}) }
