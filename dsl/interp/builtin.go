package interp

import (
	"go/ast"
	"go/token"
	"go/types"
	"golang.org/x/tools/go/ast/astutil"
)

// builtin replaces the functions the interpreter does not have.
func (l *lowering) builtin(c *astutil.Cursor, call *ast.CallExpr) {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return
	}
	b, ok := l.info.Uses[id].(*types.Builtin)
	if !ok {
		return
	}
	switch b.Name() {
	case "min", "max":
		call.Fun = l.extremum(b.Name(), types.Default(l.info.TypeOf(call)), call.Pos())
	case "recover":
		at := l.at(call.Pos())
		c.Replace(at.apply(l.hook(at, "Recovered"), at.id(l.functions[len(l.functions)-1].caught)))
	case "clear":
		call.Fun = l.clearer(l.operand[call], call.Pos())
	}
}

// extremum is func(a ...T) T { m := a[0]; for _, x := range a { if x < m || x != x { m = x } }; return m }.
func (l *lowering) extremum(name string, t types.Type, pos token.Pos) ast.Expr {
	b := l.at(pos)
	op := token.LSS
	if name == "max" {
		op = token.GTR
	}
	elem := func() ast.Expr { return l.typ(t, pos) }
	return &ast.FuncLit{
		Type: &ast.FuncType{
			Func:    b.pos,
			Params:  &ast.FieldList{List: []*ast.Field{{Names: []*ast.Ident{b.id("a#")}, Type: &ast.Ellipsis{Ellipsis: b.pos, Elt: elem()}}}},
			Results: &ast.FieldList{List: []*ast.Field{{Type: elem()}}},
		},
		Body: b.block(
			b.define("m#", &ast.IndexExpr{X: b.id("a#"), Lbrack: b.pos, Index: b.number(0), Rbrack: b.pos}),
			&ast.RangeStmt{
				For: b.pos, Key: b.id("_"), Value: b.id("x#"), TokPos: b.pos, Tok: token.DEFINE, X: b.id("a#"),
				Body: b.block(&ast.IfStmt{
					If:   b.pos,
					Cond: b.binary(b.binary(b.id("x#"), op, b.id("m#")), token.LOR, b.binary(b.id("x#"), token.NEQ, b.id("x#"))),
					Body: b.block(b.assign("m#", b.id("x#"))),
				}),
			},
			b.ret(b.id("m#")),
		),
	}
}

// clearer empties a map, or zeroes a slice.
func (l *lowering) clearer(t types.Type, pos token.Pos) ast.Expr {
	b := l.at(pos)
	var list []ast.Stmt
	loop := &ast.RangeStmt{For: b.pos, Key: b.id("i#"), TokPos: b.pos, Tok: token.DEFINE, X: b.id("c#")}
	if s, ok := t.Underlying().(*types.Slice); ok {
		list = append(list, &ast.DeclStmt{Decl: l.varDecl("z#", s.Elem(), pos)})
		loop.Body = b.block(&ast.AssignStmt{
			Lhs: []ast.Expr{&ast.IndexExpr{X: b.id("c#"), Lbrack: b.pos, Index: b.id("i#"), Rbrack: b.pos}},
			Tok: token.ASSIGN, TokPos: b.pos, Rhs: []ast.Expr{b.id("z#")},
		})
	} else {
		loop.Body = b.block(&ast.ExprStmt{X: b.call("delete", b.id("c#"), b.id("i#"))})
	}
	lit := b.thunk(append(list, loop)...)
	lit.Type.Params.List = []*ast.Field{{Names: []*ast.Ident{b.id("c#")}, Type: l.typ(t, pos)}}
	return lit
}
