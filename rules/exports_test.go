package rules

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"
)

// forTests are exported names of the engine that tests alone reach, and why.
var forTests = map[string]string{
	"engine/internal/simd.Use":       "tests and benchmarks compare levels of instructions by it",
	"engine/internal/memory.Limited": "tests of all packages ask what happens in little memory by it",
	"engine/fit/optimum.Difference":  "tests of costs check their gradients by it",
}

// TestEveryExportIsReached finds exported names of the engine that no program of
// the module reaches: what tests alone use is not part of the engine. Cells reach
// all that stdlib/symbols names.
func TestEveryExportIsReached(t *testing.T) {
	g := newUsage(module(t))
	seen := 0
	for _, c := range module(t) {
		if !c.within("engine") || c.room == "engine/enginetest" {
			continue
		}
		for _, name := range g.exported(c) {
			seen++
			reached, exempt := g.reached[name], forTests[full(name)] != ""
			switch {
			case !reached && !exempt:
				t.Errorf("%s: %s is reached by tests alone, if at all", positions.Position(name.Pos()), full(name))
			case reached && exempt:
				t.Errorf("%s is reached; take it off the list", full(name))
			}
		}
	}
	if seen < 500 {
		t.Fatalf("looked at %d names only", seen)
	}
}

// full is the name of a declaration with its package, below the module, and its
// type.
func full(o types.Object) string {
	if f, ok := o.(*types.Func); ok {
		return strings.ReplaceAll(f.FullName(), "unfold/", "")
	}
	return strings.TrimPrefix(o.Pkg().Path(), "unfold/") + "." + o.Name()
}

// A usage is what the programs of the module use, from main and init on.
type usage struct {
	uses    map[types.Object][]types.Object // by what declares them
	methods map[types.Object][]*types.Func  // of a type
	asked   map[string][]*types.Interface   // interfaces that have a method of a name
	reached map[types.Object]bool
}

func newUsage(all []*code) *usage {
	g := &usage{map[types.Object][]types.Object{}, map[types.Object][]*types.Func{}, map[string][]*types.Interface{}, map[types.Object]bool{}}
	packages := map[*types.Package]bool{}
	for _, c := range all {
		packages[c.Package] = true
		for _, p := range c.Imports() {
			packages[p] = true
		}
		g.read(c)
	}
	g.take(types.Universe.Lookup("error").Type())
	for p := range packages {
		for _, name := range p.Scope().Names() {
			if o, ok := p.Scope().Lookup(name).(*types.TypeName); ok {
				g.take(o.Type())
			}
		}
	}
	for _, c := range all {
		if c.within("stdlib/symbols") {
			for _, p := range c.Imports() {
				g.offer(p)
			}
		}
		g.offerTypes(c)
	}
	for root := range g.uses {
		if f, ok := root.(*types.Func); ok && f.Signature().Recv() == nil && (f.Name() == "init" || f.Name() == "main" && f.Pkg().Name() == "main") {
			g.follow(root)
		}
	}
	return g
}

// read takes down what each declaration of a package uses.
func (g *usage) read(c *code) {
	for _, file := range c.files {
		for _, declared := range file.Decls {
			switch d := declared.(type) {
			case *ast.FuncDecl:
				f := c.info.Defs[d.Name].(*types.Func)
				g.add(c, f, d)
				if recv := f.Signature().Recv(); recv != nil {
					of := typeName(recv.Type())
					g.methods[of] = append(g.methods[of], f)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch s := spec.(type) {
					case *ast.TypeSpec:
						g.add(c, c.info.Defs[s.Name], s)
					case *ast.ValueSpec:
						for _, name := range s.Names {
							g.add(c, c.info.Defs[name], s)
						}
					}
				}
			}
		}
	}
}

