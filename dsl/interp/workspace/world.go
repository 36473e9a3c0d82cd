package workspace

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// A generic is the declaration of a generic function or method. The
// interpreter never sees it: each set of type arguments makes a plain
// function from it.
type generic struct {
	item *item
	home *types.Package // where its names mean something; nil for the session
}

// A World is the names of a workspace, and of a plan for it, as lowering asks for
// them.
type World struct {
	w     *Workspace
	scope *Scope
}

// World is the names as they will be after a plan.
func (p *Plan) World() *World { return &World{p.w, p.scope} }

// Name is the interpreter's name of an object that a cell has declared, "" for any
// other.
func (v *World) Name(obj types.Object) string { return v.scope.ours[obj] }

// Method is the method that a cell declares under Type.Method, and its name in the
// interpreter; nil if it is none of a type that stands.
func (v *World) Method(key string) (*types.Func, string) {
	e := v.scope.entries[key]
	if e == nil {
		return nil, ""
	}
	return e.Object.(*types.Func), e.Ours
}

// MayRecover reports whether a function or Type.Method may call recover.
func (v *World) MayRecover(name string) bool {
	e := v.scope.entries[name]
	return e == nil || e.decl == nil || e.decl.free["recover"] || strings.Contains(e.decl.source, "recover")
}

// Instantiate checks the declaration of a generic function or method with its type
// parameters bound to types, and returns it with its name as Go has it in a trace.
// A receiver is its first parameter. The declaration is nil where its source is not
// known.
func (v *World) Instantiate(of types.Object, bound map[string]types.Type) (fn *ast.FuncDecl, info *types.Info, written string, err error) {
	g, known := v.w.generics[of]
	if !known {
		return nil, nil, "", nil
	}
	it := *g.item
	if ps := it.parse(v.w.Files); len(ps) > 0 {
		return nil, nil, "", fmt.Errorf("%s: %s", of.Name(), ps[0].Message)
	}
	fn = it.decls[0].(*ast.FuncDecl)
	written = FunctionName(fn)
	receiverFirst(fn)
	fn.Type.TypeParams = nil
	fn.Name = &ast.Ident{Name: "instance", NamePos: fn.Name.Pos()}
	names := maps.Clone(it.free)
	collectNames(fn, names)
	delete(names, fn.Name.Name)
	pkg := v.homeOf(g, names, bound)
	info, errs, _ := v.w.typecheck(pkg, &ast.File{Name: ast.NewIdent(pkg.Name()), Decls: []ast.Decl{fn}})
	errs = slices.DeleteFunc(errs, allowedInInstance)
	if len(errs) > 0 {
		return nil, nil, "", errors.New("cannot instantiate: " + errs[0].Msg)
	}
	return fn, info, written, nil
}

// allowedInInstance reports whether an error is none in a generic whose types are
// bound: a type or constant that was a parameter's may be that of another case, or
// one that a value never has.
func allowedInInstance(err types.Error) bool {
	for _, words := range []string{"impossible type assertion", "impossible type switch case", "duplicate case"} {
		if strings.HasPrefix(err.Msg, words) {
			return true
		}
	}
	return false
}

// Check checks a file in the package of cells, in which nothing is declared but the
// objects. It was made of code that has been checked, instances among it.
func (v *World) Check(file *ast.File, objects []types.Object) (*types.Info, []types.Error) {
	pkg := v.w.fresh()
	for _, obj := range objects {
		pkg.Scope().Insert(obj)
	}
	info, errs, _ := v.w.typecheck(pkg, file)
	return info, slices.DeleteFunc(errs, allowedInInstance)
}

// homeOf is a package in which the names of a generic mean what they mean where
// it was declared, and its type parameters the types they are bound to.
func (v *World) homeOf(g generic, names map[string]bool, bound map[string]types.Type) *types.Package {
	pkg := v.w.fresh()
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
		if obj := v.lookupIn(g.home, pkg, n); obj != nil {
			insert(pkg, n, obj)
		}
	}
	return pkg
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
func (v *World) lookupIn(home, pkg *types.Package, name string) types.Object {
	if home == nil {
		return v.w.lookup(v.scope, name)
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
