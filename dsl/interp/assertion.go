package interp

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
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
	_, compiled := l.s.tables.Compiled(named.Obj())
	return !compiled
}

// bindSwitch gives `switch x.(type)` a variable, without which the
// interpreter takes the wrong case.
func (l *lowering) bindSwitch(n *ast.TypeSwitchStmt) {
	if x, ok := n.Assign.(*ast.ExprStmt); ok {
		n.Assign = l.at(x.Pos()).define(l.temp(), x.X)
	}
}

// isCaseError reports whether a type is error as a case of a type switch,
// where the interpreter overlooks compiled errors unless it is told error as
// a compiled type.
func (l *lowering) isCaseError(c *astutil.Cursor, t types.Type) bool {
	_, inCase := c.Parent().(*ast.CaseClause)
	return inCase && types.Identical(t, types.Universe.Lookup("error").Type())
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
