package embedding

import (
	"context"
	"reflect"
	"sync"

	"unfold/engine"
)

// A last is the large thing that was found last on some way over some rows.
// Settings that differ in dimensions alone follow one another, so one is
// enough, and more would fill the memory. It is safe for concurrent use.
type last[V any] struct {
	bytes uint64
	mu    sync.Mutex
	way   any
	found V
	notes []engine.Note // that were made on the way
	some  bool
}

// lastKey names the last thing of a type, of so many bytes, that was found over
// rows.
type lastKey[V any] struct{ bytes uint64 }

// Bytes returns what the thing takes.
func (l *last[V]) Bytes() uint64 { return l.bytes }

// lastly returns what find finds over the rows of s, or what was found if that
// was on the same way last. The way is comparable but for its distances, which
// need not be: then nothing is kept. Remarks are made in either case.
func lastly[V any](ctx context.Context, s engine.Sample, way any, bytes uint64, find func(ctx context.Context) (V, error)) (V, error) {
	if !reflect.ValueOf(way).Comparable() {
		return find(ctx)
	}
	l, err := engine.Shared(ctx, s, lastKey[V]{bytes}, func(context.Context) (*last[V], error) { return &last[V]{bytes: bytes}, nil })
	if err != nil {
		var none V
		return none, err
	}
	found, notes, some := l.get(way)
	if !some {
		noted, taken := engine.WithNotes(ctx, "")
		if found, err = find(noted); err != nil {
			return found, err
		}
		notes = taken()
		l.put(way, found, notes)
	}
	for _, n := range notes {
		engine.Remark(ctx, "%s", n.Text)
	}
	return found, nil
}

func (l *last[V]) get(way any) (found V, notes []engine.Note, some bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.some || l.way != way {
		return found, nil, false
	}
	return l.found, l.notes, true
}

func (l *last[V]) put(way any, found V, notes []engine.Note) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.way, l.found, l.notes, l.some = way, found, notes, true
}
