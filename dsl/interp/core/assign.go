package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
)

// separate splits an assignment of several values, of which some are
// constants: the interpreter forgets to assign those. Constants for anything
// but plain names go first, since their places are evaluated before anything
// is assigned; those for names go last.
func separate(a *ast.AssignStmt) []ast.Stmt {
	if a.Tok != token.ASSIGN || len(a.Lhs) < 2 || len(a.Lhs) != len(a.Rhs) {
		return []ast.Stmt{a}
	}
	var first, last []ast.Stmt
	rest := &ast.AssignStmt{TokPos: a.TokPos, Tok: token.ASSIGN}
	for i, x := range a.Rhs {
		one := &ast.AssignStmt{Lhs: []ast.Expr{a.Lhs[i]}, TokPos: a.TokPos, Tok: token.ASSIGN, Rhs: []ast.Expr{x}}
		_, name := a.Lhs[i].(*ast.Ident)
		switch {
		case !constantLike(x):
			rest.Lhs, rest.Rhs = append(rest.Lhs, a.Lhs[i]), append(rest.Rhs, x)
		case name:
			last = append(last, one)
		default:
			first = append(first, one)
		}
	}
	if len(rest.Lhs) == len(a.Lhs) {
		return []ast.Stmt{a}
	}
	list := first
	if len(rest.Lhs) > 0 {
		list = append(list, rest)
	}
	return append(list, last...)
}

// holdConstants gives the constants among several values assigned to places,
// rather than names, variables of their own, for the same reason: all places
// and values come before the first assignment.
func (l *lowering) holdConstants(c *astutil.Cursor, a *ast.AssignStmt) {
	if a.Tok != token.ASSIGN || len(a.Lhs) < 2 || len(a.Lhs) != len(a.Rhs) {
		return
	}
	places := false
	for _, x := range a.Lhs {
		_, name := x.(*ast.Ident)
		places = places || !name
	}
	if !places {
		return
	}
	for i, x := range a.Rhs {
		tv := l.info.Types[x]
		t := l.info.TypeOf(a.Lhs[i])
		if tv.Value == nil && !tv.IsNil() || t == nil {
			continue
		}
		name := l.temp()
		b := l.at(x.Pos())
		c.InsertBefore(&ast.DeclStmt{Decl: l.varDecl(name, t, x.Pos())})
		if !tv.IsNil() {
			c.InsertBefore(b.assign(name, l.expr(x)))
		}
		a.Rhs[i] = b.id(name)
	}
}

// holdValues evaluates what several variables are set to before any is set:
// the interpreter may set one while it evaluates the next. What calls or slices
// comes first, as the compiler has it, though the language leaves that open.
func (l *lowering) holdValues(c *astutil.Cursor, a *ast.AssignStmt) {
	if len(a.Lhs) < 2 || len(a.Lhs) != len(a.Rhs) {
		return
	}
	var first, last []int
	made := false
	for i, x := range a.Rhs {
		_, call := x.(*ast.CallExpr)
		switch _, lit := x.(*ast.FuncLit); {
		case lit || constantLike(x):
		case l.comesFirst(x):
			first, made = append(first, i), true
		default:
			last, made = append(last, i), made || call
		}
	}
	if !made {
		return
	}
	for _, i := range append(first, last...) {
		name := l.temp()
		b := l.at(a.Rhs[i].Pos())
		c.InsertBefore(b.define(name, a.Rhs[i]))
		a.Rhs[i] = b.id(name)
	}
}

// comesFirst reports whether a lowered expression slices, or calls what does
// more than look or convert.
func (l *lowering) comesFirst(x ast.Expr) (found bool) {
	switch x.(type) {
	case *ast.SliceExpr, *ast.CompositeLit:
		return true
	}
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			switch f := n.Fun.(type) {
			case *ast.ParenExpr: // a conversion
			case *ast.Ident:
				found = found || f.Name != "len" && f.Name != "cap" || !l.info.Types[f].IsBuiltin()
			default:
				found = true
			}
		}
		return !found
	})
	return found
}

