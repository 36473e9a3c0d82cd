package dsl

import (
	"strings"
	"sync"

	"unfold/engine"
)

// kept holds the results of a session by their content: the canonical
// sentence, and what identifies the rows behind it. A second look at the same
// sentence is free, whichever variable holds it.
type kept struct {
	mu      sync.Mutex
	reports map[string]*engine.Report
	order   []string // oldest first
}

// keepMost bounds how many results are kept; the oldest go first. A report
// holds its embeddings and held rows, so hundreds would weigh on a notebook
// that sweeps.
const keepMost = 64

// look returns the result kept for the sentence, or nil.
func (k *kept) look(p engine.Pipeline) *engine.Report {
	key, ok := contentKey(p)
	if !ok {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.reports[key]
}

// keep holds the result of the sentence.
func (k *kept) keep(p engine.Pipeline, r *engine.Report) {
	key, ok := contentKey(p)
	if !ok {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.reports == nil {
		k.reports = map[string]*engine.Report{}
	}
	if k.reports[key] == nil {
		k.order = append(k.order, key)
	}
	k.reports[key] = r
	if len(k.order) > keepMost {
		delete(k.reports, k.order[0])
		k.order = k.order[1:]
	}
}

// contentKey identifies what the sentence means. It has none when an argument
// is a Go value whose content is unknown.
func contentKey(p engine.Pipeline) (string, bool) {
	var b strings.Builder
	for _, s := range p.Steps {
		b.WriteString(s.String() + "\n")
		if f, ok := s.Method.(engine.Fingerprinter); ok {
			print, err := f.Fingerprint()
			if err != nil {
				return "", false
			}
			b.WriteString(print + "\n")
			continue
		}
		for _, param := range engine.ParamsOf(s.Method) {
			if param.Type == engine.Any && param.Value() != nil {
				return "", false
			}
		}
	}
	return b.String(), true
}
