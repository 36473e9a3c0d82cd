package core

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"

	"unfold/dsl/interp/gotypes"
)

// Names spells what is left in the interpreter's words: types, constants and
// names. Constants stand as values where they are used, generics are instances,
// and no name hides one of Go's.
type names struct{ tree }

func (p *names) before(c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.FuncLit:
		NameParameters(n.Type)
		return true
	case *ast.FuncType:
		if _, ok := c.Parent().(*ast.FuncLit); ok {
			return true // its parameters have names
		}
	case *ast.Ellipsis:
		return true
	case *ast.DeclStmt:
		return p.declaration(c, n)
	case *ast.BinaryExpr:
		p.count(n)
	case *ast.SelectorExpr:
		if isAlias(n.X) {
			return false // made here
		}
	case *ast.Ident:
		if p.fixed(c, n) {
			return false
		}
	}
	x, ok := c.Node().(ast.Expr)
	if !ok {
		return true
	}
	if made := p.spelled(c, x); made != nil {
		c.Replace(made)
		return false
	}
	return true
}

func (p *names) after(c *astutil.Cursor) bool {
	if n, ok := c.Node().(*ast.ParenExpr); ok && c.Name() != "Fun" {
		c.Replace(n.X) // the interpreter gets some of them wrong
	}
	return true
}

// spelled is what an expression becomes as a whole, or nil.
func (p *names) spelled(c *astutil.Cursor, x ast.Expr) ast.Expr {
	tv, typed := p.info.Types[x]
	switch {
	case typed && tv.IsType():
		return p.typ(tv.Type, x.Pos())
	case typed && tv.Value != nil && (!literal(x) || moved(c) || isComplex(tv.Type)):
		if k := p.constant(tv.Value, tv.Type, x.Pos()); k != nil {
			return k
		}
	}
	switch x := x.(type) {
	case *ast.Ident:
		return p.ident(x)
	case *ast.IndexExpr:
		return p.explicit(x.X)
	case *ast.IndexListExpr:
		return p.explicit(x.X)
	case *ast.SelectorExpr:
		return p.qualified(x)
	}
	return nil
}

// declaration takes constants and types out of function bodies: the former
// stand as values, the latter become package types under a name of their own.
func (p *names) declaration(c *astutil.Cursor, d *ast.DeclStmt) bool {
	if d.Decl.(*ast.GenDecl).Tok == token.VAR {
		return true
	}
	if c.Index() >= 0 {
		c.Delete() // an empty statement would end a case for the interpreter
	} else {
		c.Replace(&ast.EmptyStmt{Semicolon: d.Pos()})
	}
	return false
}

// fixed reports whether an identifier is not a name of its own: a member
// after a dot, the key of a field, a label.
func (p *names) fixed(c *astutil.Cursor, id *ast.Ident) bool {
	if id.Name == "_" {
		return true
	}
	switch parent := c.Parent().(type) {
	case *ast.SelectorExpr:
		return c.Name() == "Sel"
	case *ast.LabeledStmt, *ast.BranchStmt:
		return true
	case *ast.KeyValueExpr:
		v, ok := p.info.Uses[id].(*types.Var)
		return ok && v.IsField() && c.Name() == "Key"
	case *ast.Field:
		for _, n := range parent.Names {
			if n != id {
				continue
			}
			if v, ok := p.info.Defs[id].(*types.Var); ok && !v.IsField() {
				id.Name = local(v)
			}
			return true
		}
	}
	return false
}

// ident is what a name is called in the interpreter.
func (p *names) ident(id *ast.Ident) ast.Expr {
	obj := p.info.ObjectOf(id)
	if obj == nil {
		return id
	}
	b := p.at(id.Pos())
	if f, ok := obj.(*types.Func); ok {
		if inst, ok := p.info.Instances[id]; ok {
			return b.id(p.instance(f, inst.TypeArgs, id.Pos()))
		}
		if f.Signature().Recv() != nil {
			return b.id(p.methodName(f, id.Pos()))
		}
	}
	if ours := p.name(obj); ours != "" {
		return b.id(ours)
	}
	if pkg := obj.Pkg(); pkg != nil && pkg != p.own && obj.Parent() == pkg.Scope() {
		return p.member(pkg, obj.Name(), id.Pos())
	}
	if v, ok := obj.(*types.Var); ok && !v.IsField() {
		id.Name = local(v)
	}
	return id
}

// local is the interpreter's name of a variable inside a function: its own,
// unless it hides one of Go's.
func local(v *types.Var) string {
	if types.Universe.Lookup(v.Name()) != nil {
		return v.Name() + "#"
	}
	return v.Name()
}

// member is an exported name of a compiled package.
func (p *names) member(pkg *types.Package, name string, pos token.Pos) ast.Expr {
	p.needs[pkg.Path()] = true
	b := p.at(pos)
	if pkg == p.prelude {
		name = PreludePrefix + name
	}
	return &ast.SelectorExpr{X: b.id(alias(pkg.Path())), Sel: b.id(name)}
}

// explicit is the instance that a generic function with type arguments means, or
// nil if it is none.
func (p *names) explicit(x ast.Expr) ast.Expr {
	id, _ := ast.Unparen(x).(*ast.Ident)
	if sel, ok := ast.Unparen(x).(*ast.SelectorExpr); ok {
		id = sel.Sel
	}
	inst, ok := p.info.Instances[id]
	f, isFunc := p.info.Uses[id].(*types.Func)
	if id == nil || !ok || !isFunc {
		return nil
	}
	return p.at(id.Pos()).id(p.instance(f, inst.TypeArgs, id.Pos()))
}

// qualified is a name of a package, or nil if a selector is none.
func (p *names) qualified(x *ast.SelectorExpr) ast.Expr {
	if !p.selector(x).isMember() {
		return nil
	}
	obj := p.info.Uses[x.Sel]
	if f, ok := obj.(*types.Func); ok && gotypes.IsGeneric(f) {
		if made := p.explicit(x); made != nil {
			return made
		}
	}
	if ours := p.name(obj); ours != "" { // of a package from source
		return p.at(x.Pos()).id(ours)
	}
	if obj != nil && obj.Pkg() != nil {
		return p.member(obj.Pkg(), obj.Name(), x.Pos())
	}
	return x
}