// constantLike reports whether a lowered expression is a constant, or nil.
func constantLike(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.BasicLit:
		return true
	case *ast.Ident:
		return x.Name == "true" || x.Name == "false" || x.Name == "nil"
	case *ast.ParenExpr:
		return constantLike(x.X)
	case *ast.UnaryExpr:
		return constantLike(x.X)
	case *ast.CallExpr: // as the lowering writes a typed constant
		_, conversion := x.Fun.(*ast.ParenExpr)
		return conversion && len(x.Args) == 1 && constantLike(x.Args[0])
	}
	return false
}

// blankFirst gives `_, ok = x` a variable for what is not wanted, which the
// interpreter otherwise puts where it does not belong. It returns what to
// write instead, or nil where all is well.
func (l *lowering) blankFirst(a *ast.AssignStmt) ast.Stmt {
	if a.Tok != token.ASSIGN || len(a.Lhs) != 2 || len(a.Rhs) != 1 {
		return nil
	}
	id, ok := a.Lhs[0].(*ast.Ident)
	if !ok || id.Name != "_" {
		return nil
	}
	t := l.operand[a]
	if tuple, ok := t.(*types.Tuple); ok {
		t = tuple.At(0).Type()
	}
	if t == nil {
		return nil
	}
	name := l.temp()
	a.Lhs[0] = &ast.Ident{Name: name, NamePos: id.Pos()}
	return l.at(a.Pos()).block(&ast.DeclStmt{Decl: l.varDecl(name, t, id.Pos())}, a)
}

// blankCondition names a condition that is evaluated for what it does only,
// without which the interpreter does not compile it.
func (l *lowering) blankCondition(a *ast.AssignStmt) {
	if a.Tok != token.ASSIGN || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
		return
	}
	id, ok := a.Lhs[0].(*ast.Ident)
	if !ok || id.Name != "_" || l.info.Types[a.Rhs[0]].Value != nil {
		return
	}
	if t, ok := types.Default(l.info.TypeOf(a.Rhs[0])).Underlying().(*types.Basic); ok && t.Info()&types.IsBoolean != 0 {
		a.Lhs[0], a.Tok = &ast.Ident{Name: l.temp(), NamePos: id.Pos()}, token.DEFINE
	}
}

// holdInterfaces makes what is computed for a variable of interface type a
// value of that type first: the interpreter would compute it in the place of
// the variable, which then has the type of the value, or loses it.
func (l *lowering) holdInterfaces(a *ast.AssignStmt) {
	if a.Tok != token.ASSIGN || len(a.Lhs) != len(a.Rhs) {
		return
	}
	for i, x := range a.Rhs {
		t := l.info.TypeOf(a.Lhs[i])
		if t == nil || !types.IsInterface(t) || l.info.Types[x].Value != nil {
			continue
		}
		a.Rhs[i] = l.intoVariable(x, t)
	}
}

// intoVariable is a value on its way into a variable of interface type.
func (l *lowering) intoVariable(x ast.Expr, t types.Type) ast.Expr {
	if made := l.into(x, t); made != x {
		return made
	}
	if _, ok := ast.Unparen(x).(*ast.CompositeLit); ok && types.IsInterface(t) {
		return l.held(x, t)
	}
	return x
}

// holdKeys evaluates the maps and keys of what is set, where they are
// variables that are set too: the interpreter looks at them too late.
func (l *lowering) holdKeys(c *astutil.Cursor, a *ast.AssignStmt) {
	if a.Tok != token.ASSIGN || len(a.Lhs) < 2 {
		return
	}
	set := map[types.Object]bool{}
	for _, x := range a.Lhs {
		if id, ok := x.(*ast.Ident); ok {
			set[l.info.Uses[id]] = true
		}
	}
	for _, x := range a.Lhs {
		place, ok := ast.Unparen(x).(*ast.IndexExpr)
		if !ok {
			continue
		}
		if _, ok := l.info.TypeOf(place.X).Underlying().(*types.Map); !ok {
			continue
		}
		for _, part := range []*ast.Expr{&place.X, &place.Index} {
			if id, ok := ast.Unparen(*part).(*ast.Ident); ok && set[l.info.Uses[id]] {
				name := l.temp()
				b := l.at(id.Pos())
				c.InsertBefore(b.define(name, l.expr(id)))
				*part = b.id(name)
			}
		}
	}
}

