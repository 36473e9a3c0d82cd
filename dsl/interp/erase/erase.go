// Package erase rewrites checked Go so that it has no types of its own.
//
// In a program that cannot make types at run time (package mint says when), a
// value of a type that a cell declares has the type of its parts: a struct
// with its fields, a number, a slice. Only where such a value is in an
// interface its type must be known, so there it stands in a [Value], which
// carries it. A method becomes a function of its receiver; a call through an
// interface, an assertion and a case of a type switch ask the Value. What has
// been rewritten is Go again, which go/types checks anew, so that a fault of
// the rewriting is refused and never runs.
//
// What compiled code can see of a Value is what the reader would: package fmt
// prints it with the methods and names of its type, encoding/json its fields,
// errors are errors. A call that would show compiled code something else is
// refused, see argument.go.
//
// It imports no other package of the project. Start at [Eraser.Unit].
package erase

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strconv"
	"sync"

	"golang.org/x/tools/go/types/typeutil"
)

// A Host is the session that an Eraser works for.
type Host interface {
	// Runtime is the run-time type of one without types of cells.
	Runtime(types.Type) (reflect.Type, error)
	// Wrapper is the compiled type that gives its methods to a value in a
	// compiled interface, if there is one.
	Wrapper(*types.Named) (reflect.Type, bool)
	// Supply gives the interpreter a function that rewritten code calls.
	Supply(name string, fn reflect.Value)
	// Typecheck checks a file in the package of cells, in which the given
	// objects are declared.
	Typecheck(*ast.File, []types.Object) (*types.Info, []types.Error)
	// Named tells the interpreter's name of a declared object, "" for none.
	Named(types.Object) string
	// Name gives an object a name of the interpreter.
	Name(types.Object, string)
	// Instance is the interpreter's name of a generic function for its type
	// arguments, and Method that of a method.
	Instance(f *types.Func, args *types.TypeList, pos token.Pos) string
	Method(m *types.Func, pos token.Pos) string
	// Instantiate has the methods of an instance of a generic type made.
	Instantiate(t *types.Named, pos token.Pos)
}

// An Eraser rewrites the cells of a session.
type Eraser struct {
	forms
	// Host is at hand while a unit is rewritten, and after the first one.
	Host     Host
	home     *types.Package
	helpers  *types.Package
	helped   map[string]*types.Func // by what they do
	mu       sync.Mutex             // guards kinds
	kinds    typeutil.Map           // types.Type -> *Type
	looked   typeutil.Map           // types whose methods have been made
	wrappers sync.Map               // reflect.Type of those of compiled interfaces
	names    typeutil.Map           // form -> *types.TypeName
	objects  map[types.Object]types.Object
	count    int
}

// New is an Eraser for the package that all cells belong to. What rewritten code
// calls is imported from path.
func New(compiled func(*types.Named) (reflect.Type, bool), home *types.Package, path string) *Eraser {
	return &Eraser{
		forms: forms{compiled: compiled}, home: home, helpers: types.NewPackage(path, "erased"),
		helped: map[string]*types.Func{}, objects: map[types.Object]types.Object{},
	}
}

// A refusal says what cannot be rewritten, and where.
type refusal struct {
	pos     token.Pos
	message string
}

// A Refusal is why a cell cannot run without types of its own.
type Refusal struct {
	Pos     token.Pos
	Message string
}

func (r *Refusal) Error() string { return r.Message }

// A Unit is rewritten code.
type Unit struct {
	File    *ast.File
	Info    *types.Info
	Methods map[*types.Func]*types.Func // functions that were methods
	Became  map[ast.Stmt][]ast.Stmt     // what statements have become
}

// Unit rewrites a file of cells, in place, and checks it again. What info says
// of it holds no longer. The method that a declaration is one of, if it does
// not say so itself, is told by method. The value of the statement final is shown.
func (e *Eraser) Unit(file *ast.File, info *types.Info, method func(*ast.FuncDecl) *types.Func, final ast.Stmt) (unit *Unit, err error) {
	p := newPass(e, info, final)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case refusal:
			unit, err = nil, &Refusal{r.pos, r.message}
		default:
			panic(r)
		}
	}()
	methods := p.file(file, method)
	objects := make([]types.Object, 0, len(p.used))
	for _, obj := range p.used {
		objects = append(objects, obj)
	}
	checked, errs := e.Host.Typecheck(file, objects)
	if len(errs) > 0 {
		return nil, &Refusal{errs[0].Pos, "this is not understood there: " + errs[0].Msg}
	}
	unit = &Unit{File: file, Info: checked, Became: p.became, Methods: map[*types.Func]*types.Func{}}
	for id, obj := range p.renamed {
		made := checked.Defs[id]
		if made == nil {
			continue
		}
		if name := e.Host.Named(obj); name != "" {
			e.Host.Name(made, name)
		}
		if m := methods[id]; m != nil {
			unit.Methods[made.(*types.Func)] = m
		}
	}
	return unit, nil
}

func (e *Eraser) next() int {
	e.count++
	return e.count
}

// key names what a helper is for by the types it is made for.
func (e *Eraser) key(what string, list ...types.Type) string {
	for _, t := range list {
		what += " " + strconv.Itoa(e.of(t).number)
	}
	return what
}
