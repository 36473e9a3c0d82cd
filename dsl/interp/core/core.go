// Package core turns checked Go into core Go: the part of the language that
// the interpreter evaluates as Go does.
//
// A cell comes as syntax with the findings of go/types. It leaves as one file
// in which every name is the interpreter's own, generics are instances, methods
// are functions, and what the interpreter lacks or gets wrong is said in words
// that it gets right. Types of cells are made by package mint, and values that
// only compiled code can compute, such as a comparison of interfaces, are calls
// of functions that the file imports; see Program.Exports.
//
// The package imports mint, erase and gotypes. It knows neither sessions nor the
// interpreter: what it has to ask about names, it asks a World.
//
// Start at Lowerer.Lower.
package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"

	"unfold/dsl/interp/erase"
	"unfold/dsl/interp/gotypes"
	"unfold/dsl/interp/mint"
)

// Import paths of packages that exist only between cells and the interpreter.
const (
	// HookPath is the package of the functions that core Go calls.
	HookPath = "unfold/dsl/interp/hook"
	// UnnamedPath is the package of types and functions made for single cells.
	UnnamedPath = "unfold/dsl/interp/unnamed"
	// PreludePath is the package of the functions that every cell has.
	PreludePath = "unfold/dsl/interp/prelude"
	// PreludePrefix begins their names in it.
	PreludePrefix = "Prelude_"
)

// A World answers what lowering asks about the names of a session.
type World interface {
	// Name is the interpreter's name of an object that a cell has declared, ""
	// for any other.
	Name(types.Object) string
	// Method is the method that a cell declares under Type.Method, and its name
	// in the interpreter; nil if it is none of a type that stands.
	Method(key string) (*types.Func, string)
	// MayRecover reports whether a function or Type.Method may call recover.
	MayRecover(name string) bool
	// Instantiate checks the declaration of a generic function or method with
	// its type parameters bound to types. A receiver is its first parameter. The
	// declaration is nil where its source is not known.
	Instantiate(generic types.Object, bound map[string]types.Type) (*ast.FuncDecl, *types.Info, error)
	// Check checks a file in the package of cells, in which nothing is declared
	// but the objects.
	Check(file *ast.File, objects []types.Object) (*types.Info, []types.Error)
}

// A Cell is checked Go on its way to the interpreter.
type Cell struct {
	World World
	Units []*Unit
	Main  string // the interpreter's name of a function to call in the end, or ""
}

// A Unit is a part of a cell that was checked as a whole: declarations, or
// statements.
type Unit struct {
	Info  *types.Info
	Decls []ast.Decl
	Stmts []Stmt
}

// A Stmt is a statement of a cell.
type Stmt struct {
	Stmt  ast.Stmt
	Shown bool    // its value is that of the cell
	Then  []*Unit // declarations that follow it
}

// A Program is a cell in core Go.
type Program struct {
	// File declares what the cell declares. Its last declaration is a function
	// init, which does what the cell does.
	File *ast.File
	// Exports are the entries of the unnamed package that were made since the
	// last program. The interpreter needs them before the file.
	Exports map[string]reflect.Value
	// Deferred are the function literals that it defers.
	Deferred map[*ast.FuncLit]bool
	// Declares are the names that the interpreter has not seen before.
	Declares []string

	undo []func()
}

// TakeBack forgets what the program has declared, as if it had not been made.
func (p *Program) TakeBack() {
	for _, undo := range slices.Backward(p.undo) {
		undo()
	}
	p.undo = nil
}

// A Refusal is why a cell cannot become core Go.
type Refusal struct {
	Pos             token.Pos
	Message, Remedy string
}

func (r *Refusal) Error() string { return r.Message }

// A Lowerer makes programs of the cells of one session, and remembers what
// earlier ones have declared.
type Lowerer struct {
	types    *mint.Maker
	packages *gotypes.Importer
	own      *types.Package // of all cells
	prelude  *types.Package
	anchor   token.Pos // a place for syntax that belongs to no cell

	versions  int
	imported  map[string]bool
	declared  map[string]bool
	instances map[types.Object][]instance
	entries   map[any]string           // of the unnamed package, by what they are for
	exports   map[string]reflect.Value // those that nobody has asked for yet

	eraser *erase.Eraser           // nil where types can be made
	erased map[types.Object]string // the interpreter's names of what it has made
}

// New makes the lowerer of a session whose cells belong to the package own.
func New(m *mint.Maker, packages *gotypes.Importer, own, prelude *types.Package, anchor token.Pos) *Lowerer {
	l := &Lowerer{
		types: m, packages: packages, own: own, prelude: prelude, anchor: anchor,
		imported:  map[string]bool{},
		declared:  map[string]bool{},
		instances: map[types.Object][]instance{},
		entries:   map[any]string{},
		exports:   map[string]reflect.Value{},
		erased:    map[types.Object]string{},
	}
	if m.Unable != nil {
		l.eraser = erase.New(packages.Compiled, own, UnnamedPath)
		m.Unwrap = l.eraser.Open
	}
	return l
}

// Declares reports whether the interpreter has a variable or function.
func (l *Lowerer) Declares(name string) bool { return l.declared[name] }

// Unique is a name that nothing in the interpreter has.
func (l *Lowerer) Unique(prefix string) string {
	l.versions++
	return prefix + strconv.Itoa(l.versions)
}
