package core

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"

	"unfold/dsl/interp/gotypes"
)

// before rewrites what is replaced as a whole: types, constants and names.
func (l *lowering) before(c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.FuncLit:
		sig, _ := types.Unalias(l.info.TypeOf(n)).(*types.Signature)
		l.enter(sig)
		l.begin(n.Type, n.Body, l.deferred[n])
		return true
	case *ast.DeferStmt:
		l.noteDefer(n)
	case *ast.GoStmt:
		l.noteCall(n.Call)
	case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		c.Replace(l.compound(n.(ast.Stmt), nil))
		return false
	case *ast.LabeledStmt:
		l.labelled(c, n)
		return false
	case *ast.BranchStmt:
		l.branch(n)
	case *ast.SendStmt:
		n.Value = l.into(n.Value, l.info.TypeOf(n.Chan).Underlying().(*types.Chan).Elem())
		n.Chan = l.unnamedChannel(n.Chan)
	case *ast.FuncType:
		if _, ok := c.Parent().(*ast.FuncLit); ok {
			return true // its parameters have names
		}
	case *ast.Ellipsis:
		return true
	case *ast.DeclStmt:
		return l.localDecl(c, n)
	case *ast.ReturnStmt:
		l.intoResults(n)
	case *ast.ValueSpec:
		if n.Type != nil && types.IsInterface(l.info.TypeOf(n.Type)) {
			for i, x := range n.Values {
				n.Values[i] = l.held(x, l.info.TypeOf(n.Type))
			}
		}
	case *ast.TypeAssertExpr:
		if n.Type != nil {
			c.Replace(l.assertion(n))
			return false
		}
	case *ast.BinaryExpr:
		if l.info.Types[n].Value == nil {
			if x := l.comparison(n); x != nil {
				c.Replace(x)
				return false
			}
		}
	case *ast.AssignStmt:
		l.reuseResults(c, n)
		if list := l.assignment(n); list != nil {
			c.Replace(l.at(n.Pos()).block(l.list(list)...))
			return false
		}
		for _, s := range l.list(l.definition(n)) {
			c.InsertBefore(s)
		}
		l.zeroMissing(c, n)
		if len(n.Lhs) <= 2 && len(n.Rhs) == 1 {
			l.given[n] = l.info.TypeOf(n.Rhs[0])
		}
		l.blankCondition(n)
		l.holdInterfaces(n)
	case *ast.SelectorExpr:
		if x, ok := n.X.(*ast.Ident); ok && isAlias(x) {
			return false // made here
		}
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			if _, named := types.Unalias(l.info.TypeOf(n.X)).(*types.Named); named {
				n.X = l.channel(n.X)
			}
		}
	case *ast.CallExpr:
		if x := l.newValue(n); x != nil {
			c.Replace(x)
			return false
		}
		l.typedNil(n)
		l.noVariadic(n)
		l.intoParameters(n)
		l.closeArguments(n)
		if x := l.appendRead(n); x != nil {
			c.Replace(x)
			return false
		}
		l.callMethod(n)
	case *ast.IndexExpr:
		l.intoKey(n)
		l.constantKey(n)
		l.throughPointer(&n.X)
	case *ast.SliceExpr:
		l.throughPointer(&n.X)
	case *ast.CompositeLit:
		l.counted(n)
		l.keyed(n)
		l.addressed(n)
		l.intoElements(n)
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
	case typed && tv.Value != nil && (!literal(x) || moved(c)):
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
			l.given[x] = l.info.TypeOf(x.Args[0])
		}
	}
	return true
}

// after rewrites what is made of parts that have been rewritten.
func (l *lowering) after(c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.FuncLit:
		l.leave()
		l.end(n.Body)
	case *ast.DeferStmt:
		c.Replace(l.deferStmt(n))
	case *ast.ReturnStmt:
		if s := l.returned(n); s != nil {
			c.Replace(s)
		}
	case *ast.CallExpr:
		l.builtin(c, n)
	case *ast.ParenExpr:
		if !l.info.Types[n].IsType() && c.Name() != "Fun" {
			c.Replace(n.X) // the interpreter gets some of them wrong
		}
	case *ast.AssignStmt:
		if s := l.setFunction(n); s != nil {
			c.Replace(s)
		}
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
			return true
		}
	case *ast.Field:
		for _, n := range parent.Names {
			if n == id {
				if v, ok := l.info.Defs[id].(*types.Var); ok && !v.IsField() {
					id.Name = l.local(v)
				}
				return true
			}
		}
	}
	return false
}

