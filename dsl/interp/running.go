package interp

import (
	"context"
	"reflect"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"unfold/dsl/cell"
)

// A run is one cell's evaluation.
type run struct {
	ctx   context.Context
	out   cell.Output // nil for none
	label string      // of its goroutines

	showsNil bool // a last value that is nil is shown

	given context.Context         // that the caller ends it by, while it runs
	fail  context.CancelCauseFunc // ends it while it runs
	flags *flags                  // of its session
	ended atomic.Bool             // by itself: the goroutines it has left behind are nobody's to cancel

	mu     sync.Mutex
	panics map[string]bool // goroutines that run what they have deferred while they panic
	shown  []any
}

// counted tells runs apart, of all sessions.
var counted atomic.Uint64

func (s *Session) newRun(ctx context.Context, name string, out cell.Output) *run {
	return &run{ctx: ctx, out: out, flags: &s.flags, label: s.mark + "·" + name + "·" + strconv.FormatUint(counted.Add(1), 10)}
}

// context is the run's, which cannot be cancelled once the run has ended.
func (r *run) context() context.Context {
	if r.ended.Load() {
		return context.WithoutCancel(r.ctx)
	}
	return r.ctx
}

// begin gives the run a context of its own, which ends when the given one does
// or by fail. It returns what to call in the end.
func (r *run) begin() (end func()) {
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

// An alarm keeps the flags up from when a run is cancelled until it has ended.
type alarm struct {
	flags *flags
	mu    sync.Mutex
	lower func()
	over  bool
}

func (a *alarm) raise() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.lower == nil && !a.over {
		a.lower = a.flags.raise(true)
	}
}

func (a *alarm) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.over = true; a.lower != nil {
		a.lower()
	}
}

// finish says that the run has ended by itself, unless it was cancelled. What
// the cell waited for may have ended by that and the cell with it, before word
// of it came here.
func (r *run) finish() (ok bool) {
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
func (r *run) crash(err error) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fail == nil || r.ended.Load() {
		return false
	}
	r.fail(err)
	return true
}

// atWork reports whether the run goes on.
func (r *run) atWork() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fail != nil && !r.ended.Load() && r.ctx.Err() == nil
}

// unwinds says that the calling goroutine panics and runs what it has deferred.
func (r *run) unwinds() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.panics == nil {
		r.panics = map[string]bool{}
	}
	r.panics[goroutine()] = true
}

// recovers says that the calling goroutine panics no longer.
func (r *run) recovers() {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.panics, goroutine())
}

// settling is how long a cell that is done waits for goroutines that panic.
const settling = 100 * time.Millisecond

// settle waits until the panics of goroutines have come to their end. What
// they defer often lets the cell go on and end, as wg.Done does.
func (r *run) settle() {
	unsettled := func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return len(r.panics) > 0
	}
	for deadline := time.Now().Add(settling); unsettled() && time.Now().Before(deadline); {
		time.Sleep(50 * time.Microsecond)
	}
}

func (r *run) cancelled() bool { return !r.ended.Load() && r.ctx.Err() != nil }

func (r *run) write(stream, text string) {
	if r != nil && r.out != nil {
		r.out.Stream(stream, text)
	}
}

// value is what the cell shows, and whether it shows anything.
func (r *run) value() (value any, shown bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case len(r.shown) == 0:
		return nil, false, nil
	case len(r.shown) > 1:
		return Tuple(r.shown), true, nil
	case r.shown[0] == nil && r.showsNil:
		return Nil{}, true, nil
	}
	return r.shown[0], r.shown[0] != nil, nil
}

// absent reports whether one of several results is no value: a nil error,
// mostly, or the nil pointer beside an error.
func absent(v any) bool {
	if v == nil {
		return true
	}
	r := reflect.ValueOf(v)
	switch r.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Func, reflect.Chan:
		return r.IsNil()
	}
	return false
}
