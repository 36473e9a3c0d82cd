package execution

import (
	"errors"
	"go/token"
	"runtime"

	"unfold/dsl/interp/machine"
	"unfold/dsl/interp/trace"
)

// panicked is the error of a panic.
func (rr *Runner) panicked(v any, frames []trace.Frame) error {
	v = machine.Panicked(v)
	if exit, ok := v.(ExitError); ok {
		return exit
	}
	e := &RuntimeError{Value: v, Frames: frames, Panic: true}
	if said, ok := machine.InGo(v); ok {
		e.Value = said
		return e
	}
	if err, ok := v.(error); ok {
		if rr.aborts != nil && rr.aborts(err) {
			e.Panic = false
		} else if machine.HasPosition(err.Error()) { // the interpreter's own
			e.Value = errors.New(trace.AsWritten(machine.WithoutPositions(err.Error())))
		}
	}
	return e
}

// crashed is the error of a run that a goroutine of it has ended. If nobody
// knows where, it is where the cell was.
func (rr *Runner) crashed(cause error, steps []machine.Step) error {
	rr.ending.Lock()
	defer rr.ending.Unlock()
	if e, ok := cause.(*RuntimeError); ok && len(e.Frames) == 0 {
		e.Frames = rr.sites.Frames(steps)
	}
	return cause
}

// caught is told of the end of a goroutine: what it panicked with, if it did,
// and which go statement had started it.
func (rr *Runner) caught(v any, by int) {
	steps := rr.told(token.Pos(by))
	r := rr.runs.mine()
	if v == nil || r == nil {
		return
	}
	defer r.recovers()
	err := rr.panicked(v, rr.sites.Frames(steps))
	if e, ok := err.(*RuntimeError); ok {
		rr.locate(e, e.Frames, token.Pos(by))
	}
	rr.crash(r, err)
}

// crash ends a run by what one of its goroutines has come to. If the run has
// ended, that is told to the reader of the latest run at work, or else of its
// own.
func (rr *Runner) crash(r *Run, err error) {
	if r.crash(err) {
		return
	}
	if latest := rr.runs.latest.Load(); latest.atWork() {
		r = latest
	}
	text := err.Error()
	if e, ok := err.(*RuntimeError); ok {
		for _, f := range e.Frames {
			text += "\n\t" + f.String()
		}
	}
	r.Write("stderr", text+"\n")
}

// tooDeep ends a goroutine whose calls are nested too deep, and the run with
// it. Nothing that the cell has deferred could be called.
func (rr *Runner) tooDeep() {
	if r := rr.runs.mine(); r != nil {
		reason := &RuntimeError{Value: ErrTooDeep, Panic: true}
		rr.machine.Tracebacks.End(reason)
		rr.crash(r, reason)
	}
	runtime.Goexit()
}

// told says of the reason why the calling goroutine ends, if there was one,
// where that was. It returns the steps that the goroutine has left. By is the
// go statement that started it.
func (rr *Runner) told(by token.Pos) []machine.Step {
	steps, reason := rr.machine.Tracebacks.Take()
	if e, ok := reason.(*RuntimeError); ok {
		frames := rr.sites.Frames(steps)
		rr.ending.Lock()
		defer rr.ending.Unlock()
		rr.locate(e, frames, by)
	}
	return steps
}

// locate says where an error was, and of a goroutine which statement began it.
func (rr *Runner) locate(e *RuntimeError, frames []trace.Frame, by token.Pos) {
	if e.Frames = frames; !by.IsValid() {
		return
	}
	e.Go, e.Start = true, rr.sites.At(by)
	if n := len(frames) - 1; n > 0 && frames[n].Same(e.Start) { // the call that the statement makes
		e.Frames = frames[:n]
	}
}
