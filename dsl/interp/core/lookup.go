package core

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// lookup is the map that `v, ok = m[k]` looks into, if it does.
func (l *lowering) lookup(a *ast.AssignStmt) *types.Map {
	if len(a.Lhs) != 2 || len(a.Rhs) != 1 {
		return nil
	}
	x, ok := ast.Unparen(a.Rhs[0]).(*ast.IndexExpr)
	if !ok {
		return nil
	}
	m, _ := l.info.TypeOf(x.X).Underlying().(*types.Map)
	return m
}

// zeroMissing sets the value to zero that a map does not have. The interpreter
// leaves in its place what was there before, such as that of the last round.
func (l *lowering) zeroMissing(c *astutil.Cursor, a *ast.AssignStmt) {
	m := l.lookup(a)
	if m == nil {
		return
	}
	value, found := a.Lhs[0].(*ast.Ident), a.Lhs[1].(*ast.Ident) // see assignment
	switch {
	case blank(value):
	case blank(found):
		a.Lhs = a.Lhs[:1] // for one value the interpreter does so itself
	default:
		c.InsertAfter(l.unless(l.again(found), l.again(value), m.Elem(), a.Pos()))
	}
}

// again is what a variable is called in the interpreter.
func (l *lowering) again(id *ast.Ident) string {
	use := &ast.Ident{Name: id.Name, NamePos: id.Pos()}
	l.info.Uses[use] = l.info.ObjectOf(id)
	name, _ := l.ident(use).(*ast.Ident)
	return name.Name
}

// unless is `if !ok { v = the zero value of t }`.
func (l *lowering) unless(ok, v string, t types.Type, pos token.Pos) ast.Stmt {
	b := l.at(pos)
	return &ast.IfStmt{If: pos, Cond: &ast.UnaryExpr{OpPos: pos, Op: token.NOT, X: b.id(ok)}, Body: b.block(l.zero(v, t, pos))}
}

func blank(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == "_"
}
