package interp

import (
	"errors"
	"go/token"
	"hash/maphash"
	"path"
	"reflect"
	"runtime"
	"slices"
	"time"

	"unfold/dsl/interp/core"
	"unfold/dsl/interp/gotypes"
)

// callBytes is what the call of a small function takes of the stack, or so.
const callBytes = 600

// own is the packages and replacements that belong to this session.
func (s *Session) own(prelude map[string]reflect.Value) Library {
	var bare []gotypes.Export
	for name, v := range prelude {
		bare = append(bare, gotypes.Export{Name: core.PreludePrefix + name, Value: v})
	}
	own := Library{
		core.HookPath + "/hook": append(core.Support(s.mint), []gotypes.Export{
			{Name: "Show", Value: s.keep},
			{Name: "Caught", Value: s.caught},
			{Name: "As", Value: errors.As},
			{Name: "Select", Value: s.choose},
			{Name: "HashComparable", Value: maphash.Comparable[any]},
			{Name: "WriteComparable", Value: maphash.WriteComparable[any]},
			{Name: "AddCleanup", Value: addCleanup},
			{Name: "Weak", Value: weaken},
			{Name: "Strong", Value: strengthen},
			{Name: "Print", Value: s.io.Print},
			{Name: "Println", Value: s.io.Println},
			{Name: "Defers", Value: s.newDefers},
			{Name: "Defer", Value: pushDefer},
			{Name: "DeferNamed", Value: pushDeferNamed},
			{Name: "RunDefers", Value: runDefers},
			{Name: "PanicOf", Value: s.panicOf},
			{Name: "Recovered", Value: recovered},
		}...),
		core.PreludePath + "/prelude": bare,
		core.UnnamedPath + "/unnamed": nil,
		"time/time":                   {{Name: "Sleep", Value: s.sleep}},
	}
	for p, exports := range s.io.Exports() {
		key := p + "/" + path.Base(p)
		for name, v := range exports {
			own[key] = append(own[key], gotypes.Export{Name: name, Value: v})
		}
	}
	return own
}

// keep is what the last expressions of a cell are given to, one by one. A call
// with several results comes as a whole; of these, what is nil is left out.
func (s *Session) keep(values ...any) {
	if r := s.runs.mine(); r != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		if len(values) > 1 {
			values = slices.DeleteFunc(values, absent)
		}
		r.shown = append(r.shown, values...)
	}
}

// caught is told of the end of a goroutine: what it panicked with, if it did,
// and which go statement had started it.
func (s *Session) caught(v any, by int) {
	steps := s.told(token.Pos(by))
	r := s.runs.mine()
	if v == nil || r == nil {
		return
	}
	defer r.recovers()
	err := s.panicked(v, s.trace(steps))
	if e, ok := err.(*RuntimeError); ok {
		s.locate(e, e.Frames, token.Pos(by))
	}
	s.crash(r, err)
}

// crash ends a run by what one of its goroutines has come to. If the run has
// ended, that is told to the reader of the latest cell at work, or else of its
// own.
func (s *Session) crash(r *run, err error) {
	if r.crash(err) {
		return
	}
	if latest := s.runs.latest.Load(); latest.atWork() {
		r = latest
	}
	text := err.Error()
	if e, ok := err.(*RuntimeError); ok {
		for _, f := range e.Frames {
			text += "\n\t" + f.String()
		}
	}
	r.write("stderr", text+"\n")
}

// tooDeep ends a goroutine whose calls are nested too deep, and the cell with
// it. Nothing that the cell has deferred could be called.
func (s *Session) tooDeep() {
	if r := s.runs.mine(); r != nil {
		reason := &RuntimeError{Value: ErrTooDeep, Panic: true}
		s.machine.Trails.End(reason)
		s.crash(r, reason)
	}
	runtime.Goexit()
}

// sleep is time.Sleep that ends with a cancelled cell.
func (s *Session) sleep(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	r := s.runs.mine()
	select {
	case <-timer.C:
	case <-r.context().Done():
		if !r.cancelled() {
			<-timer.C
		}
	}
}
