package interp

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// before rewrites what is replaced as a whole: types, constants and names.
func (l *lowering) before(c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.FuncLit:
		sig, _ := types.Unalias(l.info.TypeOf(n)).(*types.Signature)
		l.enter(sig)
		return true
	case *ast.FuncType:
		if _, ok := c.Parent().(*ast.FuncLit); ok {
			return true // its parameters have names
		}
	case *ast.Ellipsis:
		return true
	case *ast.DeclStmt:
		return l.localDecl(c, n)
	case *ast.TypeSwitchStmt:
		l.bindSwitch(n)
		return true
	case *ast.RangeStmt:
		l.operand[n] = l.info.TypeOf(n.X)
	}
	x, ok := c.Node().(ast.Expr)
	if !ok {
		return true
	}
	if id, ok := x.(*ast.Ident); ok && l.fixed(c, id) {
		return false
	}
	tv, typed := l.info.Types[x]
	switch {
	case typed && tv.IsType():
		c.Replace(l.typ(tv.Type, x.Pos()))
		return false
	case typed && tv.Value != nil && !literal(x):
		if k := l.constant(tv.Value, tv.Type, x.Pos()); k != nil {
			c.Replace(k)
			return false
		}
	}
	switch x := x.(type) {
	case *ast.Ident:
		c.Replace(l.ident(x))
		return false
	case *ast.IndexExpr:
		if f := l.explicit(x.X); f != nil {
			c.Replace(f)
			return false
		}
	case *ast.IndexListExpr:
		if f := l.explicit(x.X); f != nil {
			c.Replace(f)
			return false
		}
	case *ast.SelectorExpr:
		return l.selector(c, x)
	case *ast.CallExpr:
		if len(x.Args) > 0 {
			l.operand[x] = l.info.TypeOf(x.Args[0])
		}
	}
	return true
}

// after rewrites what is made of parts that have been rewritten.
func (l *lowering) after(c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.FuncLit:
		l.leave()
	case *ast.CallExpr:
		l.builtin(c, n)
	case *ast.RangeStmt:
		l.rangeLoop(c, n)
	case *ast.ForStmt:
		l.forLoop(c, n)
	case *ast.GoStmt:
		c.Replace(l.goStmt(n))
	}
	return true
}

// fixed reports whether an identifier is not a name of its own: a member
// after a dot, the key of a field, a label.
func (l *lowering) fixed(c *astutil.Cursor, id *ast.Ident) bool {
	if id.Name == "_" {
		return true
	}
	switch parent := c.Parent().(type) {
	case *ast.SelectorExpr:
		return c.Name() == "Sel"
	case *ast.LabeledStmt, *ast.BranchStmt:
		return true
	case *ast.KeyValueExpr:
		if v, ok := l.info.Uses[id].(*types.Var); ok && v.IsField() && c.Name() == "Key" {
			id.Name = l.fieldName(v)
			return true
		}
	case *ast.Field:
		for _, n := range parent.Names {
			if n == id {
				return true
			}
		}
	}
	return false
}

// literal reports whether a constant is written as itself already.
func literal(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.BasicLit:
		return true
	case *ast.ParenExpr:
		return literal(x.X)
	}
	return false
}

// ident is what a name is called in the interpreter.
func (l *lowering) ident(id *ast.Ident) ast.Expr {
	if inst, ok := l.info.Instances[id]; ok {
		if f, ok := l.info.Uses[id].(*types.Func); ok {
			return l.at(id.Pos()).id(l.instance(f, inst.TypeArgs, id.Pos()))
		}
	}
	obj := l.info.Uses[id]
	if obj == nil {
		obj = l.info.Defs[id]
	}
	if obj == nil {
		return id
	}
	if ours := l.p.scope.ours[obj]; ours != "" {
		return &ast.Ident{Name: ours, NamePos: id.Pos()}
	}
	if pkg := obj.Pkg(); pkg != nil && pkg != l.s.pkg && obj.Parent() == pkg.Scope() {
		return l.member(pkg, obj.Name(), id.Pos())
	}
	return id
}

// member is an exported name of a compiled package.
func (l *lowering) member(pkg *types.Package, name string, pos token.Pos) ast.Expr {
	l.needs[pkg.Path()] = true
	b := l.at(pos)
	if pkg == l.s.prelude {
		name = preludePrefix + name
	}
	if pkg.Path() == "os" && (name == "Stdout" || name == "Stderr") {
		if err := l.s.io.files(); err != nil {
			l.fail(pos, "%v", err)
		}
	}
	return &ast.SelectorExpr{X: b.id(alias(pkg.Path())), Sel: b.id(name)}
}

// explicit is the instance a generic function with type arguments means.
func (l *lowering) explicit(x ast.Expr) ast.Expr {
	id, _ := ast.Unparen(x).(*ast.Ident)
	if sel, ok := ast.Unparen(x).(*ast.SelectorExpr); ok {
		id = sel.Sel
	}
	if id == nil {
		return nil
	}
	inst, ok := l.info.Instances[id]
	f, isFunc := l.info.Uses[id].(*types.Func)
	if !ok || !isFunc {
		return nil
	}
	return l.at(id.Pos()).id(l.instance(f, inst.TypeArgs, id.Pos()))
}

