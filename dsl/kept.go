package dsl

import (
	"strings"
	"sync"

	"unfold/engine"
)

// kept holds the results of a session by their content: the canonical
// sentence, and what identifies the rows behind it. A second look at the same
// sentence is free, whichever variable holds it. Of sentences that begin alike
// the engine's store keeps the steps they share, and the scores of a sweep that
// was interrupted.
type kept struct {
	mu      sync.Mutex
	reports map[string]*engine.Report
	order   []string // oldest first
	bytes   int      // that the reports hold, roughly
	steps   *engine.Store
}

// store is what runs of the session leave for one another.
func (k *kept) store() *engine.Store {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.steps == nil {
		k.steps = engine.NewStore(0)
	}
	return k.steps
}

// keepMost and keepBytes bound how many results are kept; the oldest go first,
// the newest stays whatever it weighs. A report holds its embeddings and held
// rows, and geodesics of all pairs of rows, so a notebook that sweeps would
// fill the memory.
const (
	keepMost  = 64
	keepBytes = 1 << 30
)

// weight is roughly how many bytes a report holds: of its embeddings the
// dissimilarities they keep, and the rows.
func weight(r *engine.Report) (bytes int) {
	for _, run := range r.Runs {
		if run.Embedding == nil {
			continue
		}
		n, dim := run.Embedding.Y.Dims()
		bytes += 8 * n * dim
		if run.Embedding.Target != nil {
			bytes += 8 * n * n
		}
	}
	return bytes
}

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
	if old := k.reports[key]; old != nil {
		k.bytes -= weight(old)
	}
	k.reports[key] = r
	k.bytes += weight(r)
	for len(k.order) > keepMost || k.bytes > keepBytes && len(k.order) > 1 {
		oldest := k.order[0]
		k.bytes -= weight(k.reports[oldest])
		delete(k.reports, oldest)
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

// held tells how many results are kept, and what they weigh.
func (k *kept) held() (results, bytes int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.order), k.bytes
}

// clear keeps nothing any longer.
func (k *kept) clear() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.reports, k.order, k.bytes, k.steps = nil, nil, 0, nil
}
