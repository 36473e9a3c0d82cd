package memo

import (
	"container/list"
	"math"
	"sync"
)

// A Memo is a cache of values, least recently used first out, bounded by the
// bytes of all values; memory that several refer to counts once. It is safe for
// concurrent use. Values are shared with those who computed them, and must not
// be changed.
type Memo struct {
	mu          sync.Mutex
	limit       uint64
	entries     map[address]*entry
	recent      *list.List              // of *entry, the last one asked for in front
	allocations map[uintptr]*allocation // of memory that entries hold on to
	open        map[Key]*lifetime       // of rows
	scores      map[Key]Score
	stats       Stats
}

// An address is where an entry is found: what it is of, and what it is.
type address struct {
	of   Key
	what any
}

// An allocation is a piece of memory, and how many entries refer to it.
type allocation struct {
	bytes   uint64
	holders int
}

// An entry is a value, or one that is being computed.
type entry struct {
	address
	done        chan struct{}
	value       any
	err         error
	allocations allocations
	use         *list.Element // in recent, once the value is there
	pinned      bool          // Release leaves it
}

// Stats are what a memo holds and how often it was hit.
type Stats struct {
	Values  int    // that are kept
	Bytes   uint64 // that they hold
	Limit   uint64 // on Bytes
	Scores  int    // of settings on inner folds
	Hits    int    // values of the session that were there
	Found   int    // scores that were there
	Evicted int    // values that were removed to make room
}

// Unlimited is the limit of a memo that keeps everything.
const Unlimited = math.MaxUint64

// New returns an empty memo that keeps values of no more than so many bytes.
func New(limit uint64) *Memo {
	m := &Memo{limit: limit, open: map[Key]*lifetime{}, scores: map[Key]Score{}}
	m.empty()
	return m
}

// Limit returns how many bytes the memo may hold.
func (m *Memo) Limit() uint64 { return m.limit }

// Stats returns what the memo holds and how often it was hit.
func (m *Memo) Stats() Stats {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.stats
	now.Values, now.Limit, now.Scores = m.recent.Len(), m.limit, len(m.scores)
	return now
}

// Release lets all values go but those that are pinned and those on their way,
// so that their memory serves for something else. Scores, which are small, stay.
func (m *Memo) Release() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range m.entries {
		if e.use != nil && !e.pinned {
			m.drop(e)
			m.stats.Evicted++
		}
	}
}

// Clear lets everything go.
func (m *Memo) Clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range m.entries { // those on their way find that they are not there any more
		m.drop(e)
	}
	m.scores, m.stats = map[Key]Score{}, Stats{}
}

func (m *Memo) empty() {
	m.entries, m.recent, m.allocations = map[address]*entry{}, list.New(), map[uintptr]*allocation{}
}

// store takes in an entry whose value is there, and lets others go if there is
// no room. What is too large by itself is not kept, unless it is pinned.
func (m *Memo) store(e *entry) {
	if !e.pinned && e.allocations.bytes() > m.limit {
		delete(m.entries, e.address)
		return
	}
	m.entries[e.address] = e
	e.use = m.recent.PushFront(e)
	m.hold(e.allocations)
	for m.stats.Bytes > m.limit && m.recent.Len() > 1 {
		m.drop(m.recent.Back().Value.(*entry))
		m.stats.Evicted++
	}
}

// drop lets an entry go. Who is at work with its value may go on.
func (m *Memo) drop(e *entry) {
	if m.entries[e.address] == e {
		delete(m.entries, e.address)
	}
	if e.use == nil {
		return
	}
	m.recent.Remove(e.use)
	e.use = nil
	m.free(e.allocations)
}

// hold counts the pieces of memory of an entry, those of others once.
func (m *Memo) hold(all allocations) {
	for at, bytes := range all {
		p := m.allocations[at]
		if at == itself || p == nil {
			m.stats.Bytes += bytes
		}
		if p == nil {
			p = &allocation{bytes: bytes}
			m.allocations[at] = p
		}
		p.holders++
	}
}

// free undoes hold.
func (m *Memo) free(all allocations) {
	for at, bytes := range all {
		p := m.allocations[at]
		p.holders--
		if p.holders == 0 {
			delete(m.allocations, at)
		}
		switch {
		case at == itself:
			m.stats.Bytes -= bytes
		case p.holders == 0:
			m.stats.Bytes -= p.bytes
		}
	}
}

// markRecent marks an entry as asked for.
func (m *Memo) markRecent(e *entry) {
	if e.use != nil {
		m.recent.MoveToFront(e.use)
	}
}
