package dsl

import (
	"sync"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/memo"
)

// kept holds what a session has found out, by its content. A second look at the
// same sentence is free, whichever variable holds it; of sentences that begin
// alike the steps they share are kept, and the scores of a sweep that was
// interrupted.
type kept struct {
	mu   sync.Mutex
	memo *memo.Memo
}

// all is what runs of the session leave for one another.
func (k *kept) all() *memo.Memo {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.memo == nil {
		k.memo = evaluate.NewMemo()
	}
	return k.memo
}

// result is what is kept of a sentence.
type result struct{}

// look returns the result kept for the sentence, or nil.
func (k *kept) look(p engine.Pipeline) *engine.Report {
	key, ok := evaluate.KeyOf(p)
	if !ok {
		return nil
	}
	report, _ := k.all().Recall(key, result{})
	r, _ := report.(*engine.Report)
	return r
}

// keep holds the result of the sentence.
func (k *kept) keep(p engine.Pipeline, r *engine.Report) {
	if key, ok := evaluate.KeyOf(p); ok {
		k.all().Keep(key, result{}, r, true)
	}
}

// clear keeps nothing any longer.
func (k *kept) clear() { k.all().Clear() }
