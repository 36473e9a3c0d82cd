// Package machine runs core Go. It alone imports the yaegi interpreter, and it
// alone reaches into what yaegi keeps to itself.
//
// It takes files of syntax and gives functions back. It knows nothing of cells,
// of what they declare or how they are checked; its positions are those of the
// files it was told of. Of ours it imports depth and wait.
//
// Start at Machine.
package machine

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"io"
	"reflect"

	"github.com/traefik/yaegi/interp"
)

// A Machine is an interpreter whose global variables last from one file to the
// next. Files are compiled one at a time; what they do runs at once.
type Machine struct {
	Tracebacks Tracebacks // of failing goroutines
	// Stop is called by code that sees one of its flags up.
	Stop func()
	// TooDeep is called by code whose calls are nested too deep, and does not
	// return.
	TooDeep func()

	yaegi   *interp.Interpreter
	files   map[string]*token.File // by yaegi's names for them
	globals globals
	flags   struct{ stop, back *bool } // the variables stopFlag and backFlag

	// what a machine can do without, see internals
	mender  *mender
	callers callers
	done    chan struct{} // whatever waits on a channel waits on this too
	forgets bool          // it lets go of syntax trees
	lacks   []string
}

// Options furnish a machine.
type Options struct {
	// The standard streams of what runs.
	In       io.Reader
	Out, Err io.Writer
	// Without are names of internals and repairs that the machine does without, so
	// that tests can tell what it is without them.
	Without []string
}

const (
	// Package is what every file belongs to.
	Package = "main"
	// stopFlag and backFlag are variables which code looks at to know whether it
	// is to end: in loops and functions, and behind calls.
	stopFlag = "stop#"
	backFlag = "back#"
	// bodyVariable holds what a file does until it is handed out.
	bodyVariable = "body#"
)

// New makes a machine. Anchor is a file for syntax that stands in no other.
func New(opts Options, anchor *token.File) (*Machine, error) {
	m := &Machine{files: map[string]*token.File{}}
	m.callers.clear()
	m.yaegi = interp.New(interp.Options{Stdin: opts.In, Stdout: opts.Out, Stderr: tracer{opts.Err}})
	m.yaegi.FileSet().AddFile(anchor.Name(), anchor.Base(), anchor.Size())
	program, err := m.yaegi.CompileAST(prologue(anchor.Pos(0)))
	if err == nil {
		// Only with a context does yaegi let operations on channels be ended.
		_, err = m.yaegi.ExecuteWithContext(context.Background(), program)
	}
	if err == nil {
		err = m.essentials()
	}
	if err != nil {
		return nil, fmt.Errorf("interpreter: %w", err)
	}
	without := map[string]bool{}
	for _, name := range opts.Without {
		without[name] = true
	}
	m.findInternals(without)
	return m, nil
}

// prologue declares the variables of the machine itself.
func prologue(pos token.Pos) *ast.File {
	id := func(name string) *ast.Ident { return &ast.Ident{Name: name, NamePos: pos} }
	variable := func(name string, t ast.Expr) ast.Decl {
		return &ast.GenDecl{TokPos: pos, Tok: token.VAR, Specs: []ast.Spec{&ast.ValueSpec{Names: []*ast.Ident{id(name)}, Type: t}}}
	}
	return &ast.File{Package: pos, Name: id(Package), Decls: []ast.Decl{
		variable(stopFlag, id("bool")),
		variable(backFlag, id("bool")),
		variable(bodyVariable, &ast.FuncType{Func: pos, Params: &ast.FieldList{Opening: pos, Closing: pos}}),
	}}
}

// Supply gives the machine exports of a compiled package. Asked is what compiled
// code asks of the values that it gets from functions and types of the package,
// by their names. Yaegi wires streams of its own when it meets a package called
// fmt, so it is told no package's name.
func (m *Machine) Supply(path string, exports map[string]reflect.Value, asked map[string][]reflect.Type) error {
	wanted := map[reflect.Value][]reflect.Type{}
	for name, types := range asked {
		if v := exports[name]; v.IsValid() {
			wanted[v] = types
		}
	}
	return m.yaegi.Use(interp.Exports{path + "/_": exports, ".": {"MapTypes": reflect.ValueOf(wanted)}})
}

// Compile declares what is in a file, whose last declaration is its init
// function, and returns that as a function. Deferred are the literals that are
// deferred, which are not stopped.
func (m *Machine) Compile(file *ast.File, deferred map[*ast.FuncLit]bool) (body func(), err error) {
	defer func() {
		if r := recover(); r != nil {
			err = m.refusal(fmt.Errorf("%v", r))
		}
	}()
	addStopChecks(file, deferred)
	handOut(file)
	defer m.forgetTrees()
	program, err := m.yaegi.CompileAST(file)
	if err != nil {
		return nil, m.refusal(err)
	}
	if m.mender != nil {
		m.mender.mend(program)
	}
	m.globals.grow()
	if _, err = m.yaegi.Execute(program); err != nil {
		return nil, m.refusal(err)
	}
	v, _ := m.Variable(bodyVariable)
	body = v.Interface().(func())
	v.SetZero()
	return body, nil
}

// handOut makes an init function hand out what it would do.
func handOut(file *ast.File) {
	init := file.Decls[len(file.Decls)-1].(*ast.FuncDecl)
	pos := init.Body.Lbrace
	init.Body = &ast.BlockStmt{Lbrace: pos, Rbrace: pos, List: []ast.Stmt{&ast.AssignStmt{
		Lhs: []ast.Expr{&ast.Ident{Name: bodyVariable, NamePos: pos}}, TokPos: pos, Tok: token.ASSIGN,
		Rhs: []ast.Expr{&ast.FuncLit{Type: init.Type, Body: init.Body}},
	}}}
	init.Type = &ast.FuncType{Func: pos, Params: &ast.FieldList{Opening: pos, Closing: pos}}
}

// Flags are the variables that tell code to look whether it is to end.
func (m *Machine) Flags() (stop, back *bool) { return m.flags.stop, m.flags.back }

// Done is a channel that every operation on a channel waits on too.
func (m *Machine) Done() chan struct{} { return m.done }
