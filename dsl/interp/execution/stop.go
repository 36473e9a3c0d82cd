package execution

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"

	"unfold/dsl/interp/machine"
)

// A stopper ends the goroutines of runs that are cancelled.
type stopper struct {
	flags flags
	done  chan struct{} // every operation on a channel waits on this too
}

// attach lets the stopper use the variables and the channel of a machine.
func (s *stopper) attach(m *machine.Machine) {
	s.flags.stop, s.flags.back = m.Flags()
	s.done = m.Done()
}

// flags are the two variables, as cells read them.
type flags struct {
	stop, back   *bool
	mu           sync.Mutex
	stops, backs int // runs for whom they are up
}

const (
	// leaving is how long Run waits for a cancelled cell to leave compiled code. On a
	// busy machine a goroutine may wait long for its turn.
	leaving = 400 * time.Millisecond
	// unwinding is the same for one that must unwind a full stack.
	unwinding = 2 * time.Second
)

// stop ends the calling goroutine if its cell was cancelled. It does not
// panic, so that no recover of the cell keeps it alive.
func (rr *Runner) stop() {
	if r := rr.runs.mine(); r != nil && r.cancelled() {
		runtime.Goexit()
	}
}

// set shows cells how the flags stand. Running code reads them at all times,
// and any order will do; a lock on every reading would cost more than what is
// read.
//
//go:norace
func (f *flags) set() { *f.stop, *f.back = f.stops > 0, f.backs > 0 }

// raise keeps both flags, or only that behind calls, up for one more run.
func (f *flags) raise(both bool) (lower func()) {
	add := func(n int) {
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.backs += n; both {
			f.stops += n
		}
		f.set()
	}
	add(1)
	return func() { add(-1) }
}

// halt waits until the goroutines of a cancelled run have ended. Those that
// compiled code holds are left behind, which is told once; they end when they
// come back.
func (s *stopper) halt(r *Run) {
	defer s.flags.raise(true)()
	deadline := time.Now().Add(leaving)
	if errors.Is(context.Cause(r.ctx), ErrTooDeep) {
		deadline = time.Now().Add(unwinding)
	}
	for pause := 50 * time.Microsecond; ; pause = min(2*pause, 10*time.Millisecond) {
		c := r.count()
		if c.alive == 0 {
			return
		}
		if c.waiting > 0 && c.others == 0 {
			s.wake()
		}
		if time.Now().After(deadline) {
			r.Write("stderr", "the cell was stopped, but "+c.leftBehind()+"\n")
			go s.watch(r, s.flags.raise(false))
			return
		}
		time.Sleep(pause)
	}
}

// wake ends the waiting of those who wait on a channel now. Nobody can say
// whom it wakes, so it is called when all are to end.
func (s *stopper) wake() {
	for {
		select {
		case s.done <- struct{}{}:
		default:
			return
		}
	}
}

// watch ends what a cancelled run has left behind, when it comes back from
// compiled code. The flag at loops is up for a moment only, now and then:
// while it is, all code pays for looking who is meant.
func (s *stopper) watch(r *Run, gone func()) {
	defer gone()
	for pause := 50 * time.Millisecond; ; pause = min(pause*3/2, time.Second) {
		time.Sleep(pause)
		c := r.count()
		if c.alive == 0 {
			return
		}
		if c.waiting > 0 && c.others == 0 {
			s.wake()
		}
		lower := s.flags.raise(true)
		time.Sleep(2 * time.Millisecond)
		lower()
	}
}
