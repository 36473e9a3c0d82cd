package interp

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"hash/maphash"
	"path"
	"reflect"
	"runtime"
	"strings"
	"time"

	"unfold/dsl/interp/gotypes"
)

// callBytes is what the call of a small function takes of the stack, or so.
const callBytes = 4 << 10

// own is the packages and replacements that belong to this session.
func (s *Session) own(prelude map[string]reflect.Value) Library {
	var bare []gotypes.Export
	for name, v := range prelude {
		bare = append(bare, gotypes.Export{Name: preludePrefix + name, Value: v})
	}
	own := Library{
		hookPath + "/hook": {
			{Name: "Show", Value: s.keep},
			{Name: "Caught", Value: s.caught},
			{Name: "BindMethod", Value: s.bindMethod},
			{Name: "As", Value: errors.As},
			{Name: "Equal", Value: s.equal},
			{Name: "Close", Value: func(x any) any { return s.mint.Close(x) }},
			{Name: "CloseAll", Value: s.closeAll},
			{Name: "Select", Value: s.choose},
			{Name: "Clear", Value: clearMap},
			{Name: "Unique", Value: s.unique},
			{Name: "HashComparable", Value: maphash.Comparable[any]},
			{Name: "WriteComparable", Value: maphash.WriteComparable[any]},
			{Name: "AddCleanup", Value: addCleanup},
			{Name: "Weak", Value: weaken},
			{Name: "Strong", Value: strengthen},
			{Name: "Print", Value: s.io.Print},
			{Name: "Println", Value: s.io.Println},
			{Name: "Runes", Value: runes},
			{Name: "Defers", Value: s.newDefers},
			{Name: "Defer", Value: pushDefer},
			{Name: "DeferNamed", Value: pushDeferNamed},
			{Name: "RunDefers", Value: runDefers},
			{Name: "PanicOf", Value: s.panicOf},
			{Name: "Recovered", Value: recovered},
		},
		preludePath + "/prelude": bare,
		unnamedPath + "/unnamed": nil,
		"time/time":              {{Name: "Sleep", Value: s.sleep}},
	}
	for p, exports := range s.io.Exports() {
		key := p + "/" + path.Base(p)
		for name, v := range exports {
			own[key] = append(own[key], gotypes.Export{Name: name, Value: v})
		}
	}
	return own
}

// keep is what the last expression of a cell is given to.
func (s *Session) keep(values ...any) {
	if r := s.runs.mine(); r != nil {
		r.mu.Lock()
		r.shown, r.has = values, true
		r.mu.Unlock()
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

// results counts the values of a type that may be a tuple.
func results(t types.Type) int {
	if t, ok := t.(*types.Tuple); ok {
		return t.Len()
	}
	return 1
}

// speaks reports whether a call is made for its output, so that its count of
// bytes is not worth showing.
func (l *lowering) speaks(x ast.Expr) bool {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok {
		return false
	}
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.SelectorExpr:
		f, ok := l.info.Uses[fun.Sel].(*types.Func)
		return ok && f.Pkg() != nil && f.Pkg().Path() == "fmt" && strings.Contains(strings.ToLower(f.Name()), "print") && f.Name()[0] != 'S'
	case *ast.Ident:
		b, ok := l.info.Uses[fun].(*types.Builtin)
		return ok && b.Name() == "copy"
	}
	return false
}
