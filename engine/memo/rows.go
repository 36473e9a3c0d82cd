package memo

import (
	"context"
	"errors"
	"sync/atomic"
)

// Rows keep what methods find out about the rows of a sample, for other methods
// and other settings that meet the same rows, until it is closed. A nil Rows
// keeps nothing.
type Rows struct {
	memo *Memo
	key  Key
	hits *atomic.Int64
}

// Rows opens what is kept of rows of the given content.
func (m *Memo) Rows(key Key) *Rows { return m.rows(key, new(atomic.Int64)) }

func (m *Memo) rows(key Key, hits *atomic.Int64) *Rows {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.open[key] == nil {
		m.open[key] = new(lifetime)
	}
	m.open[key].holders++
	return &Rows{memo: m, key: key, hits: hits}
}

// Own returns r, or, if it is nil, what keeps results for its holder alone.
func (r *Rows) Own() *Rows {
	if r == nil {
		return New(Unlimited).Rows(Unique())
	}
	return r
}

// Then opens what is kept of the rows that come of r, or of r and what was found
// out about it, under their own key; nil if r is nil.
func (r *Rows) Then(key Key) *Rows {
	if r == nil {
		return nil
	}
	return r.memo.rows(key, r.hits)
}

// Hits returns how often something was there already, of r and of all rows that
// come of it.
func (r *Rows) Hits() int {
	if r == nil {
		return 0
	}
	return int(r.hits.Load())
}

// Close lets all go that is kept of the rows, unless others hold them open. It is
// to be called once.
func (r *Rows) Close() {
	if r == nil {
		return
	}
	m := r.memo
	m.mu.Lock()
	defer m.mu.Unlock()
	life := m.open[r.key]
	if life.holders--; life.holders > 0 {
		return
	}
	delete(m.open, r.key)
	for _, e := range life.entries {
		m.drop(e)
	}
}

// unsized: what is kept of rows has its own size, and may be changing.
func (r *Rows) unsized() {}

// A lifetime is that of the rows of a key: as long as somebody holds them open.
type lifetime struct {
	holders int
	entries []*entry
}

// Find returns what is kept of the rows under what, a value of a type of the
// caller's package, or has make find it and keeps that. Several who ask at once
// wait for one. A value that serves reports not to be enough is made anew from
// the old one, and replaced; a nil serves takes every value. ready reports
// whether it was there. A failure is not kept: the next one tries again.
func Find[T any](ctx context.Context, r *Rows, what any, serves func(T) bool, make func(ctx context.Context, old *T) (T, error)) (value T, ready bool, err error) {
	if r == nil {
		value, err = make(ctx, nil)
		return value, false, err
	}
	at := address{r.key, what}
	for {
		e, old, mine := startSearch(r.memo, at, serves)
		if mine {
			value, err = fill(ctx, r.memo, e, old, make)
			return value, false, err
		}
		select {
		case <-e.done:
		case <-ctx.Done():
			return value, false, ctx.Err()
		}
		if value, ok := e.value.(T); ok && e.err == nil && (serves == nil || serves(value)) {
			r.hits.Add(1)
			return value, true, nil
		}
	}
}

// startSearch returns the entry at an address, and whether the caller is to
// fill it: a new one, in place of an old value that does not serve.
func startSearch[T any](m *Memo, at address, serves func(T) bool) (e *entry, old *T, mine bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e := m.entries[at]; e != nil {
		value, ok := e.value.(T)
		if e.use == nil || serves == nil || ok && serves(value) {
			m.markRecent(e)
			return e, nil, false
		}
		old = &value
		m.drop(e)
	}
	e = &entry{address: at, done: make(chan struct{})}
	m.entries[at] = e
	if life := m.open[at.of]; life != nil {
		life.entries = append(life.entries, e)
	}
	return e, old, true
}

// fill makes the value of an entry. If that panics, those who wait for it try
// for themselves.
func fill[T any](ctx context.Context, m *Memo, e *entry, old *T, make func(ctx context.Context, old *T) (T, error)) (value T, err error) {
	err = errPanicked
	defer func() { m.finish(e, value, err) }()
	return make(ctx, old)
}

var errPanicked = errors.New("memo: what was to be kept panicked while it was made")

// finish hands a value to those who wait.
func (m *Memo) finish(e *entry, value any, err error) {
	if err == nil {
		e.allocations = allocationsOf(value)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	e.value, e.err = value, err
	switch {
	case m.entries[e.address] != e: // the rows have gone meanwhile
	case err != nil || m.open[e.of] == nil:
		delete(m.entries, e.address)
	default:
		m.store(e)
	}
	close(e.done)
}
