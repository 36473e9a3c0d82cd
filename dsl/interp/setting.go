package interp

import (
	"go/ast"
	"go/token"
	"go/types"
)

// setFunction sets a variable to a function that a call returns in two steps:
// what a compiled function returns, the interpreter puts in the place of the
// variable instead of into it, so that it cannot be set again, nor be seen by
// who has captured it. It returns nil where nothing need be done.
func (l *lowering) setFunction(a *ast.AssignStmt, inList bool) ast.Stmt {
	if a.Tok != token.ASSIGN || len(a.Lhs) != 1 || len(a.Rhs) != 1 || !isFunction(l.operand[a]) || blank(a.Lhs[0]) {
		return nil
	}
	if _, call := a.Rhs[0].(*ast.CallExpr); !call {
		return nil
	}
	b := l.at(a.Pos())
	name := l.temp()
	steps := []ast.Stmt{b.define(name, a.Rhs[0]), a}
	a.Rhs[0] = b.id(name)
	if inList {
		return b.block(steps...)
	}
	return &ast.ExprStmt{X: b.apply(b.thunk(steps...))} // in the header of a loop
}

func isFunction(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}
