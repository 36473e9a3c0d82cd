package interp

import (
	"go/parser"
	"go/types"
	"reflect"
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
func (s *Session) Names() []Name {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all(func(string) bool { return true })
}

// all lists the names that are wanted.
func (s *Session) all(wanted func(string) bool) (list []Name) {
	seen := map[string]bool{}
	add := func(name string) {
		if !wanted(name) {
			return
		}
		if n, ok := s.describe(name); ok && !seen[name] {
			seen[name] = true
			list = append(list, n)
		}
	}
	for name := range s.scope.entries {
		if !strings.Contains(name, ".") {
			add(name)
		}
	}
	for name := range s.scope.imports {
		add(name)
	}
	for _, name := range s.prelude.Scope().Names() {
		add(name)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list
}

// Lookup describes one name. Names every cell has without importing them are
// found too, but not those of Go itself.
func (s *Session) Lookup(name string) (Name, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.describe(name)
}

// Declared reports whether a cell has declared or imported the name, so that
// it hides whatever else it might mean.
func (s *Session) Declared(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.scope.entries[name] != nil || s.scope.imports[name] != ""
}

func (s *Session) describe(name string) (Name, bool) {
	obj := s.lookup(s.scope, name)
	if obj == nil {
		return Name{}, false
	}
	n := s.name(obj)
	n.Name = name
	if e := s.scope.entries[name]; e != nil {
		n.Cell = e.cell
		if e.decl != nil {
			n.Source = e.decl.source
		}
	}
	return n, true
}

func (s *Session) name(obj types.Object) Name {
	n := Name{Name: obj.Name(), Kind: kind(obj)}
	switch obj := obj.(type) {
	case *types.PkgName:
		n.Type = obj.Imported().Path()
	case *types.TypeName:
		n.Type = types.TypeString(obj.Type().Underlying(), s.qualify)
	default:
		n.Type = types.TypeString(obj.Type(), s.qualify)
	}
	switch pkg := obj.Pkg(); {
	case pkg == nil || pkg.Path() == mainPath:
	case pkg == s.prelude:
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

func (s *Session) qualify(p *types.Package) string {
	if p == s.prelude || p.Path() == mainPath {
		return ""
	}
	return p.Name()
}

// Members lists what may follow the dot after an expression: the exported
// names of a package, or the fields and methods of a value. It is found from
// types alone; nothing runs.
func (s *Session) Members(expr string) []Name {
	if _, err := parser.ParseExpr(expr); err != nil {
		return nil
	}
	return s.Look(expr+"."+Cursor, Cursor).Members
}

// Value is the value of a variable, copied as an assignment would.
func (s *Session) Value(name string) (reflect.Value, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.scope.entries[name]
	if e == nil {
		return reflect.Value{}, false
	}
	if _, isVar := e.obj.(*types.Var); !isVar || !s.lowerer.Declares(e.ours) {
		return reflect.Value{}, false
	}
	v, ok := s.machine.Variable(e.ours)
	if !ok {
		return reflect.Value{}, false
	}
	return reflect.ValueOf(v.Interface()), true
}

// Close frees what the session holds outside memory. A closed session must
// not be used.
func (s *Session) Close() error {
	s.io.Close()
	return nil
}
