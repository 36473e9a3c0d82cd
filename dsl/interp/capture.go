package interp

import (
	"go/ast"

	"golang.org/x/tools/go/ast/astutil"
)

// holdLiterals gives the function literals among the arguments of a call in a
// loop variables of their own. The interpreter binds what a literal captures
// when it is assigned, but for one passed on directly only when it is called,
// which may be turns later.
func (l *lowering) holdLiterals(c *astutil.Cursor) {
	if c.Index() < 0 || l.loops == 0 {
		return
	}
	var call *ast.CallExpr
	switch s := c.Node().(type) {
	case *ast.ExprStmt:
		call, _ = s.X.(*ast.CallExpr)
	case *ast.AssignStmt:
		if len(s.Rhs) == 1 {
			call, _ = s.Rhs[0].(*ast.CallExpr)
		}
	}
	if call == nil {
		return
	}
	for i, a := range call.Args {
		if lit, ok := a.(*ast.FuncLit); ok {
			name := l.temp()
			b := l.at(lit.Pos())
			c.InsertBefore(b.define(name, lit))
			call.Args[i] = b.id(name)
		}
	}
}
