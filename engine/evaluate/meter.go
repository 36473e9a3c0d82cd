package evaluate

import (
	"runtime/metrics"
	"slices"
	"sync"
	"time"
	"unfold/engine"
)

// A meter shares time and memory out among the steps that run: of several at
// once each is charged its part, so that costs add up to what the whole took.
// Its zero value is ready to use, by several goroutines.
type meter struct {
	mu      sync.Mutex
	running []*engine.Cost // the same one as often as folds are at that step
	read    time.Time
	bytes   uint64 // allocated until then
}

// start begins to charge a step.
func (m *meter) start(c *engine.Cost) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.charge()
	m.running = append(m.running, c)
}

// stop ends what start began.
func (m *meter) stop(c *engine.Cost) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.charge()
	at := slices.Index(m.running, c)
	m.running = slices.Delete(m.running, at, at+1)
}

// countReuse counts a step that a fold did not have to learn.
func (m *meter) countReuse(s *engine.StepReport) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s.Kept++
}

// charge shares out what was used since the meter was read last.
func (m *meter) charge() {
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
