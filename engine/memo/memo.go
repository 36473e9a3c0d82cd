package memo

import (
	"container/list"
	"math"
	"sync"
)

// A Memo keeps values of no more than so many bytes together; memory that
// several of them hold on to counts once. What was not asked for for longest
// goes first. It is safe for concurrent use. Values are shared with those who
// found them, and must not be changed.
type Memo struct {
	mu      sync.Mutex
	limit   uint64
	entries map[place]*entry
	recent  *list.List         // of *entry, the last one asked for in front
	pieces  map[uintptr]*piece // of memory that entries hold on to
	open    map[Key]*lifetime  // of rows
	scores  map[Key]Score
	stats   Stats
}

// A place is where an entry is found: what is known of something.
type place struct {
	of   Key
	what any
}

// A piece of memory, and how many entries hold on to it.
type piece struct {
	bytes   uint64
	holders int
}

// An entry may still be on its way.
type entry struct {
	place
	done   chan struct{}
	value  any
	err    error
	pieces pieces
	use    *list.Element // in recent, once the value is there
	pinned bool          // Release leaves it
}

// Stats are what a memo holds and how often it could help.
type Stats struct {
	Values int    // that are kept
	Bytes  uint64 // that they hold
	Limit  uint64 // on Bytes
	Scores int    // of settings on inner folds
	Hits   int    // values of the session that were there
	Found  int    // scores that were there
	Let    int    // values that were let go for others
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

// Stats returns what the memo holds and how often it could help.
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
			m.stats.Let++
		}
	}
}

// Clear lets everything go.
func (m *Memo) Clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.empty() // entries on their way find that they are not there any more
	m.scores, m.stats = map[Key]Score{}, Stats{}
}

func (m *Memo) empty() {
	m.entries, m.recent, m.pieces = map[place]*entry{}, list.New(), map[uintptr]*piece{}
}

// store takes in an entry whose value is there, and lets others go if there is
// no room. What is too large by itself is not kept, unless it is pinned.
func (m *Memo) store(e *entry) {
	if !e.pinned && e.pieces.bytes() > m.limit {
		delete(m.entries, e.place)
		return
	}
	m.entries[e.place] = e
	e.use = m.recent.PushFront(e)
	m.hold(e.pieces)
	for m.stats.Bytes > m.limit && m.recent.Len() > 1 {
		m.drop(m.recent.Back().Value.(*entry))
		m.stats.Let++
	}
}

// drop lets an entry go. Who is at work with its value may go on.
func (m *Memo) drop(e *entry) {
	if m.entries[e.place] == e {
		delete(m.entries, e.place)
	}
	if e.use == nil {
		return
	}
	m.recent.Remove(e.use)
	e.use = nil
	m.free(e.pieces)
}

// hold counts the pieces of memory of an entry, those of others once.
func (m *Memo) hold(all pieces) {
	for at, bytes := range all {
		p := m.pieces[at]
		if at == itself || p == nil {
			m.stats.Bytes += bytes
		}
		if p == nil {
			p = &piece{bytes: bytes}
			m.pieces[at] = p
		}
		p.holders++
	}
}

// free undoes hold.
func (m *Memo) free(all pieces) {
	for at, bytes := range all {
		p := m.pieces[at]
		p.holders--
		if p.holders == 0 {
			delete(m.pieces, at)
		}
		switch {
		case at == itself:
			m.stats.Bytes -= bytes
		case p.holders == 0:
			m.stats.Bytes -= p.bytes
		}
	}
}

// touch marks an entry as asked for.
func (m *Memo) touch(e *entry) {
	if e.use != nil {
		m.recent.MoveToFront(e.use)
	}
}