// holdPlaces evaluates the places of several values before these, where a
// place calls a function.
func (l *lowering) holdPlaces(c *astutil.Cursor, a *ast.AssignStmt) {
	if a.Tok != token.ASSIGN || len(a.Lhs) < 2 || !slices.ContainsFunc(a.Lhs, func(x ast.Expr) bool { return mayWait(x) }) {
		return
	}
	for _, x := range a.Lhs {
		l.holdPlace(c, x)
	}
}

// oneByOne assigns several values, some of which go into interfaces, one by
// one, when all of them and all places are known: the interpreter holds an
// interface value as one of a type of its own meanwhile. It returns nil where
// that need not be.
func (l *lowering) oneByOne(c *astutil.Cursor, a *ast.AssignStmt) ast.Stmt {
	if a.Tok != token.ASSIGN || len(a.Lhs) < 2 || len(a.Lhs) != len(a.Rhs) {
		return nil
	}
	found := false
	for _, x := range a.Lhs {
		t := l.info.TypeOf(x)
		found = found || t != nil && types.IsInterface(t)
	}
	if !found {
		return nil
	}
	for _, x := range a.Lhs {
		l.holdPlace(c, x)
	}
	b := l.at(a.Pos())
	var list []ast.Stmt
	for i, x := range a.Rhs {
		if tv := l.info.Types[x]; tv.Value == nil && !tv.IsNil() {
			name := l.temp()
			c.InsertBefore(b.define(name, l.expr(l.into(x, l.info.TypeOf(a.Lhs[i])))))
			x = b.id(name)
		} else {
			x = l.expr(l.into(x, l.info.TypeOf(a.Lhs[i])))
		}
		list = append(list, &ast.AssignStmt{Lhs: []ast.Expr{l.expr(a.Lhs[i])}, TokPos: a.TokPos, Tok: token.ASSIGN, Rhs: []ast.Expr{x}})
	}
	return b.block(list...)
}

// holdPlace evaluates what says where a value is to be put: the map or slice
// and the index, the pointer.
func (l *lowering) holdPlace(c *astutil.Cursor, x ast.Expr) {
	switch x := x.(type) {
	case *ast.ParenExpr:
		l.holdPlace(c, x.X)
	case *ast.StarExpr:
		x.X = l.holdOperand(c, x.X)
	case *ast.SelectorExpr:
		if sel := l.info.Selections[x]; sel == nil {
			return // of a package
		}
		l.holdBase(c, &x.X)
	case *ast.IndexExpr:
		switch l.info.TypeOf(x.X).Underlying().(type) {
		case *types.Map, *types.Slice:
			x.X = l.holdOperand(c, x.X)
		default:
			l.holdBase(c, &x.X)
		}
		x.Index = l.holdOperand(c, x.Index)
	}
}

// holdBase does so for what a field or the element of an array is a part of.
func (l *lowering) holdBase(c *astutil.Cursor, x *ast.Expr) {
	if _, pointer := l.info.TypeOf(*x).Underlying().(*types.Pointer); pointer {
		*x = l.holdOperand(c, *x)
		return
	}
	l.holdPlace(c, *x)
}

// holdOperand is a value in a variable of its own.
func (l *lowering) holdOperand(c *astutil.Cursor, x ast.Expr) ast.Expr {
	tv := l.info.Types[x]
	if tv.Value != nil || tv.Type == nil {
		return x
	}
	b := l.at(x.Pos())
	v := l.fresh(tv.Type, b)
	c.InsertBefore(b.define(v.Name, l.expr(x)))
	return v
}