// add takes down what a declaration uses; init and the blank name have no object
// that others can use.
func (g *usage) add(c *code, from types.Object, n ast.Node) {
	g.uses[from] = append(g.uses[from], nil)
	ast.Inspect(n, func(n ast.Node) bool {
		if e, ok := n.(*ast.InterfaceType); ok {
			g.take(c.info.Types[e].Type)
		}
		if name, ok := n.(*ast.Ident); ok {
			if o := origin(c.info.Uses[name]); o != nil && o.Pkg() != nil && strings.HasPrefix(o.Pkg().Path(), "unfold") {
				g.uses[from] = append(g.uses[from], o)
			}
		}
		return true
	})
}

// origin is what a generic function or method was declared as.
func origin(o types.Object) types.Object {
	switch o := o.(type) {
	case *types.Func:
		return o.Origin()
	case *types.Var:
		return o.Origin()
	}
	return o
}

// take takes down the methods of a type that is an interface.
func (g *usage) take(of types.Type) {
	if i, ok := of.Underlying().(*types.Interface); ok {
		for m := range i.Methods() {
			g.asked[m.Name()] = append(g.asked[m.Name()], i)
		}
	}
}

// offer follows all that cells may say of a package of ours.
func (g *usage) offer(p *types.Package) {
	for _, name := range p.Scope().Names() {
		if o := p.Scope().Lookup(name); o.Exported() && strings.HasPrefix(p.Path(), "unfold/") {
			g.offerType(o)
		}
	}
}

// offerTypes follows the types that a package gives to cells one by one, written
// as a Value: (*T)(nil).
func (g *usage) offerTypes(c *code) {
	for _, file := range c.files {
		ast.Inspect(file, func(n ast.Node) bool {
			pair, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			key, named := pair.Key.(*ast.Ident)
			call, called := pair.Value.(*ast.CallExpr)
			if named && called && key.Name == "Value" && c.info.Types[call.Fun].IsType() {
				if p, ok := c.info.Types[call.Fun].Type.(*types.Pointer); ok {
					g.offerType(typeName(p))
				}
			}
			return true
		})
	}
}

// offerType follows a declaration and, if it is a type, its exported methods.
func (g *usage) offerType(o types.Object) {
	g.follow(o)
	for _, m := range g.methods[o] {
		if m.Exported() {
			g.follow(m)
		}
	}
}

// follow reaches a declaration, what it uses, and those methods of a type that
// some interface asks for.
func (g *usage) follow(o types.Object) {
	if o == nil || g.reached[o] {
		return
	}
	g.reached[o] = true
	for _, used := range g.uses[o] {
		g.follow(used)
	}
	if _, ok := o.(*types.TypeName); !ok {
		return
	}
	for m := range types.NewMethodSet(types.NewPointer(o.Type())).Methods() {
		if f := origin(m.Obj()).(*types.Func); g.asks(o.Type(), f) {
			g.follow(f)
		}
	}
}

// asks reports whether a method of a type, its own or an embedded one's, may be
// called without being named: by an interface that the type implements, or by the
// reader of the command line.
func (g *usage) asks(of types.Type, method *types.Func) bool {
	if method.Pkg() != nil && (method.Pkg().Name() == "main" || method.Pkg().Path() == "unfold/cli") {
		return true
	}
	named, ok := of.(*types.Named)
	for _, i := range g.asked[method.Name()] {
		if ok && named.TypeParams().Len() > 0 || types.Implements(types.NewPointer(of), i) {
			return true
		}
	}
	return false
}

// typeName is the declaration of a receiver's type.
func typeName(of types.Type) types.Object {
	if p, ok := of.(*types.Pointer); ok {
		of = p.Elem()
	}
	return of.(*types.Named).Origin().Obj()
}

// exported are the exported names of a package and the exported methods of its
// exported types.
func (g *usage) exported(c *code) (names []types.Object) {
	for _, name := range c.Scope().Names() {
		o := c.Scope().Lookup(name)
		if !o.Exported() {
			continue
		}
		names = append(names, o)
		for _, m := range g.methods[o] {
			if m.Exported() {
				names = append(names, m)
			}
		}
	}
	return names
}
