package core

import (
	"go/ast"
	"go/token"
	"go/types"
)

// addressed writes out the &T of the elements of a literal that leave it out,
// and the T of the keys: where the literal is of a named type, the interpreter
// does not find it.
func (l *lowering) addressed(n *ast.CompositeLit) {
	for i, x := range n.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			kv.Key, kv.Value = l.spelled(kv.Key), l.address(kv.Value)
			continue
		}
		n.Elts[i] = l.address(x)
	}
}

func (l *lowering) spelled(x ast.Expr) ast.Expr {
	x = l.address(x)
	if n, ok := x.(*ast.CompositeLit); ok && n.Type == nil {
		n.Type = l.typ(l.info.TypeOf(n), n.Pos())
	}
	return x
}

func (l *lowering) address(x ast.Expr) ast.Expr {
	n, ok := x.(*ast.CompositeLit)
	if !ok || n.Type != nil {
		return x
	}
	p, ok := l.info.TypeOf(n).Underlying().(*types.Pointer)
	if !ok {
		return x
	}
	n.Type = l.typ(p.Elem(), n.Pos())
	return &ast.UnaryExpr{OpPos: n.Pos(), Op: token.AND, X: n}
}
