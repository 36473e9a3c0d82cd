package interp

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"reflect"
	"regexp"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/traefik/yaegi/interp"

	"unfold/dsl/cell"
)

// leaving is how long Run waits for a cancelled cell to leave compiled code.
const leaving = 2 * time.Second

// A Tuple is the value of a cell that ends in a call with several results:
// those that are not nil.
type Tuple []any

// A run is one cell's evaluation.
type run struct {
	ctx   context.Context
	label string // of its goroutines

	mu    sync.Mutex
	shown []any
	has   bool
	deep  bool // ended by Enter
}

// Run evaluates a cell. The name is what its positions are told by, such as
// In[3]; line directives in the text go before it. The value is that of the
// last item if this is an expression with a value, and shown says whether
// there is one to show. The error is of type Problems if the cell was
// refused and nothing ran, *RuntimeError or ExitError if it failed half-way,
// or the context's. What ran before a failure stays, as does every name the
// cell declares.
//
// A cancelled cell has left the interpreter when Run returns, unless compiled
// code holds it for more than two seconds, which is told on stderr. The
// goroutines that cells have started end with a cancelled cell.
func (s *Session) Run(ctx context.Context, name, src string, out cell.Output) (value any, shown bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	s.io.attach(out)
	defer s.io.drain()
	prog, err := s.prepare(name, src)
	if prog == nil {
		return nil, false, err
	}
	r := &run{ctx: ctx, label: name + "·" + strconv.Itoa(s.items)}
	if err := s.execute(r, prog); err != nil {
		return nil, false, err
	}
	return r.value()
}

// prepare reads a cell, from its text to what the interpreter will run, nil for
// nothing, and makes its names the session's.
func (s *Session) prepare(name, src string) (*interp.Program, error) {
	s.naming.Lock()
	defer s.naming.Unlock()
	p := s.plan(name, src)
	if len(p.problems) > 0 {
		return nil, Problems(p.problems)
	}
	prog, err := s.compile(p)
	if err != nil {
		return nil, err
	}
	for _, note := range p.notes {
		s.io.write("stderr", note+"\n")
	}
	s.scope = p.scope
	return prog, nil
}

// compile lowers a plan and gives it to the interpreter. A plan that asks for
// nothing compiles to nil.
func (s *Session) compile(p *plan) (prog *interp.Program, err error) {
	if len(p.units) == 0 {
		return nil, nil
	}
	s.undo = s.undo[:0]
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("interp: cannot compile %s: %v", p.cell, r)
		}
		if err != nil {
			for _, undo := range s.undo {
				undo()
			}
		}
	}()
	file, err := s.lower(p)
	if err != nil {
		return nil, err
	}
	if err := s.supply(file); err != nil {
		return nil, err
	}
	s.mirror()
	prog, err = s.yaegi.CompileAST(file)
	if err != nil {
		return nil, s.refused(p, err)
	}
	return prog, nil
}

// mirror gives the interpreter's file set the files it lacks. All of them have
// the same base name, by which the interpreter tells imports apart, so that
// an import once made is in force everywhere.
func (s *Session) mirror() {
	for _, f := range s.files.last {
		name := strconv.Itoa(len(s.origins)) + "/_"
		s.origins[name] = f
		s.yaegi.FileSet().AddFile(name, f.Base(), f.Size()).SetLines(f.Lines())
	}
	s.files.last = s.files.last[:0]
}

// place is the reader's position of one of the interpreter's.
func (s *Session) place(file string, line, col int) (token.Pos, bool) {
	f := s.origins[file]
	if f == nil || line < 1 || line > f.LineCount() {
		return token.NoPos, false
	}
	pos := f.LineStart(line) + token.Pos(col-1)
	if int(pos) > f.Base()+f.Size() {
		return token.NoPos, false
	}
	return pos, true
}

var (
	framePattern = regexp.MustCompile(`^(\d+/_|_|-):?(?:(\d+):(\d+))?: panic: (.*)\(\.\.\.\)\n?$`)
	placePattern = regexp.MustCompile(`(\d+/_):(\d+):(\d+): ?`)
)

// refused is what the interpreter has against a cell that go/types accepted:
// a gap of the interpreter, told as one.
func (s *Session) refused(p *plan, err error) error {
	pr := Problem{Name: p.cell, Line: 1, Col: 1, EndCol: 2, Message: err.Error(), Hint: "valid Go, which the interpreter does not support yet"}
	if m := placePattern.FindStringSubmatch(pr.Message); m != nil {
		line, _ := strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		if pos, ok := s.place(m[1], line, col); ok {
			at := s.files.Position(pos)
			pr.Name, pr.Line, pr.Col, pr.EndCol = at.Filename, at.Line, at.Column, at.Column+1
		}
		pr.Message = s.tidy(pr.Message)
	}
	return Problems{pr}
}

// tidy removes the interpreter's own positions and names from a message.
func (s *Session) tidy(msg string) string {
	msg = placePattern.ReplaceAllString(msg, "")
	return versionPattern.ReplaceAllString(msg, "$1")
}