func (l *lowering) selector(c *astutil.Cursor, x *ast.SelectorExpr) bool {
	if id, ok := x.X.(*ast.Ident); ok {
		if _, ok := l.info.Uses[id].(*types.PkgName); ok {
			obj := l.info.Uses[x.Sel]
			if f, ok := obj.(*types.Func); ok && isGeneric(f) {
				if inst, ok := l.info.Instances[x.Sel]; ok {
					c.Replace(l.at(x.Pos()).id(l.instance(f, inst.TypeArgs, x.Pos())))
					return false
				}
			}
			if obj != nil && obj.Pkg() != nil {
				c.Replace(l.member(obj.Pkg(), obj.Name(), x.Sel.Pos()))
			}
			return false
		}
	}
	if v, ok := l.info.Uses[x.Sel].(*types.Var); ok && v.IsField() {
		x.Sel = &ast.Ident{Name: l.fieldName(v), NamePos: x.Sel.Pos()}
	}
	return true
}

// localDecl takes constants and types out of function bodies: the former
// stand as values, the latter become package types under a name of their own.
func (l *lowering) localDecl(c *astutil.Cursor, d *ast.DeclStmt) bool {
	g := d.Decl.(*ast.GenDecl)
	if g.Tok != token.VAR {
		c.Replace(&ast.EmptyStmt{Semicolon: d.Pos()})
		return false
	}
	return true
}

// bindSwitch gives `switch x.(type)` a variable, without which the
// interpreter takes the wrong case.
func (l *lowering) bindSwitch(n *ast.TypeSwitchStmt) {
	if x, ok := n.Assign.(*ast.ExprStmt); ok {
		n.Assign = l.at(x.Pos()).define(l.temp(), x.X)
	}
}

// builtin replaces the functions the interpreter does not have.
func (l *lowering) builtin(c *astutil.Cursor, call *ast.CallExpr) {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return
	}
	b, ok := l.info.Uses[id].(*types.Builtin)
	if !ok {
		return
	}
	switch b.Name() {
	case "min", "max":
		call.Fun = l.extremum(b.Name(), types.Default(l.info.TypeOf(call)), call.Pos())
	case "clear":
		call.Fun = l.clearer(l.operand[call], call.Pos())
	}
}

// extremum is func(a ...T) T { m := a[0]; for _, x := range a { if x < m || x != x { m = x } }; return m }.
func (l *lowering) extremum(name string, t types.Type, pos token.Pos) ast.Expr {
	b := l.at(pos)
	op := token.LSS
	if name == "max" {
		op = token.GTR
	}
	elem := func() ast.Expr { return l.typ(t, pos) }
	return &ast.FuncLit{
		Type: &ast.FuncType{
			Func:    b.pos,
			Params:  &ast.FieldList{List: []*ast.Field{{Names: []*ast.Ident{b.id("a#")}, Type: &ast.Ellipsis{Ellipsis: b.pos, Elt: elem()}}}},
			Results: &ast.FieldList{List: []*ast.Field{{Type: elem()}}},
		},
		Body: b.block(
			b.define("m#", &ast.IndexExpr{X: b.id("a#"), Lbrack: b.pos, Index: b.number(0), Rbrack: b.pos}),
			&ast.RangeStmt{
				For: b.pos, Key: b.id("_"), Value: b.id("x#"), TokPos: b.pos, Tok: token.DEFINE, X: b.id("a#"),
				Body: b.block(&ast.IfStmt{
					If:   b.pos,
					Cond: b.binary(b.binary(b.id("x#"), op, b.id("m#")), token.LOR, b.binary(b.id("x#"), token.NEQ, b.id("x#"))),
					Body: b.block(b.assign("m#", b.id("x#"))),
				}),
			},
			b.ret(b.id("m#")),
		),
	}
}

// clearer empties a map, or zeroes a slice.
func (l *lowering) clearer(t types.Type, pos token.Pos) ast.Expr {
	b := l.at(pos)
	var list []ast.Stmt
	loop := &ast.RangeStmt{For: b.pos, Key: b.id("i#"), TokPos: b.pos, Tok: token.DEFINE, X: b.id("c#")}
	if s, ok := t.Underlying().(*types.Slice); ok {
		list = append(list, &ast.DeclStmt{Decl: l.varDecl("z#", s.Elem(), pos)})
		loop.Body = b.block(&ast.AssignStmt{
			Lhs: []ast.Expr{&ast.IndexExpr{X: b.id("c#"), Lbrack: b.pos, Index: b.id("i#"), Rbrack: b.pos}},
			Tok: token.ASSIGN, TokPos: b.pos, Rhs: []ast.Expr{b.id("z#")},
		})
	} else {
		loop.Body = b.block(&ast.ExprStmt{X: b.call("delete", b.id("c#"), b.id("i#"))})
	}
	lit := b.thunk(append(list, loop)...)
	lit.Type.Params.List = []*ast.Field{{Names: []*ast.Ident{b.id("c#")}, Type: l.typ(t, pos)}}
	return lit
}
