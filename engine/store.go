package engine

import (
	"container/list"
	"context"
	"sync"
	"weak"
)

// A Store keeps what runs have learned, for later ones that begin with the same
// steps on the same rows, and the scores of settings, so that a sweep which was
// interrupted goes on where it was. It tells rows, folds and steps by their
// content, so it may serve all pipelines of a session, several at once. What is
// not used for longest goes first.
//
// Runs share memory with the reports they come from: what a report holds must
// not be changed.
type Store struct {
	mu     sync.Mutex
	limit  uint64
	runs   map[content]*list.Element
	recent *list.List             // of *keptRun, the last used in front
	held   map[uintptr]*heldBlock // pieces of memory, which runs may have in common
	scores map[content]keptScore
	stats  StoreStats
}

// StoreStats are what a store holds and how often it could help.
type StoreStats struct {
	Runs   int    // states of folds behind a step
	Bytes  uint64 // that they hold
	Limit  uint64 // on Bytes
	Scores int    // of settings on inner folds
	Hits   int    // steps that were not learned because they were there
	Found  int    // scores that were there
	Let    int    // runs that were let go for others
}

type keptRun struct {
	key    content
	run    Run
	notes  []Note
	blocks blocks
}

type heldBlock struct {
	bytes uint64
	runs  int
}

// NewStore returns an empty store that keeps runs of no more than so many
// bytes; of a quarter of the memory that can be had if it is zero, or of a
// gigabyte where that is not known.
func NewStore(limit uint64) *Store {
	if limit == 0 {
		limit = 1 << 30
		if free, known := room(); known {
			limit = free / 4
		}
	}
	s := &Store{limit: limit, scores: map[content]keptScore{}}
	s.empty()
	stores.mu.Lock()
	defer stores.mu.Unlock()
	stores.all = append(stores.all, weak.Make(s))
	return s
}

// stores are all there are.
var stores struct {
	mu  sync.Mutex
	all []weak.Pointer[Store]
}

// LetGo empties every store of runs. It is for a stage that would be refused
// memory otherwise; scores, which are small, stay.
func LetGo() {
	stores.mu.Lock()
	defer stores.mu.Unlock()
	alive := stores.all[:0]
	for _, p := range stores.all {
		if s := p.Value(); s != nil {
			alive = append(alive, p)
			s.mu.Lock()
			s.stats.Let += len(s.runs)
			s.empty()
			s.mu.Unlock()
		}
	}
	stores.all = alive
}

func (s *Store) empty() {
	s.runs, s.recent, s.held = map[content]*list.Element{}, list.New(), map[uintptr]*heldBlock{}
	s.stats.Bytes = 0
}

type storeKey struct{}

// WithStore returns a context under which runs take from the store what it has,
// and leave there what they find out.
func WithStore(ctx context.Context, s *Store) context.Context {
	return context.WithValue(ctx, storeKey{}, s)
}

// storeOf returns the store of a context; nil if it has none.
func storeOf(ctx context.Context) *Store {
	s, _ := ctx.Value(storeKey{}).(*Store)
	return s
}

// Stats returns what the store holds and how often it could help.
func (s *Store) Stats() StoreStats {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.stats
	now.Runs, now.Limit, now.Scores = len(s.runs), s.limit, len(s.scores)
	return now
}

// run returns a run that is kept, and the remarks that were made on its way.
func (s *Store) run(key content) (*keptRun, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.runs[key]
	if !ok {
		return nil, false
	}
	s.recent.MoveToFront(e)
	return e.Value.(*keptRun), true
}

// has reports whether a run is kept, which does not count as use.
func (s *Store) has(key content) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.runs[key] != nil
}

// keep keeps a run, and lets others go if there is no room for it.
func (s *Store) keep(key content, r Run, notes []Note) {
	k := &keptRun{key: key, run: r, notes: notes, blocks: r.blocks()}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, there := s.runs[key]; there || k.blocks.bytes() > s.limit {
		return
	}
	s.runs[key] = s.recent.PushFront(k)
	for at, bytes := range k.blocks {
		b := s.held[at]
		if b == nil {
			b = &heldBlock{bytes: bytes}
			s.held[at] = b
			s.stats.Bytes += bytes
		}
		b.runs++
	}
	for s.stats.Bytes > s.limit {
		s.let(s.recent.Back())
	}
}

// let lets a run go.
func (s *Store) let(e *list.Element) {
	k := s.recent.Remove(e).(*keptRun)
	delete(s.runs, k.key)
	s.stats.Let++
	for at := range k.blocks {
		b := s.held[at]
		if b.runs--; b.runs == 0 {
			delete(s.held, at)
			s.stats.Bytes -= b.bytes
		}
	}
}

// helped counts steps that were not learned because they were there.
func (s *Store) helped(steps int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stats.Hits += steps
}