// keyed names the fields of a struct literal, which the interpreter else
// refuses for unexported ones.
func (l *lowering) keyed(n *ast.CompositeLit) {
	t := l.info.TypeOf(n)
	if p, ok := t.Underlying().(*types.Pointer); ok { // of an element whose & is left out
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, x := range n.Elts {
		if _, has := x.(*ast.KeyValueExpr); has {
			return
		}
		key := l.at(x.Pos()).id(st.Field(i).Name())
		l.info.Uses[key] = st.Field(i)
		n.Elts[i] = &ast.KeyValueExpr{Key: key, Colon: x.Pos(), Value: x}
	}
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

// moved reports whether a constant is what a shift moves: it has the type of
// the place where the result goes, which the interpreter takes to be int.
func moved(c *astutil.Cursor) bool {
	shift, ok := c.Parent().(*ast.BinaryExpr)
	return ok && c.Name() == "X" && (shift.Op == token.SHL || shift.Op == token.SHR)
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
	if ours := l.name(obj); ours != "" {
		return &ast.Ident{Name: ours, NamePos: id.Pos()}
	}
	if pkg := obj.Pkg(); pkg != nil && pkg != l.own && obj.Parent() == pkg.Scope() {
		return l.member(pkg, obj.Name(), id.Pos())
	}
	if v, ok := obj.(*types.Var); ok && !v.IsField() {
		id.Name = l.local(v)
	}
	return id
}

// member is an exported name of a compiled package.
func (l *lowering) member(pkg *types.Package, name string, pos token.Pos) ast.Expr {
	l.needs[pkg.Path()] = true
	b := l.at(pos)
	if pkg == l.prelude {
		name = PreludePrefix + name
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
			if f, ok := obj.(*types.Func); ok && gotypes.IsGeneric(f) {
				if inst, ok := l.info.Instances[x.Sel]; ok {
					c.Replace(l.at(x.Pos()).id(l.instance(f, inst.TypeArgs, x.Pos())))
					return false
				}
			}
			if ours := l.name(obj); ours != "" { // of a package from source
				c.Replace(l.at(x.Pos()).id(ours))
			} else if obj != nil && obj.Pkg() != nil {
				c.Replace(l.member(obj.Pkg(), obj.Name(), x.Pos()))
			}
			return false
		}
	}
	sel := l.info.Selections[x]
	switch {
	case sel == nil:
	case sel.Kind() == types.MethodExpr && !l.compiledValue(sel.Recv()):
		c.Replace(l.methodExpr(x, sel))
		return false
	case sel.Kind() == types.MethodVal && l.ownMethod(sel) != nil:
		c.Replace(l.methodValue(x, sel))
		return false
	case sel.Kind() == types.MethodVal && c.Name() != "Fun":
		c.Replace(l.compiledMethodValue(x, sel))
		return false
	case len(sel.Index()) > 1:
		l.spellOut(x, sel)
	}
	return true
}

func (l *lowering) compiledValue(t types.Type) bool {
	return !l.ownConcrete(t) && !types.IsInterface(t)
}

// localDecl takes constants and types out of function bodies: the former
// stand as values, the latter become package types under a name of their own.
func (l *lowering) localDecl(c *astutil.Cursor, d *ast.DeclStmt) bool {
	g := d.Decl.(*ast.GenDecl)
	if g.Tok != token.VAR {
		if c.Index() >= 0 {
			c.Delete() // an empty statement would end a case for the interpreter
		} else {
			c.Replace(&ast.EmptyStmt{Semicolon: d.Pos()})
		}
		return false
	}
	return true
}
