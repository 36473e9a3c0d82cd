// Package meter measures what the steps of a run take, several at once, and the
// most memory that is held meanwhile. It imports the vocabulary of the engine
// alone. Start at [Meter].
package meter

import (
	"runtime/metrics"
	"slices"
	"sync"
	"time"

	"unfold/engine"
)

// A Meter shares time and memory out among the steps that run: of several at
// once each is charged its part, so that costs add up to what the whole took.
// Its zero value is ready to use, by several goroutines.
type Meter struct {
	mu      sync.Mutex
	running []*engine.Cost // the same one as often as folds are at that step
	read    time.Time
	bytes   uint64 // allocated until then
}

// Start begins to charge a step.
func (m *Meter) Start(c *engine.Cost) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.charge()
	m.running = append(m.running, c)
}

// Stop ends what Start began.
func (m *Meter) Stop(c *engine.Cost) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.charge()
	at := slices.Index(m.running, c)
	m.running = slices.Delete(m.running, at, at+1)
}

// Reuse counts a step that a fold did not have to learn.
func (m *Meter) Reuse(s *engine.StepReport) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s.Kept++
}

// charge shares out what was used since the meter was read last.
func (m *Meter) charge() {
	now, bytes := time.Now(), allocated()
	for _, c := range m.running {
		c.Seconds += now.Sub(m.read).Seconds() / float64(len(m.running))
		c.Bytes += (bytes - m.bytes) / uint64(len(m.running))
	}
	m.read, m.bytes = now, bytes
}

// allocated returns the bytes allocated since the program began, as far as the
// runtime has counted them: small objects when the page that they share is full.
// An exact count would stop every goroutine, at each step of each fold.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
