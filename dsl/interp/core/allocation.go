package core

import (
	"go/ast"
	"go/token"
	"go/types"
)

// newValue makes new(x) of a value, which the interpreter takes for one of a type:
// func(v T) *T { p := v; return &p }(x).
func (l *lowering) newValue(call *ast.CallExpr) ast.Expr {
	if !l.isBuiltin(call, "new") || len(call.Args) != 1 || l.info.Types[call.Args[0]].IsType() {
		return nil
	}
	p, ok := l.info.TypeOf(call).Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	b := l.at(call.Pos())
	made := &ast.FuncLit{
		Type: &ast.FuncType{
			Func:    b.pos,
			Params:  &ast.FieldList{Opening: b.pos, List: []*ast.Field{{Names: []*ast.Ident{b.id("v#")}, Type: l.typ(p.Elem(), call.Pos())}}, Closing: b.pos},
			Results: &ast.FieldList{Opening: b.pos, List: []*ast.Field{{Type: l.typ(p, call.Pos())}}, Closing: b.pos},
		},
		Body: b.block(b.define("p#", b.id("v#")), b.ret(&ast.UnaryExpr{OpPos: b.pos, Op: token.AND, X: b.id("p#")})),
	}
	return b.apply(made, l.expr(l.into(call.Args[0], p.Elem())))
}

// appendRead reads what is appended before any of it is written, where it may lie in the
// list that is written over, as in append(b[:1], b[2], b[1]):
// func(s []T, all ...T) []T { return append(s, all...) }.
func (l *lowering) appendRead(call *ast.CallExpr) ast.Expr {
	if !l.isBuiltin(call, "append") || call.Ellipsis.IsValid() || len(call.Args) < 3 || !readsElements(call.Args[1:]) {
		return nil
	}
	t := l.info.TypeOf(call)
	b := l.at(call.Pos())
	all := b.call("append", b.id("s#"), b.id("all#"))
	all.Ellipsis = b.pos
	made := &ast.FuncLit{
		Type: &ast.FuncType{
			Func: b.pos,
			Params: &ast.FieldList{Opening: b.pos, List: []*ast.Field{
				{Names: []*ast.Ident{b.id("s#")}, Type: l.typ(t, call.Pos())},
				{Names: []*ast.Ident{b.id("all#")}, Type: &ast.Ellipsis{Ellipsis: b.pos, Elt: l.typ(t.Underlying().(*types.Slice).Elem(), call.Pos())}},
			}, Closing: b.pos},
			Results: &ast.FieldList{Opening: b.pos, List: []*ast.Field{{Type: l.typ(t, call.Pos())}}, Closing: b.pos},
		},
		Body: b.block(b.ret(all)),
	}
	args := make([]ast.Expr, len(call.Args))
	for i, x := range call.Args {
		args[i] = l.expr(x)
	}
	return b.apply(made, args...)
}

// readsElements reports whether expressions read what stands in memory behind an index
// or a pointer.
func readsElements(list []ast.Expr) (found bool) {
	for _, x := range list {
		ast.Inspect(x, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.IndexExpr, *ast.StarExpr, *ast.SelectorExpr:
				found = true
			}
			return !found
		})
	}
	return found
}

// isBuiltin reports whether a call is one of Go's own function of that name.
func (l *lowering) isBuiltin(call *ast.CallExpr, name string) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok || id.Name != name {
		return false
	}
	_, ok = l.info.Uses[id].(*types.Builtin)
	return ok
}

// constantKey gives the constant key of a map, or nil, the type that keys have: the
// interpreter looks for one of the type that the constant has by itself.
func (l *lowering) constantKey(n *ast.IndexExpr) {
	t := l.info.TypeOf(n.X)
	if t == nil {
		return // made here
	}
	m, ok := t.Underlying().(*types.Map)
	if !ok || types.IsInterface(m.Key()) {
		return
	}
	tv := l.info.Types[n.Index]
	b := l.at(n.Index.Pos())
	switch _, named := types.Unalias(m.Key()).(*types.Named); {
	case tv.IsNil():
		n.Index = b.apply(&ast.ParenExpr{Lparen: b.pos, X: l.typ(m.Key(), n.Index.Pos()), Rparen: b.pos}, b.id("nil"))
	case tv.Value != nil && named:
		if k := l.constant(tv.Value, m.Key(), n.Index.Pos()); k != nil {
			n.Index = k
		}
	}
}
