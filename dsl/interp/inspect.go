package interp

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
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
}

// Names lists what cells have declared or imported and what is visible
// without, by name.
func (s *Session) Names() []Name {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := map[string]bool{}
	var list []Name
	add := func(name string) {
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
	if p == s.pkg || p == s.prelude {
		return ""
	}
	return p.Name()
}

// Members lists what may follow the dot after an expression: the exported
// names of a package, or the fields and methods of a value. It is found from
// types alone; nothing runs.
func (s *Session) Members(expr string) []Name {
	s.mu.Lock()
	defer s.mu.Unlock()
	x, err := parser.ParseExpr(expr)
	if err != nil {
		return nil
	}
	if id, ok := x.(*ast.Ident); ok {
		if pkg, ok := s.lookup(s.scope, id.Name).(*types.PkgName); ok {
			return s.exported(pkg.Imported())
		}
	}
	pkg := s.freshPackage()
	ast.Inspect(x, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj := s.lookup(s.scope, id.Name); obj != nil {
				insert(pkg, id.Name, obj)
			}
		}
		return true
	})
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	if types.CheckExpr(token.NewFileSet(), pkg, token.NoPos, x, info) != nil {
		return nil
	}
	return s.selectors(info.TypeOf(x))
}

func (s *Session) exported(pkg *types.Package) (list []Name) {
	for _, name := range pkg.Scope().Names() {
		if obj := pkg.Scope().Lookup(name); obj.Exported() {
			list = append(list, s.name(obj))
		}
	}
	return list
}

// selectors lists the fields and methods of a type, those of embedded fields
// too where nothing hides them.
func (s *Session) selectors(t types.Type) (list []Name) {
	if t == nil {
		return nil
	}
	seen := map[string]bool{}
	add := func(obj types.Object) {
		if !seen[obj.Name()] && (obj.Exported() || obj.Pkg() == s.pkg) {
			seen[obj.Name()] = true
			list = append(list, s.name(obj))
		}
	}
	recv := t
	if _, isPointer := t.Underlying().(*types.Pointer); !isPointer && !types.IsInterface(t) {
		recv = types.NewPointer(t)
	}
	methods := types.NewMethodSet(recv)
	for i := range methods.Len() {
		add(methods.At(i).Obj())
	}
	visited := map[types.Type]bool{}
	var walk func(types.Type)
	walk = func(t types.Type) {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		st, ok := t.Underlying().(*types.Struct)
		if !ok || visited[t] {
			return
		}
		visited[t] = true
		for f := range st.Fields() {
			add(f)
		}
		for f := range st.Fields() {
			if f.Embedded() {
				walk(f.Type())
			}
		}
	}
	walk(t)
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list
}

// Value is the value of a variable, copied as an assignment would.
func (s *Session) Value(name string) (reflect.Value, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.scope.entries[name]
	if e == nil {
		return reflect.Value{}, false
	}
	if _, isVar := e.obj.(*types.Var); !isVar || !s.hoisted[e.ours] {
		return reflect.Value{}, false
	}
	l := &lowering{s: s, p: &plan{s: s, scope: s.scope}, needs: map[string]bool{}}
	b := l.at(s.anchor)
	prog, err := s.yaegi.CompileAST(b.block(&ast.ExprStmt{X: b.apply(l.hook(b, "Show"), b.id(e.ours))}))
	if err != nil {
		return reflect.Value{}, false
	}
	r := &run{ctx: context.Background()}
	s.run.Store(r)
	defer s.run.Store(nil)
	if _, err := s.yaegi.Execute(prog); err != nil || len(r.shown) != 1 {
		return reflect.Value{}, false
	}
	return reflect.ValueOf(r.shown[0]), true
}

// Close frees what the session holds outside memory. A closed session must
// not be used.
func (s *Session) Close() error {
	s.io.close()
	return nil
}
