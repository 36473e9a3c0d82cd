package execution

import (
	"time"

	"unfold/dsl/interp/gotypes"
)

// Hooks are the functions that core Go calls by their names in which a cell
// shows, waits, defers and fails.
func (rr *Runner) Hooks() []gotypes.Export {
	return []gotypes.Export{
		{Name: "Show", Value: rr.show},
		{Name: "Caught", Value: rr.caught},
		{Name: "Select", Value: rr.choose},
		{Name: "Defers", Value: rr.newDefers},
		{Name: "Defer", Value: pushDefer},
		{Name: "DeferNamed", Value: pushDeferNamed},
		{Name: "RunDefers", Value: runDefers},
		{Name: "PanicOf", Value: rr.panicOf},
		{Name: "Recovered", Value: recovered},
	}
}

// Exit is os.Exit for cells.
func Exit(code int) { panic(ExitError{code}) }

// Sleep is time.Sleep that ends with a cancelled cell.
func (rr *Runner) Sleep(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	r := rr.runs.mine()
	select {
	case <-timer.C:
	case <-r.context().Done():
		if !r.cancelled() {
			<-timer.C
		}
	}
}
