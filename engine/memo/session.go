package memo

// A Score is what a setting of a pipeline scored on an inner fold.
type Score struct {
	Value  float64
	Better string // "higher" or "lower"
}

// Keep keeps what is known of something for the session. Pinned values stay until
// others need their room, the newest of them whatever it weighs; others also go
// when memory is asked for.
func (m *Memo) Keep(of Key, what, value any, pinned bool) {
	e := &entry{address: address{of, what}, value: value, allocations: allocationsOf(value), pinned: pinned, done: closed}
	m.mu.Lock()
	defer m.mu.Unlock()
	if old := m.entries[e.address]; old != nil {
		m.drop(old)
	}
	m.store(e)
}

// closed is the channel of a value that was there before its entry.
var closed = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// Recall returns what was kept for the session.
func (m *Memo) Recall(of Key, what any) (value any, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.entries[address{of, what}]
	if e == nil || e.use == nil {
		return nil, false
	}
	m.markRecent(e)
	return e.value, true
}

// Has reports whether something is kept, which does not count as use.
func (m *Memo) Has(of Key, what any) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.entries[address{of, what}]
	return e != nil && e.use != nil
}

// Count returns how many values are kept under what, and how many bytes they
// hold, those that they have in common counted for each.
func (m *Memo) Count(what any) (count int, bytes uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range m.entries {
		if e.what == what && e.use != nil {
			count++
			bytes += e.allocations.bytes()
		}
	}
	return count, bytes
}

// CountHits adds to the count of values that were found.
func (m *Memo) CountHits(times int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.stats.Hits += times
}

// Score returns a score that was entered.
func (m *Memo) Score(key Key) (Score, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, ok := m.scores[key]
	if ok {
		m.stats.Found++
	}
	return s, ok
}

// Enter keeps a score.
func (m *Memo) Enter(key Key, s Score) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.scores[key] = s
}
