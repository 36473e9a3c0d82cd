package engine

import (
	"context"
	"errors"
	"strings"
	"unfold/engine/remedy"
)

// An Error is a fault that the reader of a pipeline can mend: an argument
// outside its rule, data a stage cannot take, memory that is not there. It
// names the stage and, where one is to blame, the parameter, so that a front
// end can point at the word.
//
// Methods leave Stage empty; the step that runs them fills it in.
type Error struct {
	Stage  string        // "isomap"
	Param  string        // "k"; empty when no one parameter is to blame
	Cause  string        // what is wrong, with the numbers: "k = 200 must be below the 150 rows"
	Remedy remedy.Remedy // what to do about it: Reduce("k")
	Err    error         // the cause in turn, if any

	// Step is the position of the stage in its pipeline, counted from one;
	// zero while it is unknown.
	Step int
}

func (e *Error) Error() string {
	var b strings.Builder
	if e.Stage != "" {
		b.WriteString(e.Stage + ": ")
	}
	b.WriteString(e.Cause)
	if e.Remedy != nil {
		b.WriteString("; " + e.Remedy.String())
	}
	return b.String()
}

func (e *Error) Unwrap() error { return e.Err }

// Blame returns err as an *Error that names the stage and its place in the
// pipeline. Cancellation passes unchanged: it is nobody's fault.
func Blame(err error, stage string, step int) error {
	if err == nil || IsCancel(err) {
		return err
	}
	var e *Error
	if !errors.As(err, &e) {
		return &Error{Stage: stage, Step: step, Cause: err.Error(), Err: err}
	}
	named := *e
	if named.Stage == "" {
		named.Stage = stage
	}
	if named.Step == 0 {
		named.Step = step
	}
	return &named
}

// IsCancel reports whether err is that of a context which has ended.
func IsCancel(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