var versionPattern = regexp.MustCompile(`\b([\pL_][\pL\pN_]*)#\d+\b`)

// execute runs a compiled cell and waits until it has left.
func (s *Session) execute(r *run, prog *interp.Program) error {
	s.run.Store(r)
	defer s.run.Store(nil)
	s.io.resetFrames()
	var err error
	pprof.Do(r.ctx, pprof.Labels("unfold-cell", r.label), func(ctx context.Context) {
		_, err = s.yaegi.ExecuteWithContext(ctx, prog)
	})
	if cancelled := r.ctx.Err(); cancelled != nil {
		s.await(r)
		return cancelled
	}
	if r.deep {
		return &RuntimeError{Value: ErrTooDeep, Panic: true, Frames: s.located(nil)}
	}
	return s.failure(err)
}

// await waits for the goroutines of a cancelled cell.
func (s *Session) await(r *run) {
	deadline := time.Now().Add(leaving)
	pause := 50 * time.Microsecond
	for alive(r.label) > 0 {
		if time.Now().After(deadline) {
			s.io.write("stderr", "the cell was stopped, but a call into compiled code has not returned yet\n")
			return
		}
		time.Sleep(pause)
		pause = min(2*pause, 20*time.Millisecond)
	}
}

// alive counts the goroutines with a cell's label.
func alive(label string) int {
	var b strings.Builder
	if pprof.Lookup("goroutine").WriteTo(&b, 1) != nil {
		return 0
	}
	return strings.Count(b.String(), strconv.Quote(label))
}

// failure is the error of a run as the reader is told it.
func (s *Session) failure(err error) error {
	if err == nil {
		return nil
	}
	p, ok := err.(interp.Panic)
	if !ok {
		return &RuntimeError{Value: err, Panic: true, Frames: s.located(s.io.takeFrames())}
	}
	return s.panicked(p.Value, s.located(s.io.takeFrames()))
}

func (s *Session) panicked(v any, frames []Frame) error {
	if exit, ok := v.(ExitError); ok {
		return exit
	}
	e := &RuntimeError{Value: v, Frames: frames, Panic: true}
	if said, ok := asGo(v); ok {
		e.Value = said
		return e
	}
	if err, ok := v.(error); ok {
		if s.aborts != nil && s.aborts(err) {
			e.Panic = false
		} else if placePattern.MatchString(err.Error()) { // the interpreter's own
			e.Value = fmt.Errorf("%s", s.tidy(err.Error()))
		}
	}
	return e
}

// asGo says in Go's words what the interpreter, which works by reflection,
// says in those of package reflect.
func asGo(v any) (error, bool) {
	text := fmt.Sprint(v)
	for _, w := range [...]struct{ theirs, go_ string }{
		{"slice index out of range", "index out of range"},
		{"array index out of range", "index out of range"},
		{"string index out of range", "index out of range"},
		{"slice bounds out of range", "slice bounds out of range"},
		{"on zero Value", "invalid memory address or nil pointer dereference"},
		{"call of nil function", "invalid memory address or nil pointer dereference"},
	} {
		if strings.HasPrefix(text, "reflect") && strings.HasSuffix(text, w.theirs) {
			return errors.New("runtime error: " + w.go_), true
		}
	}
	return nil, false
}

func (r *run) value() (value any, shown bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.has {
		return nil, false, nil
	}
	if len(r.shown) == 1 {
		return r.shown[0], r.shown[0] != nil, nil
	}
	var t Tuple
	for _, v := range r.shown {
		if !absent(v) {
			t = append(t, v)
		}
	}
	switch len(t) {
	case 0:
		return nil, false, nil
	case 1:
		return t[0], true, nil
	}
	return t, true, nil
}

// absent reports whether one of several results is no value: a nil error,
// mostly, or the nil pointer beside an error.
func absent(v any) bool {
	if v == nil {
		return true
	}
	r := reflect.ValueOf(v)
	switch r.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Func, reflect.Chan:
		return r.IsNil()
	}
	return false
}

// show lowers the last expression of a cell so that its value is kept.
func (l *lowering) show(x *ast.ExprStmt) []ast.Stmt {
	tv := l.info.Types[x.X]
	if tv.IsVoid() || tv.Type == nil || l.speaks(x.X) {
		return l.stmts(x)
	}
	b := l.at(x.Pos())
	if n := results(tv.Type); n > 1 {
		assign := &ast.AssignStmt{TokPos: b.pos, Tok: token.DEFINE, Rhs: []ast.Expr{l.expr(x.X)}}
		call := b.apply(l.hook(b, "Show"))
		for range n {
			name := l.temp()
			assign.Lhs = append(assign.Lhs, b.id(name))
			call.Args = append(call.Args, b.id(name))
		}
		return []ast.Stmt{assign, &ast.ExprStmt{X: call}}
	}
	value := l.expr(x.X)
	return []ast.Stmt{&ast.ExprStmt{X: b.apply(l.hook(b, "Show"), value)}}
}
