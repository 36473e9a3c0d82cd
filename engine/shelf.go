package engine

import (
	"container/list"
	"context"
	"errors"
)

// A shelf keeps what methods have found out about rows, for other methods and
// other settings that meet the same rows. It lives and dies with them, so
// nothing has to be told apart by content.
type shelf struct {
	pantry *pantry
	kept   map[any]*shelved
}

// A shelved value may still be on its way.
type shelved struct {
	shelf *shelf
	key   any
	done  chan struct{}
	value any
	notes []Note // that were made on the way, for whoever gets it
	err   error

	bytes uint64
	use   *list.Element // in the pantry, once the value is there
}

// Shared returns what make finds out about the rows of s, and keeps it for
// whoever asks for the same key about the same rows; the key is a value of a
// type of the caller's package. What make returns must not depend on who asks
// first, must not be changed afterwards, and must be the same bits that the
// caller would find by itself. Nothing is kept where only one setting meets the
// rows. Beyond a quarter of the memory that can be had, what was not asked for for
// longest goes; a value with a method Bytes() uint64 says itself how large it
// is, others are measured. What make remarks on is remarked on to all who get
// the value.
func Shared[T any](ctx context.Context, s Sample, key any, make func(ctx context.Context) (T, error)) (T, error) {
	if s.shelf == nil {
		return make(ctx)
	}
	for {
		entry, mine := s.shelf.claim(key)
		if mine {
			value, err := fill(ctx, entry, make)
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

// fill makes the value of an entry. If that panics, those who wait for it try
// for themselves.
func fill[T any](ctx context.Context, entry *shelved, make func(ctx context.Context) (T, error)) (value T, err error) {
	book := new(notebook)
	err = errPanicked
	defer func() {
		entry.notes = book.notes
		entry.shelf.settle(entry, value, err)
	}()
	return make(context.WithValue(ctx, notesKey{}, book))
}

var errPanicked = errors.New("engine: what was to be shared panicked while it was made")

// remark repeats what was remarked on while the value was made.
func (e *shelved) remark(ctx context.Context) {
	for _, n := range e.notes {
		Remark(ctx, "%s", n.Text)
	}
}

// claim returns the entry for the key, and whether the caller is to fill it.
func (s *shelf) claim(key any) (entry *shelved, mine bool) {
	s.pantry.mu.Lock()
	defer s.pantry.mu.Unlock()
	if entry := s.kept[key]; entry != nil {
		s.pantry.used(entry)
		return entry, false
	}
	entry = &shelved{shelf: s, key: key, done: make(chan struct{})}
	if s.kept == nil {
		s.kept = map[any]*shelved{}
	}
	s.kept[key] = entry
	return entry, true
}

// settle hands a value to those who wait. What failed is tried again.
func (s *shelf) settle(entry *shelved, value any, err error) {
	if err == nil {
		entry.bytes = sizeOf(value)
	}
	s.pantry.mu.Lock()
	defer s.pantry.mu.Unlock()
	entry.value, entry.err = value, err
	switch {
	case s.kept[entry.key] != entry: // the rows have gone meanwhile
	case err != nil:
		delete(s.kept, entry.key)
	default:
		s.pantry.keep(entry)
	}
	close(entry.done)
}

// fresh returns a shelf for rows that come of those of s; none if those have
// none.
func (s *shelf) fresh() *shelf {
	if s == nil {
		return nil
	}
	return &shelf{pantry: s.pantry}
}

// clear lets go of all that is kept.
func (s *shelf) clear() {
	if s == nil {
		return
	}
	s.pantry.mu.Lock()
	defer s.pantry.mu.Unlock()
	for _, entry := range s.kept {
		s.pantry.let(entry)
	}
	s.kept = nil
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
