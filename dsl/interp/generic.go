package interp

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
)

// A generic is the declaration of a generic function or method. The
// interpreter never sees it: each set of type arguments makes a plain
// function from it.
type generic struct {
	item *item
	home *types.Package // where its names mean something; nil for the session
}

// An instance is a generic with its type arguments, under the interpreter's
// name for it.
type instance struct {
	args []types.Type
	name string
}

// instanceOf finds or names the instance of a generic object.
func (s *Session) instanceOf(origin types.Object, args *types.TypeList) (name string, fresh bool) {
	list := make([]types.Type, args.Len())
	for i := range list {
		list[i] = args.At(i)
	}
search:
	for _, inst := range s.instances[origin] {
		for i, t := range inst.args {
			if !types.Identical(t, list[i]) {
				continue search
			}
		}
		return inst.name, false
	}
	s.versions++
	name = fmt.Sprintf("%s#%d", origin.Name(), s.versions)
	known := s.instances[origin]
	s.instances[origin] = append(known, instance{args: list, name: name})
	s.undo = append(s.undo, func() { s.instances[origin] = known })
	return name, true
}

// instance makes a generic function for its type arguments.
func (l *lowering) instance(f *types.Func, args *types.TypeList, pos token.Pos) string {
	name, fresh := l.s.instanceOf(f, args)
	if !fresh {
		return name
	}
	g, ok := l.s.generics[f]
	if !ok {
		l.fail(pos, "the source of generic function %s is not known", f.FullName())
		return name
	}
	bound := map[string]types.Type{}
	params := f.Type().(*types.Signature).TypeParams()
	for i := range params.Len() {
		bound[params.At(i).Obj().Name()] = args.At(i)
	}
	l.make(g, name, bound, pos)
	return name
}

// instanceMethods makes the methods of an instance of a generic type.
func (l *lowering) instanceMethods(t *types.Named, pos token.Pos) {
	name, fresh := l.s.instanceOf(t.Origin().Obj(), t.TypeArgs())
	if !fresh {
		return
	}
	for i := range t.NumMethods() {
		m := t.Method(i)
		g, ok := l.s.generics[m.Origin()]
		if !ok {
			continue
		}
		bound := map[string]types.Type{}
		params := m.Origin().Type().(*types.Signature).RecvTypeParams()
		for j := range params.Len() {
			bound[params.At(j).Obj().Name()] = t.TypeArgs().At(j)
		}
		ours := name + "." + m.Name()
		l.make(g, ours, bound, pos)
		l.first = append(l.first, l.bindMethod(m, ours, pos))
	}
}

// make type-checks the declaration of a generic with its type parameters
// bound to types, and lowers it as a plain function of that name. A receiver
// becomes its first parameter.
func (l *lowering) make(g generic, name string, bound map[string]types.Type, pos token.Pos) {
	it := *g.item
	if ps := it.parse(l.s.files); len(ps) > 0 {
		l.fail(pos, "%s: %s", name, ps[0].Message)
		return
	}
	fn := it.decls[0].(*ast.FuncDecl)
	written := functionName(fn)
	fn.Type.Params.List = append(receiverField(fn), fn.Type.Params.List...)
	fn.Recv, fn.Type.TypeParams = nil, nil
	fn.Name = &ast.Ident{Name: "instance", NamePos: fn.Name.Pos()}

	names := maps.Clone(it.free)
	collectNames(fn, names)
	delete(names, "instance")
	pkg := l.s.freshPackage()
	if g.home != nil {
		pkg = types.NewPackage(g.home.Path(), g.home.Name())
	}
	for n, t := range bound {
		pkg.Scope().Insert(types.NewTypeName(token.NoPos, pkg, n, t))
	}
	for n := range names {
		if bound[n] != nil {
			continue
		}
		if obj := l.s.lookupIn(g.home, pkg, l.p.scope, n); obj != nil {
			insert(pkg, n, obj)
		}
	}
	info, errs := l.s.typecheck(pkg, &ast.File{Name: ast.NewIdent(pkg.Name()), Decls: []ast.Decl{fn}})
	if len(errs) > 0 {
		l.fail(pos, "cannot instantiate: %s", errs[0].Msg)
		return
	}
	l.s.survey(fn, info, written)
	outer, results, named := l.info, l.results, l.named
	l.info, l.results, l.named = info, nil, nil
	lit := l.funcLit(fn, nil)
	l.info, l.results, l.named = outer, results, named
	l.global(name, info.Defs[fn.Name].Type().(*types.Signature), fn.Pos())
	l.first = append(l.first, l.at(fn.Pos()).assign(name, lit))
}

// collectNames adds every identifier of a function.
func collectNames(fn *ast.FuncDecl, names map[string]bool) {
	ast.Inspect(fn, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			names[id.Name] = true
		}
		return true
	})
}

// lookupIn finds a free name of a generic: in the package it comes from, or
// in the session.
func (s *Session) lookupIn(home, pkg *types.Package, sc *scope, name string) types.Object {
	if home == nil {
		return s.lookup(sc, name)
	}
	if obj := home.Scope().Lookup(name); obj != nil {
		return obj
	}
	for _, imp := range home.Imports() {
		if imp.Name() == name {
			return types.NewPkgName(token.NoPos, pkg, name, imp)
		}
	}
	return nil
}
