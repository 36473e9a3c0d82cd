// Package workspace is what the cells of a session have declared, and how the
// next cell is understood in it.
//
// A cell mixes imports, declarations and statements in any order. It is cut into
// items (items.go), arranged into units (arrange.go), and each unit is checked by
// go/types (check.go), with the names of earlier cells in its scope (scope.go).
// What changes the meaning of a name has its earlier users checked anew
// (plan.go). So a cell is refused as a whole, with all its faults in the reader's
// own lines, or becomes a plan that says what is to be compiled. Nothing here
// compiles or runs.
//
// The package imports gotypes and packages. Start at Workspace.Plan.
package workspace

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"

	"unfold/dsl/interp/gotypes"
	"unfold/dsl/interp/packages"
)

// Main is the import path of the package that all cells belong to.
const Main = "main"

// Options furnish a workspace.
type Options struct {
	// Symbols are the packages that cells may import besides the standard library.
	Symbols []gotypes.Library
	// Imports are package names in force in every cell, without an import
	// declaration: name to path. A cell may shadow them.
	Imports map[string]string
	// Prelude are functions that every cell may call by their bare names.
	Prelude *types.Package
	// Lazy tells the types, less a pointer, whose values do nothing until
	// somebody looks at them.
	Lazy func(reflect.Type) bool
	// Unique makes a name that nobody else has from a prefix.
	Unique func(prefix string) string
	// Initialise compiles a package from source, and runs its initialisation.
	Initialise func(*Plan) error
	// RemoveMethod tells that a type of an earlier cell has lost a method.
	RemoveMethod func(*types.Named, *types.Func)
}

// A Workspace holds what cells have declared. It is not safe for concurrent use.
type Workspace struct {
	Packages *packages.Importer
	Files    *Files
	Own      *types.Package // that all cells belong to

	opts     Options
	scope    *Scope
	generics map[types.Object]generic
	taken    map[string]bool // names of types that stand for one of them unchanged
	items    int
	ahead    *checked
}

// New makes an empty workspace.
func New(opts Options) (*Workspace, error) {
	w := &Workspace{
		Files:    &Files{FileSet: token.NewFileSet(), text: map[*token.File]string{}},
		opts:     opts,
		Own:      types.NewPackage(Main, Main),
		scope:    newScope(),
		generics: map[types.Object]generic{},
		taken:    map[string]bool{},
	}
	w.Packages = packages.New(packages.Session{
		Files: w.Files.FileSet,
		Parse: w.Files.parse,
		Generic: func(obj types.Object, g packages.Generic) {
			w.generics[obj] = generic{item: &item{kind: declaration, origin: origin{g.Home.Path(), g.Source, g.At}}, home: g.Home}
		},
		Interpret: w.interpret,
	}, opts.Symbols...)
	for name, path := range opts.Imports {
		if _, err := w.Packages.Import(path); err != nil {
			return nil, fmt.Errorf("import %s %q: %w", name, path, err)
		}
	}
	return w, nil
}

// Accept makes what a plan declares the workspace's.
func (w *Workspace) Accept(p *Plan) { w.scope = p.scope }

// Forget takes names that cells have declared or imported out of the workspace,
// a type with its methods. It returns what the names were, and those it does not
// know.
func (w *Workspace) Forget(names ...string) (gone []*Entry, missing []string) {
	scope := w.scope.overlay()
	for _, name := range names {
		e := scope.entries[name]
		if e == nil {
			if scope.imports[name] == "" {
				missing = append(missing, name)
			}
			delete(scope.imports, name)
			continue
		}
		gone = append(gone, e)
		maps.DeleteFunc(scope.entries, func(other string, _ *Entry) bool {
			return other == name || strings.HasPrefix(other, name+".")
		})
	}
	w.scope = scope
	return gone, missing
}

// ForgetAll forgets every name that a cell has declared or imported, and returns
// what they were.
func (w *Workspace) ForgetAll() []*Entry {
	gone := w.Entries()
	w.scope = newScope()
	return gone
}

// Entries lists what cells have declared, in no order. Methods are among them,
// as Type.Method.
func (w *Workspace) Entries() []*Entry {
	return slices.Collect(maps.Values(w.scope.entries))
}

// Entry is what cells have declared under a name, or nil.
func (w *Workspace) Entry(name string) *Entry { return w.scope.entries[name] }

// Imports are the packages that cells have imported: name to path, and the paths
// of those imported by a dot.
func (w *Workspace) Imports() (named map[string]string, dots []string) {
	return w.scope.imports, w.scope.dots
}

// fresh empties the scope of the package of all cells. Package and scope stay the
// same ones, so that objects of all cells are at home there.
func (w *Workspace) fresh() *types.Package {
	*w.Own.Scope() = *types.NewScope(types.Universe, token.NoPos, token.NoPos, "package "+Main)
	return w.Own
}

// typecheck runs go/types over one file and collects every error that a cell must
// answer for. Variables that are merely unused are no fault of a cell, and listed
// by themselves.
func (w *Workspace) typecheck(pkg *types.Package, file *ast.File) (info *types.Info, errs, unused []types.Error) {
	info = &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Implicits:  map[ast.Node]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances:  map[*ast.Ident]types.Instance{},
		Scopes:     map[ast.Node]*types.Scope{},
	}
	conf := types.Config{
		Importer:  w.Packages,
		GoVersion: packages.GoVersion,
		Error: func(err error) {
			switch e, ok := err.(types.Error); {
			case !ok || harmless(e.Msg):
			case strings.HasPrefix(e.Msg, unusedVariable):
				unused = append(unused, e)
			default:
				errs = append(errs, e)
			}
		},
	}
	_ = types.NewChecker(&conf, w.Files.FileSet, pkg, info).Files([]*ast.File{file}) // errors were collected
	return info, errs, unused
}
