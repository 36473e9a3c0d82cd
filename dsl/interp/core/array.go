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

// throughPointer spells out that an element is one of the array a pointer
// points to, whose type the interpreter else takes for that of the element.
func (l *lowering) throughPointer(n *ast.IndexExpr) {
	t := l.info.TypeOf(n.X)
	if t == nil {
		return // made here
	}
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return
	}
	if _, ok := p.Elem().Underlying().(*types.Array); ok {
		n.X = &ast.ParenExpr{Lparen: n.X.Pos(), X: &ast.StarExpr{Star: n.X.Pos(), X: n.X}, Rparen: n.X.End()}
	}
}
