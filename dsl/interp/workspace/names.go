package workspace

import (
	"go/parser"
	"go/types"
	"maps"
	"slices"
	"sort"
	"strings"
)

// A Name is what the session knows about a name.
type Name struct {
	Name string
	Kind string // "variable", "function", "type", "constant", "package", "method" or "field"
	Type string // as Go writes it
	Cell string // where it was declared; "" for what came with the session

	Source  string   // of a function, type or constant that a cell has declared
	Prelude bool     // every cell has it without declaring or importing it
	Symbols []Symbol // where it may be documented, of what a package exports
}

// Names lists what cells have declared or imported and what is visible
// without, by name.
func (w *Workspace) Names() []Name {
	return w.all(func(string) bool { return true })
}

// all lists the names that are wanted.
func (w *Workspace) all(wanted func(string) bool) (list []Name) {
	seen := map[string]bool{}
	add := func(name string) {
		if !wanted(name) {
			return
		}
		if n, ok := w.Lookup(name); ok && !seen[name] {
			seen[name] = true
			list = append(list, n)
		}
	}
	for name := range w.scope.entries {
		if !strings.Contains(name, ".") {
			add(name)
		}
	}
	for name := range w.scope.imports {
		add(name)
	}
	for _, name := range w.opts.Prelude.Scope().Names() {
		add(name)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list
}

// Declared reports whether a cell has declared or imported the name, so that
// it hides whatever else it might mean.
func (w *Workspace) Declared(name string) bool {
	return w.scope.entries[name] != nil || w.scope.imports[name] != ""
}

// Lookup describes one name. Names that every cell has without importing them
// are found too, but not those of Go itself.
func (w *Workspace) Lookup(name string) (Name, bool) {
	obj := w.lookup(w.scope, name)
	if obj == nil {
		return Name{}, false
	}
	n := w.named(obj)
	n.Name = name
	if e := w.scope.entries[name]; e != nil {
		n.Cell = e.Cell
		if e.decl != nil {
			n.Source = e.decl.source
		}
	}
	return n, true
}

func (w *Workspace) named(obj types.Object) Name {
	n := Name{Name: obj.Name(), Kind: kind(obj)}
	switch obj := obj.(type) {
	case *types.PkgName:
		n.Type = obj.Imported().Path()
	case *types.TypeName:
		n.Type = types.TypeString(obj.Type().Underlying(), w.qualify)
	default:
		n.Type = types.TypeString(obj.Type(), w.qualify)
	}
	switch pkg := obj.Pkg(); {
	case pkg == nil || pkg.Path() == Main:
	case pkg == w.opts.Prelude:
		n.Prelude = true
	case obj.Exported() && pkg.Scope().Lookup(obj.Name()) == obj:
		n.Symbols = []Symbol{{pkg.Path(), obj.Name()}}
	}
	return n
}

func kind(obj types.Object) string {
	switch obj := obj.(type) {
	case *types.Var:
		if obj.IsField() {
			return "field"
		}
		return "variable"
	case *types.Func:
		if obj.Type().(*types.Signature).Recv() != nil {
			return "method"
		}
		return "function"
	case *types.TypeName:
		return "type"
	case *types.Const:
		return "constant"
	}
	return "package"
}

func (w *Workspace) qualify(p *types.Package) string {
	if p == w.opts.Prelude || p.Path() == Main {
		return ""
	}
	return p.Name()
}

// Words lists the names that cells can use, sorted, as Names does but with
// nothing about them.
func (w *Workspace) Words() []string {
	words := w.opts.Prelude.Scope().Names()
	for name := range w.scope.entries {
		if !strings.Contains(name, ".") {
			words = append(words, name)
		}
	}
	words = slices.AppendSeq(words, maps.Keys(w.scope.imports))
	slices.Sort(words)
	return slices.Compact(words)
}

// Members lists what may follow the dot after an expression: the exported
// names of a package, or the fields and methods of a value. It is found from
// types alone; nothing runs.
func (w *Workspace) Members(expr string) []Name {
	if _, err := parser.ParseExpr(expr); err != nil {
		return nil
	}
	return w.AtCursor(expr+"."+Cursor, Cursor).Members
}
