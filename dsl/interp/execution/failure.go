package execution

import (
	"fmt"

	"unfold/dsl/interp/machine"
	"unfold/dsl/interp/trace"
)

// An Interruption is the error of a cell that was cancelled.
type Interruption struct {
	Cause  error         // the context's
	Frames []trace.Frame // where it was, the innermost first; none if compiled code still holds it
}

func (e *Interruption) Error() string { return e.Cause.Error() }

// Unwrap is the context's error.
func (e *Interruption) Unwrap() error { return e.Cause }

// A RuntimeError is a panic of a running cell, or an error by which compiled
// code ended it. The reader's own frames lead to it, innermost first; those
// of the interpreter are left out.
type RuntimeError struct {
	Value  any // what was panicked with
	Frames []trace.Frame
	Panic  bool        // false when compiled code ended the cell by an error of its own
	Go     bool        // in a goroutine the cell had started
	Start  trace.Frame // the go statement that had
}

func (e *RuntimeError) Error() string {
	switch {
	case !e.Panic:
		return e.message()
	case e.Go:
		return "panic: " + e.message() + " [in a goroutine]"
	}
	return "panic: " + e.message()
}

func (e *RuntimeError) message() string {
	if err, ok := e.Value.(error); ok {
		return err.Error()
	}
	return fmt.Sprint(e.Value)
}

// Unwrap is the error panicked with, if it was one.
func (e *RuntimeError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// An ExitError is a cell's call of os.Exit or log.Fatal. The session goes on.
type ExitError struct{ Code int }

func (e ExitError) Error() string { return fmt.Sprintf("exit status %d", e.Code) }

// callBytes is what the call of a small function takes of the stack, or so.
const callBytes = 600

// ErrTooDeep is the panic value of a recursion that would have exhausted the stack.
var ErrTooDeep = fmt.Errorf("stack overflow: the calls in progress fill %d MB, which some %d nested ones do; "+
	"if the recursion ends at all, keep what is left to do in a slice instead", machine.Deepest>>20, machine.Deepest/callBytes/1000*1000)
