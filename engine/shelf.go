package engine

import (
	"context"
	"sync"
)

// A shelf keeps what methods have found out about rows, for other methods and
// other settings that meet the same rows. It lives and dies with them, so
// nothing has to be told apart by content.
type shelf struct {
	mu   sync.Mutex
	kept map[any]*shelved
}

// A shelved value may still be on its way.
type shelved struct {
	done  chan struct{}
	value any
	err   error
}

// Shared returns what make finds out about the rows of s, and keeps it for
// whoever asks for the same key about the same rows; the key is a value of a
// type of the caller's package. What make returns must not depend on who asks
// first, must not be changed afterwards, and must be the same bits that the
// caller would find by itself. Nothing is kept where only one setting meets the
// rows.
func Shared[T any](ctx context.Context, s Sample, key any, make func(ctx context.Context) (T, error)) (T, error) {
	if s.shelf == nil {
		return make(ctx)
	}
	for {
		entry, mine := s.shelf.claim(key)
		if mine {
			value, err := make(ctx)
			s.shelf.settle(key, entry, value, err)
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
			return entry.value.(T), nil
		}
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

// settle hands a value to those who wait. What failed is tried again.
func (s *shelf) settle(key any, entry *shelved, value any, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	entry.value, entry.err = value, err
	if err != nil {
		delete(s.kept, key)
	}
	close(entry.done)
}

// fresh returns a shelf for rows that come of those of s; none if those have
// none.
func (s *shelf) fresh() *shelf {
	if s == nil {
		return nil
	}
	return new(shelf)
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
