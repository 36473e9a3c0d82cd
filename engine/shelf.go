package engine

import (
	"context"
	"math"
	"sync"
)

// A shelf keeps what methods have found out about rows, for other methods and
// other settings that meet the same rows. It lives and dies with them, so
// nothing has to be told apart by content.
type shelf struct {
	allowance *allowance

	mu    sync.Mutex
	kept  map[any]*shelved
	bytes uint64
}

// A shelved value may still be on its way.
type shelved struct {
	done  chan struct{}
	value any
	notes []Note // that were made on the way, for whoever gets it
	err   error
}

// Shared returns what make finds out about the rows of s, and keeps it for
// whoever asks for the same key about the same rows; the key is a value of a
// type of the caller's package. What make returns must not depend on who asks
// first, must not be changed afterwards, and must be the same bits that the
// caller would find by itself. Nothing is kept where only one setting meets the
// rows, nor beyond a quarter of the memory that can be had; a value with a
// method Bytes() uint64 says itself how large it is, others are measured. What
// make remarks on is remarked on to all who get the value.
func Shared[T any](ctx context.Context, s Sample, key any, make func(ctx context.Context) (T, error)) (T, error) {
	if s.shelf == nil {
		return make(ctx)
	}
	for {
		entry, mine := s.shelf.claim(key)
		if mine {
			book := new(notebook)
			value, err := make(context.WithValue(ctx, notesKey{}, book))
			entry.notes = book.notes
			s.shelf.settle(key, entry, value, err)
			entry.remark(ctx)
			return value, err
		}
		select {
		case <-entry.done:
		case <-ctx.Done():
			var none T
			return none, ctx.Err()
		}
		if entry.err == nil {
			countShared(ctx)
			entry.remark(ctx)
			return entry.value.(T), nil
		}
	}
}

// remark repeats what was remarked on while the value was made.
func (e *shelved) remark(ctx context.Context) {
	for _, n := range e.notes {
		Remark(ctx, "%s", n.Text)
	}
}

// claim returns the entry for the key, and whether the caller is to fill it.
func (s *shelf) claim(key any) (entry *shelved, mine bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if entry := s.kept[key]; entry != nil {
		return entry, false
	}
	entry = &shelved{done: make(chan struct{})}
	if s.kept == nil {
		s.kept = map[any]*shelved{}
	}
	s.kept[key] = entry
	return entry, true
}

// settle hands a value to those who wait. What failed is tried again, and what
// is too large is found again.
func (s *shelf) settle(key any, entry *shelved, value any, err error) {
	bytes := uint64(0)
	if err == nil {
		bytes = sizeOf(value)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	entry.value, entry.err = value, err
	if err != nil || !s.allowance.take(bytes) {
		delete(s.kept, key)
	} else {
		s.bytes += bytes
	}
	close(entry.done)
}

// newShelf returns a shelf that keeps no more than is allowed.
func newShelf(a *allowance) *shelf { return &shelf{allowance: a} }

// fresh returns a shelf for rows that come of those of s; none if those have
// none.
func (s *shelf) fresh() *shelf {
	if s == nil {
		return nil
	}
	return newShelf(s.allowance)
}

// clear lets go of all that is kept.
func (s *shelf) clear() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.allowance.give(s.bytes)
	s.kept, s.bytes = nil, 0
}

// leave clears the shelves that r has and before had not.
func (r Run) leave(before Run) {
	if r.Train.shelf != before.Train.shelf {
		r.Train.shelf.clear()
	}
	if r.placed != before.placed {
		r.placed.clear()
	}
}

// shareless takes away the shelves that r has and before had not: only one
// setting goes on from there.
func (r *Run) shareless(before Run) {
	if r.Train.shelf != before.Train.shelf {
		r.Train.shelf = nil
	}
	if r.placed != before.placed {
		r.placed = nil
	}
}

// An allowance is how many bytes may still be kept.
type allowance struct {
	mu   sync.Mutex
	left uint64
}

// newAllowance allows a quarter of the memory that can be had; everything where
// that is not known.
func newAllowance() *allowance {
	free, known := room()
	if !known {
		return &allowance{left: math.MaxUint64}
	}
	return &allowance{left: free / 4}
}

// take reports whether the bytes are still allowed, and then counts them.
func (a *allowance) take(bytes uint64) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if bytes > a.left {
		return false
	}
	a.left -= bytes
	return true
}

// give returns bytes.
func (a *allowance) give(bytes uint64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.left += bytes
}

type sharedKey struct{}

// withSharedCount returns a context under which count is called whenever a
// part of some work was there already.
func withSharedCount(ctx context.Context, count func()) context.Context {
	return context.WithValue(ctx, sharedKey{}, count)
}

func countShared(ctx context.Context) {
	if count, ok := ctx.Value(sharedKey{}).(func()); ok {
		count()
	}
}
