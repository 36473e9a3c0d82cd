package interp

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"runtime"
	"strings"
	"time"

	"github.com/traefik/yaegi/stdlib"
)

const (
	enterEvery = 16_384  // calls between looks at the stack, which cost in proportion to its depth
	enterLimit = 200_000 // Go frames, some nine to a call in a cell; the runtime gives up at about a million
)

// symbols are the packages and replacements that belong to this session.
func (s *Session) symbols(prelude map[string]reflect.Value) Symbols {
	bare := map[string]reflect.Value{}
	for name, v := range prelude {
		bare[preludePrefix+name] = v
	}
	return Symbols{
		hookPath + "/hook": {
			"Show":   reflect.ValueOf(s.keep),
			"Caught": reflect.ValueOf(s.caught),
			"Marks":  reflect.ValueOf(func(top, here int) { s.marked = [2]token.Pos{token.Pos(top), token.Pos(here)} }),
			"Enter":  reflect.ValueOf(s.enter),
			"Inner":  reflect.ValueOf(inner),
			"Causes": reflect.ValueOf(causes),
		},
		preludePath + "/prelude": bare,
		"errors/errors":          {"Is": reflect.ValueOf(is), "As": {}},
		unnamedPath + "/unnamed": {},
		"time/time":              {"Sleep": reflect.ValueOf(s.sleep)},
		"os/os": {
			"Stdin":  reflect.ValueOf(&s.io.reader).Elem(),
			"Stdout": reflect.ValueOf(&s.io.stdout).Elem(),
			"Stderr": reflect.ValueOf(&s.io.stderr).Elem(),
			"Exit":   reflect.ValueOf(func(code int) { panic(ExitError{code}) }),
		},
	}
}

// overrides adds what needs the interpreter's own replacements: log.Fatal,
// which says its word and exits, and the interfaces through which values that
// are shown may be seen.
func (s *Session) overrides(ours Symbols) Symbols {
	output, _ := s.yaegi.Symbols("log")["log"]["Output"].Interface().(func(int, string) error)
	fatal := func(text string) {
		if output != nil {
			_ = output(3, text) // nobody is left to be told
		}
		panic(ExitError{1})
	}
	all := maps.Clone(ours)
	all["log/log"] = map[string]reflect.Value{
		"Fatal":   reflect.ValueOf(func(v ...any) { fatal(fmt.Sprint(v...)) }),
		"Fatalf":  reflect.ValueOf(func(format string, v ...any) { fatal(fmt.Sprintf(format, v...)) }),
		"Fatalln": reflect.ValueOf(func(v ...any) { fatal(fmt.Sprintln(v...)) }),
	}
	asPrint := stdlib.MapTypes[reflect.ValueOf(fmt.Print)]
	mapped := map[reflect.Value][]reflect.Type{ours[hookPath+"/hook"]["Show"]: asPrint}
	for _, v := range ours[preludePath+"/prelude"] {
		mapped[v] = asPrint
	}
	all["fmt/replaced"] = s.printing() // under another name than fmt, which would reset the rest of it
	for _, v := range all["fmt/replaced"] {
		mapped[v] = asPrint
	}
	all["errors/errors"] = map[string]reflect.Value{"Is": ours["errors/errors"]["Is"]}
	all["."] = map[string]reflect.Value{"MapTypes": reflect.ValueOf(mapped)}
	return all
}

// is is errors.Is for errors of which some belong to the interpreter, which
// wraps them anew whenever it hands them to compiled code.
func is(err, target error) bool {
	if err == nil || target == nil {
		return err == target
	}
	if errors.Is(err, target) {
		return true
	}
	a, b := inner(err), inner(target)
	if reflect.TypeOf(a) == reflect.TypeOf(b) && reflect.TypeOf(a).Comparable() && a == b {
		return true
	}
	for _, cause := range causes(err) {
		if is(cause, target) {
			return true
		}
	}
	return false
}

// inner is the interpreted value in a wrapper, or the value itself.
func inner(x any) any {
	v := reflect.ValueOf(x)
	if v.Kind() == reflect.Struct {
		if f := v.FieldByName("IValue"); f.IsValid() && f.CanInterface() && f.Interface() != nil {
			return f.Interface()
		}
	}
	return x
}

// causes are the errors an error wraps.
func causes(err error) []error {
	switch e := err.(type) {
	case interface{ Unwrap() []error }:
		return e.Unwrap()
	case interface{ Unwrap() error }:
		if cause := e.Unwrap(); cause != nil {
			return []error{cause}
		}
	}
	return nil
}

// keep is what the last expression of a cell is given to.
func (s *Session) keep(values ...any) {
	if r := s.run.Load(); r != nil {
		r.mu.Lock()
		r.shown, r.has = values, true
		r.mu.Unlock()
	}
}

// caught is told of a panic in a goroutine.
func (s *Session) caught(v any) {
	err := s.panicked(v, s.frames(s.io.takeFrames()))
	if e, ok := err.(*RuntimeError); ok {
		e.Go = true
		text := e.Error()
		for _, f := range e.Frames {
			text += "\n\t" + f.String()
		}
		s.io.write("stderr", text+"\n")
		return
	}
	s.io.write("stderr", err.Error()+"\n")
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
	if r := s.run.Load(); r != nil {
		r.deep = true
	}
	runtime.Goexit()
}

// sleep is time.Sleep that ends with the cell.
func (s *Session) sleep(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-s.Context().Done():
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
