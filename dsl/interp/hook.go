package interp

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"runtime"
	"strings"
	"time"

	"unfold/dsl/interp/gotypes"
)

const (
	enterEvery = 16_384  // calls between looks at the stack, which cost in proportion to its depth
	enterLimit = 200_000 // Go frames, some nine to a call in a cell; the runtime gives up at about a million
)

// own is the packages and replacements that belong to this session.
func (s *Session) own(prelude map[string]reflect.Value) Library {
	var bare []gotypes.Export
	for name, v := range prelude {
		bare = append(bare, gotypes.Export{Name: preludePrefix + name, Value: v})
	}
	return Library{
		hookPath + "/hook": {
			{Name: "Show", Value: s.keep},
			{Name: "Caught", Value: s.caught},
			{Name: "Marks", Value: func(top, here int) { s.marked = [2]token.Pos{token.Pos(top), token.Pos(here)} }},
			{Name: "Flags", Value: func(stop, back *bool) { s.flags.stop, s.flags.back = stop, back }},
			{Name: "Body", Value: func(body func()) { s.body = body }},
			{Name: "Stop", Value: s.stop},
			{Name: "Enter", Value: s.enter},
			{Name: "BindMethod", Value: s.bindMethod},
			{Name: "As", Value: errors.As},
			{Name: "Equal", Value: s.equal},
			{Name: "Close", Value: func(x any) any { return s.mint.Close(x) }},
			{Name: "CloseAll", Value: s.closeAll},
			{Name: "Select", Value: s.choose},
			{Name: "Clear", Value: clearMap},
			{Name: "Print", Value: func(a ...any) { s.speak(a, false) }},
			{Name: "Println", Value: func(a ...any) { s.speak(a, true) }},
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
		"os/os": {
			{Name: "Stdin", Value: &s.io.reader},
			{Name: "Stdout", Value: &s.io.stdout},
			{Name: "Stderr", Value: &s.io.stderr},
			{Name: "Exit", Value: func(code int) { panic(ExitError{code}) }},
		},
		"fmt/fmt":       s.printing(),
		"log/log":       s.logging(),
		"log/slog/slog": s.structured(),
	}
}

// keep is what the last expression of a cell is given to.
func (s *Session) keep(values ...any) {
	if r := s.runs.mine(); r != nil {
		r.mu.Lock()
		r.shown, r.has = values, true
		r.mu.Unlock()
	}
}

// caught is told of a panic in a goroutine.
func (s *Session) caught(v any) {
	r := s.runs.mine()
	if r == nil {
		return
	}
	err := s.panicked(v, s.frames(r.takeFrames()))
	if e, ok := err.(*RuntimeError); ok {
		e.Go = true
		text := e.Error()
		for _, f := range e.Frames {
			text += "\n\t" + f.String()
		}
		r.write("stderr", text+"\n")
		return
	}
	r.write("stderr", err.Error()+"\n")
}

// enter counts calls and, now and then, looks how deep they are nested. A
// call too deep ends its goroutine: Goexit unwinds fast where a panic would
// take the interpreter minutes.
func (s *Session) enter() {
	if s.entries.Add(1)%enterEvery != 0 {
		return
	}
	var pc [1]uintptr
	if runtime.Callers(enterLimit, pc[:]) == 0 {
		return
	}
	if r := s.runs.mine(); r != nil {
		r.deep.Store(true)
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
