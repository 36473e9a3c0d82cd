package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// show lowers the last expression of a cell so that its value is kept.
func (l *lowering) show(x *ast.ExprStmt) []ast.Stmt {
	tv := l.info.Types[x.X]
	if tv.IsVoid() || tv.Type == nil || l.speaks(x.X) {
		return l.stmts(x)
	}
	b := l.at(x.Pos())
	if n := results(tv.Type); n > 1 {
		assign := &ast.AssignStmt{TokPos: b.pos, Tok: token.DEFINE, Rhs: []ast.Expr{l.expr(x.X)}}
		call := b.apply(b.hook("Show"))
		for range n {
			name := l.temp()
			assign.Lhs = append(assign.Lhs, b.id(name))
			call.Args = append(call.Args, b.id(name))
		}
		return []ast.Stmt{assign, &ast.ExprStmt{X: call}}
	}
	value := l.expr(x.X)
	return []ast.Stmt{&ast.ExprStmt{X: b.apply(b.hook("Show"), value)}}
}

// results counts the values of a type that may be a tuple.
func results(t types.Type) int {
	if t, ok := t.(*types.Tuple); ok {
		return t.Len()
	}
	return 1
}

// speaks reports whether a call is made for its output, so that its count of
// bytes is not worth showing.
func (l *lowering) speaks(x ast.Expr) bool {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok {
		return false
	}
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.SelectorExpr:
		f, ok := l.info.Uses[fun.Sel].(*types.Func)
		return ok && f.Pkg() != nil && f.Pkg().Path() == "fmt" && strings.Contains(strings.ToLower(f.Name()), "print") && f.Name()[0] != 'S'
	case *ast.Ident:
		b, ok := l.info.Uses[fun].(*types.Builtin)
		return ok && b.Name() == "copy"
	}
	return false
}
