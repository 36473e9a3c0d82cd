// Package early asks work to end early. Of what lasts, such as a descent, the reader
// may have enough before its end, and want what it has come to. So the first interrupt
// of a cell asks whatever can end early to do so; where nothing can, and the second
// time, it ends the context.
//
// It imports the standard library alone. Start at Begin.
package early

import (
	"context"
	"sync"
)

type key struct{}

// An end is asked for at most once.
type end struct {
	tell func(can bool)

	mu    sync.Mutex
	work  map[chan struct{}]bool // what is at work, each with the channel by which it is asked
	asked bool
}

// With returns a context whose work can be asked to end early. ask asks what
// is at work and can; it reports whether there was any, and false if it has asked
// before. tell, if there is one, is told when the first begins that can end early,
// and when the last has ended; it must be quick.
func With(ctx context.Context, tell func(can bool)) (_ context.Context, ask func() bool) {
	e := &end{tell: tell, work: map[chan struct{}]bool{}}
	return context.WithValue(ctx, key{}, e), e.ask
}

// Without returns a context whose work is not asked to end early, as that of
// settings is not that are held against each other.
func Without(ctx context.Context) context.Context {
	return context.WithValue(ctx, key{}, (*end)(nil))
}

// Begin says that work begins which can end early: asked is closed when it
// should, with what it has come to for its result. over says that it has ended. A
// method that ends early remarks on how far it came.
func Begin(ctx context.Context) (asked <-chan struct{}, over func()) {
	e, _ := ctx.Value(key{}).(*end)
	if e == nil {
		return nil, func() {}
	}
	return e.begin()
}

// Asked reports whether work in ctx has been asked to end early. What is found
// from then on is not that of its settings, and is not to be kept for it.
func Asked(ctx context.Context) bool {
	e, _ := ctx.Value(key{}).(*end)
	if e == nil {
		return false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.asked
}

func (e *end) ask() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.asked || len(e.work) == 0 {
		return false
	}
	e.asked = true
	for work := range e.work {
		close(work)
	}
	return true
}

func (e *end) begin() (asked <-chan struct{}, over func()) {
	work := make(chan struct{})
	e.mu.Lock()
	defer e.mu.Unlock()
	e.work[work] = true
	e.say(len(e.work) == 1, true)
	return work, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		delete(e.work, work)
		e.say(len(e.work) == 0, false)
	}
}

// say tells whether there is work, where that has changed.
func (e *end) say(changed, can bool) {
	if changed && e.tell != nil {
		e.tell(can)
	}
}
