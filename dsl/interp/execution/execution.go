// Package execution runs what the machine has compiled of cells: each as a run
// with its goroutines, which can be stopped, fail, and be told where.
//
// A Runner knows the runs of a session. It finds the one that a goroutine belongs
// to (runs.go), ends those that are cancelled (stop.go), makes errors of panics
// (end.go), and gives core Go the functions in which a cell waits, defers and
// shows (hooks.go). Of ours it imports console, gotypes, machine, trace and
// wording.
//
// Start at Runner.Execute.
package execution

import (
	"context"
	"errors"
	"go/token"
	"sync"
	"time"

	"unfold/dsl/cell"
	"unfold/dsl/interp/console"
	"unfold/dsl/interp/machine"
	"unfold/dsl/interp/trace"
)

// A Runner runs the code of cells.
type Runner struct {
	// Patience is how long all of a cell may wait before its reader is told.
	Patience time.Duration
	// Closed reports whether the cells are a program, which ends when all of it waits,
	// and have named nothing that could wake it. Nil says no.
	Closed func() bool

	machine *machine.Machine
	sites   *trace.Sites
	aborts  func(error) bool

	runs    runs
	stopper stopper
	armed   sync.Map   // goroutine -> *defers: a panic a function called by its name may recover from
	ending  sync.Mutex // guards where the ends of goroutines were
}

// New makes a runner without a machine. Aborts tells the errors by which compiled
// code ends a cell from those that are a mishap; it may be nil.
func New(aborts func(error) bool) *Runner {
	return &Runner{Patience: 10 * time.Second, aborts: aborts, runs: runs{mark: newMark()}}
}

// Attach gives the runner the machine that its code was compiled by. Sites are the
// text of that code.
func (rr *Runner) Attach(m *machine.Machine, sites *trace.Sites) {
	rr.machine, rr.sites = m, sites
	rr.stopper.attach(m)
	m.Tracebacks.Cancelled = func() bool { r := rr.runs.mine(); return r != nil && r.cancelled() }
	m.Stop, m.TooDeep = rr.stop, rr.tooDeep
}

// New makes a run. The name is that of its cell; without an output nobody listens.
func (rr *Runner) New(ctx context.Context, name string, out cell.Output) *Run {
	return &Run{ctx: ctx, out: out, flags: &rr.stopper.flags, label: rr.runs.label(name)}
}

// Enter makes the calling goroutine one of a run until it calls leave.
func (rr *Runner) Enter(r *Run) (leave func()) { return rr.runs.enter(r) }

// Context is that of the run that the calling goroutine belongs to, or else of the
// latest; before the first it is the background.
func (rr *Runner) Context() context.Context {
	if r := rr.runs.mine(); r != nil {
		return r.context()
	}
	return context.Background()
}

// Speaker is the run of the calling goroutine as its console sees it.
func (rr *Runner) Speaker() console.Speaker { return rr.runs.mine().speaker() }

// LatestSpeaker is the same for the latest run.
func (rr *Runner) LatestSpeaker() console.Speaker { return rr.runs.latest.Load().speaker() }

// Callers are the calls that the calling goroutine is in, the innermost first, for
// compiled functions that the machine was told to be asking.
func (rr *Runner) Callers() []trace.Frame { return rr.sites.Calls(rr.machine.Callers()) }

// Quiet reports whether no goroutine of any run is alive. While one is, what
// variables hold may be half written, and reading it from elsewhere can end the
// process.
func (rr *Runner) Quiet() bool { return rr.runs.quiet() }

// Execute runs code and waits until it has left. The error is of type *Interruption,
// *RuntimeError or ExitError.
func (rr *Runner) Execute(r *Run, body func()) error {
	given := r.ctx
	defer r.begin()()
	defer time.AfterFunc(rr.Patience, func() { r.tellStuck(rr.Patience) }).Stop()
	if rr.Closed != nil {
		defer time.AfterFunc(firstLook, func() { r.endDeadlock(rr.Closed, firstLook) }).Stop()
	}
	rr.runs.latest.Store(r)
	done := make(chan struct{})
	var failure any
	var steps []machine.Step // that the cell left when it failed or was ended
	go func() {
		defer close(done)
		leave := rr.runs.enter(r)
		defer leave() // before done says so: a goroutine that is on its way out is no cell's
		defer func() { failure, steps = recover(), rr.told(token.NoPos) }()
		rr.stop() // if it was cancelled before it was seen to be here
		body()
	}()
	select {
	case <-done:
		if failure == nil {
			r.settle()
		}
	case <-r.ctx.Done():
	}
	if !r.finish() {
		if errors.Is(context.Cause(r.ctx), ErrDeadlock) {
			return context.Cause(r.ctx) // as in Go, nothing that is deferred runs
		}
		rr.stopper.halt(r)
		select {
		case <-done: // and will not go on where it was
		default:
			steps = nil
		}
		if err := given.Err(); err != nil {
			return &Interruption{Cause: err, Frames: rr.sites.Frames(steps)}
		}
		return rr.crashed(context.Cause(r.ctx), steps)
	}
	if failure == nil {
		return nil
	}
	return rr.panicked(failure, rr.sites.Frames(steps))
}
