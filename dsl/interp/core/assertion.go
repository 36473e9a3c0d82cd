package core

import (
	"go/ast"
	"go/types"
)

// ownConcrete reports whether a type is a session's own, or a pointer to one,
// and no interface.
func (l *lowering) ownConcrete(t types.Type) bool {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok || types.IsInterface(named) || named.Obj().Pkg() == nil {
		return false
	}
	_, compiled := l.packages.Compiled(named)
	return !compiled
}

// spellOut writes the embedded fields that a selector passes through, so that
// the interpreter need not find them.
func (l *lowering) spellOut(x *ast.SelectorExpr, sel *types.Selection) {
	t := sel.Recv()
	index := sel.Index()
	for _, i := range index[:len(index)-1] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		st, ok := t.Underlying().(*types.Struct)
		if !ok {
			return
		}
		f := st.Field(i)
		x.X = &ast.SelectorExpr{X: x.X, Sel: &ast.Ident{Name: f.Name(), NamePos: x.Sel.Pos()}}
		t = f.Type()
	}
}
