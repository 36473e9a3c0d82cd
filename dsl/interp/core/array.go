package core

import (
	"go/ast"
	"go/types"
)

// counted writes the length of an array that is left to its elements, which
// the interpreter does not count everywhere.
func (l *lowering) counted(n *ast.CompositeLit) {
	if t, ok := n.Type.(*ast.ArrayType); ok && t.Len != nil {
		t.Len = l.at(t.Len.Pos()).number(int(l.info.TypeOf(n).Underlying().(*types.Array).Len()))
	}
}

// throughPointer spells out that an element or a slice is one of the array that
// a pointer points to. The interpreter else takes the array's type for that of
// the element, and does not find it behind a name.
func (l *lowering) throughPointer(x *ast.Expr) {
	t := l.info.TypeOf(*x)
	if t == nil {
		return // made here
	}
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return
	}
	if _, ok := p.Elem().Underlying().(*types.Array); ok {
		*x = &ast.ParenExpr{Lparen: (*x).Pos(), X: &ast.StarExpr{Star: (*x).Pos(), X: *x}, Rparen: (*x).End()}
	}
}
