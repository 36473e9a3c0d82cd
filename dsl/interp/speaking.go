package interp

import (
	"io"

	"unfold/dsl/interp/console"
)

// newConsole makes the console of the session's cells.
func (s *Session) newConsole() *console.Console {
	return console.New(
		func() console.Speaker { return s.runs.mine().speaker() },
		func() console.Speaker { return s.runs.latest.Load().speaker() },
		func(code int) { panic(ExitError{code}) },
	)
}

// speaker is the run as its console sees it.
func (r *run) speaker() console.Speaker {
	if r == nil {
		return console.Speaker{}
	}
	return console.Speaker{Output: r.out, Context: r.ctx}
}

// withoutFrames is the interpreter's stderr. It writes there a line for every
// frame that a panic unwinds, which a trail tells better.
type withoutFrames struct{ io.Writer }

func (w withoutFrames) Write(p []byte) (int, error) {
	if framePattern.Match(p) {
		return len(p), nil
	}
	return w.Writer.Write(p)
}
