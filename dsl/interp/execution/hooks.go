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

// Caller is runtime.Caller for cells: the line of a call, in a cell by its name. There
// is no program counter, so that runtime.FuncForPC knows no function of it.
func (rr *Runner) Caller(skip int) (pc uintptr, file string, line int, ok bool) {
	if list := rr.Callers(); skip >= 0 && skip < len(list) {
		return 0, list[skip].Name, list[skip].Line, true
	}
	return 0, "", 0, false
}
