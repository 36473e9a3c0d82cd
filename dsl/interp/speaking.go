package interp

import "unfold/dsl/interp/console"

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
