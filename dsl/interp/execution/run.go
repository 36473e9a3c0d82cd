package execution

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"unfold/dsl/cell"
	"unfold/dsl/interp/console"
)

// A Run is one evaluation of a cell.
type Run struct {
	ShowsNil bool // a last value that is nil is shown

	ctx   context.Context
	out   cell.Output // nil for none
	label string      // of its goroutines

	given context.Context         // that the caller ends it by, while it runs
	fail  context.CancelCauseFunc // ends it while it runs
	flags *flags                  // of its session
	ended atomic.Bool             // by itself: the goroutines it has left behind are nobody's to cancel

	mu     sync.Mutex
	panics map[string]bool // goroutines that run what they have deferred while they panic
	shown  []any
}

// context is the run's, which cannot be cancelled once the run has ended.
func (r *Run) context() context.Context {
	if r.ended.Load() {
		return context.WithoutCancel(r.ctx)
	}
	return r.ctx
}

// begin gives the run a context of its own, which ends when the given one does
// or by fail. It returns what to call in the end.
func (r *Run) begin() (end func()) {
	given := r.ctx
	r.given = given
	ctx, fail := context.WithCancelCause(context.WithoutCancel(given))
	a := alarm{flags: r.flags}
	r.ctx, r.fail = ctx, func(cause error) {
		a.raise() // before those wake who wait for the context
		fail(cause)
	}
	stop := context.AfterFunc(given, func() { r.fail(context.Cause(given)) })
	return func() {
		stop()
		a.end()
	}
}

// finish says that the run has ended by itself, unless it was cancelled. What
// the cell waited for may have ended by that and the cell with it, before word
// of it came here.
func (r *Run) finish() (ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.given.Err() != nil {
		r.fail(context.Cause(r.given))
	}
	ok = r.ctx.Err() == nil
	r.ended.Store(ok)
	return ok
}

// crash cancels the run for a reason, and reports whether it was still running.
func (r *Run) crash(err error) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fail == nil || r.ended.Load() {
		return false
	}
	r.fail(err)
	return true
}

// atWork reports whether the run goes on.
func (r *Run) atWork() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fail != nil && !r.ended.Load() && r.ctx.Err() == nil
}

// unwinds says that the calling goroutine panics and runs what it has deferred.
func (r *Run) unwinds() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.panics == nil {
		r.panics = map[string]bool{}
	}
	r.panics[goroutine()] = true
}

// recovers says that the calling goroutine panics no longer.
func (r *Run) recovers() {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.panics, goroutine())
}

// settling is how long a cell that is done waits for goroutines that panic.
const settling = 100 * time.Millisecond

// settle waits until the panics of goroutines have come to their end. What
// they defer often lets the cell go on and end, as wg.Done does.
func (r *Run) settle() {
	unsettled := func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return len(r.panics) > 0
	}
	for deadline := time.Now().Add(settling); unsettled() && time.Now().Before(deadline); {
		time.Sleep(50 * time.Microsecond)
	}
}

func (r *Run) cancelled() bool { return !r.ended.Load() && r.ctx.Err() != nil }

// Write tells the reader of the cell something, on one of its streams.
func (r *Run) Write(stream, text string) {
	if r != nil && r.out != nil {
		r.out.Stream(stream, text)
	}
}

// speaker is the run as its console sees it.
func (r *Run) speaker() console.Speaker {
	if r == nil {
		return console.Speaker{}
	}
	return console.Speaker{Output: r.out, Context: r.ctx}
}
