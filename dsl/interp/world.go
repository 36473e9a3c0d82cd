package interp

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"strings"

	"unfold/dsl/interp/core"
)

// A generic is the declaration of a generic function or method. The
// interpreter never sees it: each set of type arguments makes a plain
// function from it.
type generic struct {
	item *item
	home *types.Package // where its names mean something; nil for the session
}

// A world is the names of a session, and of a plan for it, as package core asks
// for them.
type world struct {
	s     *Session
	scope *scope
}

// Name implements core.World.
func (w world) Name(obj types.Object) string { return w.scope.ours[obj] }

// Method implements core.World.
func (w world) Method(key string) (*types.Func, string) {
	e := w.scope.entries[key]
	if e == nil {
		return nil, ""
	}
	return e.obj.(*types.Func), e.ours
}

// MayRecover implements core.World.
func (w world) MayRecover(name string) bool {
	e := w.scope.entries[name]
	return e == nil || e.decl == nil || e.decl.free["recover"] || strings.Contains(e.decl.source, "recover")
}

// Instantiate implements core.World.
func (w world) Instantiate(of types.Object, bound map[string]types.Type) (*ast.FuncDecl, *types.Info, error) {
	g, known := w.s.generics[of]
	if !known {
		return nil, nil, nil
	}
	it := *g.item
	if ps := it.parse(w.s.files); len(ps) > 0 {
		return nil, nil, fmt.Errorf("%s: %s", of.Name(), ps[0].Message)
	}
	fn := it.decls[0].(*ast.FuncDecl)
	written := functionName(fn)
	fn.Type.Params.List = append(core.Receiver(fn), fn.Type.Params.List...)
	fn.Recv, fn.Type.TypeParams = nil, nil
	fn.Name = &ast.Ident{Name: "instance", NamePos: fn.Name.Pos()}
	names := maps.Clone(it.free)
	collectNames(fn, names)
	delete(names, fn.Name.Name)
	pkg := w.homeOf(g, names, bound)
	info, errs := w.s.typecheck(pkg, &ast.File{Name: ast.NewIdent(pkg.Name()), Decls: []ast.Decl{fn}})
	if len(errs) > 0 {
		return nil, nil, errors.New("cannot instantiate: " + errs[0].Msg)
	}
	w.s.survey(fn, info, written)
	return fn, info, w.s.opensFiles(info)
}

// homeOf is a package in which the names of a generic mean what they mean where
// it was declared, and its type parameters the types they are bound to.
func (w world) homeOf(g generic, names map[string]bool, bound map[string]types.Type) *types.Package {
	pkg := w.s.freshPackage()
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
		if obj := w.lookupIn(g.home, pkg, n); obj != nil {
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
func (w world) lookupIn(home, pkg *types.Package, name string) types.Object {
	if home == nil {
		return w.s.lookup(w.scope, name)
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

// lower makes a program of a plan.
func (s *Session) lower(p *plan) (*core.Program, error) {
	c := &core.Cell{World: world{s, p.scope}}
	for _, u := range p.units {
		unit, err := s.checked(u)
		if err != nil {
			return nil, err
		}
		c.Units = append(c.Units, unit)
	}
	if e := p.scope.entries["main"]; p.program && e != nil && p.current[e.decl] {
		c.Main = e.ours
	}
	return s.lowerer.Lower(c)
}

// checked is a unit as package core takes it. What its text holds is noted
// before lowering uses that up.
func (s *Session) checked(u *unit) (*core.Unit, error) {
	s.surveyUnit(u)
	made := &core.Unit{Info: u.info}
	if err := s.opensFiles(u.info); err != nil {
		return nil, err
	}
	if u.decl {
		made.Decls = u.file.Decls
		return made, nil
	}
	for _, it := range u.items {
		for j, x := range it.stmts {
			last := j == len(it.stmts)-1
			next := core.Stmt{Stmt: x, Shown: it.final && last && !it.quiet}
			if last {
				for _, again := range u.follow[it] {
					then, err := s.checked(again)
					if err != nil {
						return nil, err
					}
					next.Then = append(next.Then, then)
				}
			}
			made.Stmts = append(made.Stmts, next)
		}
	}
	return made, nil
}

// opensFiles opens the files behind the standard streams for code that mentions
// them.
func (s *Session) opensFiles(info *types.Info) error {
	for _, obj := range info.Uses {
		if pkg := obj.Pkg(); pkg != nil && pkg.Path() == "os" && (obj.Name() == "Stdout" || obj.Name() == "Stderr") {
			return s.io.Files()
		}
	}
	return nil
}
