package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
)

// reuseResults sets the named results that a := beside new variables means, as in
// v, err := f(): results and body are one block in Go, and two to the interpreter, which
// would make another err. All values are named first, then each variable gets its own.
func (l *lowering) reuseResults(c *astutil.Cursor, a *ast.AssignStmt) {
	if a.Tok != token.DEFINE || c.Index() < 0 || !slices.ContainsFunc(a.Lhs, l.isResult) {
		return
	}
	b := l.at(a.Pos())
	var after []ast.Stmt
	for i, x := range a.Lhs {
		if blank(x) {
			continue
		}
		tok := token.DEFINE
		if l.info.Defs[x.(*ast.Ident)] == nil {
			tok = token.ASSIGN
		}
		held := l.fresh(l.info.TypeOf(x), b)
		a.Lhs[i] = b.id(held.Name)
		after = append(after, l.stmts(&ast.AssignStmt{Lhs: []ast.Expr{x}, TokPos: a.TokPos, Tok: tok, Rhs: []ast.Expr{held}})...)
	}
	for _, s := range slices.Backward(after) {
		c.InsertAfter(s)
	}
}

// isResult reports whether an expression is a named result of the function around it.
func (l *lowering) isResult(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	results := l.results[len(l.results)-1]
	if !ok || results == nil {
		return false
	}
	used := l.info.Uses[id]
	for v := range results.Variables() {
		if types.Object(v) == used {
			return true
		}
	}
	return false
}
