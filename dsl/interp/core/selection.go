package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
)

// A select statement evaluates its channels and what it sends, has a compiled
// function choose, and becomes a switch over the number of the case. The
// interpreter's own shares one list of cases among all goroutines.

// selectStmt is the statements that prepare a select, and the switch.
func (l *lowering) selectStmt(n *ast.SelectStmt) (before []ast.Stmt, out *ast.SwitchStmt) {
	b := l.at(n.Pos())
	keep := func(x ast.Expr) ast.Expr {
		name := l.temp()
		before = append(before, b.define(name, x))
		return b.id(name)
	}
	chosen, value, ok := l.temp(), l.temp(), l.temp()
	call := b.apply(b.hook("Select"))
	out = &ast.SwitchStmt{Switch: b.pos, Tag: nil, Body: &ast.BlockStmt{Lbrace: n.Body.Lbrace, Rbrace: n.Body.Rbrace}}
	wait := "true"
	cases := 0
	for _, c := range n.Body.List {
		c := c.(*ast.CommClause)
		made := &ast.CaseClause{Case: c.Case, Colon: c.Colon}
		if c.Comm == nil {
			wait = "false"
			made.Body = l.list(c.Body)
			out.Body.List = append(out.Body.List, made)
			continue
		}
		var first []ast.Stmt
		switch s := c.Comm.(type) {
		case *ast.SendStmt:
			ch := l.info.TypeOf(s.Chan).Underlying().(*types.Chan)
			sent := l.temp()
			channel := keep(l.channel(s.Chan))
			before = append(before, &ast.DeclStmt{Decl: l.varDecl(sent, ch.Elem(), s.Pos())})
			if !l.info.Types[s.Value].IsNil() {
				before = append(before, b.assign(sent, l.expr(l.into(s.Value, ch.Elem()))))
			}
			call.Args = append(call.Args, b.id("true"), channel, b.id(sent))
		case *ast.ExprStmt:
			call.Args = append(call.Args, b.id("false"), keep(l.channel(received(s.X))), b.id("nil"))
		case *ast.AssignStmt:
			x := received(s.Rhs[0])
			ch := l.info.TypeOf(x).Underlying().(*types.Chan)
			call.Args = append(call.Args, b.id("false"), keep(l.channel(x)), b.id("nil"))
			first = l.receive(s, ch.Elem(), value, ok)
		}
		made.List = []ast.Expr{b.binary(b.id(chosen), token.EQL, b.number(cases))}
		cases++
		made.Body = append(first, l.list(c.Body)...)
		out.Body.List = append(out.Body.List, made)
	}
	call.Args = append([]ast.Expr{b.id(wait)}, call.Args...)
	before = append(before, &ast.AssignStmt{
		Lhs: []ast.Expr{b.id(chosen), b.id(value), b.id(ok)}, TokPos: b.pos, Tok: token.DEFINE, Rhs: []ast.Expr{call},
	})
	return before, out
}

// received is the channel of a receive operation.
func received(x ast.Expr) ast.Expr { return ast.Unparen(x).(*ast.UnaryExpr).X }

// receive gives what was received to those it was meant for.
func (l *lowering) receive(s *ast.AssignStmt, elem types.Type, value, ok string) (list []ast.Stmt) {
	b := l.at(s.Pos())
	rt := l.runtimeType(elem, s.Pos())
	opened := b.apply(l.helper(conversion{"open", rt}, b, func() reflect.Value { return l.opened(rt) }), b.id(value))
	if s.Tok == token.DEFINE {
		for i, x := range s.Lhs {
			if !blank(x) {
				list = append(list, &ast.AssignStmt{Lhs: []ast.Expr{l.expr(x)}, TokPos: b.pos, Tok: s.Tok, Rhs: []ast.Expr{[]ast.Expr{opened, b.id(ok)}[i]}})
			}
		}
		return list
	}
	got := l.fresh(elem, b)
	found := &ast.Ident{Name: ok, NamePos: b.pos}
	l.info.Types[found] = types.TypeAndValue{Type: types.Typ[types.Bool]}
	set := &ast.AssignStmt{TokPos: b.pos, Tok: token.ASSIGN}
	for i, x := range s.Lhs {
		if !blank(x) {
			set.Lhs, set.Rhs = append(set.Lhs, x), append(set.Rhs, []ast.Expr{got, found}[i])
		}
	}
	if len(set.Lhs) > 0 {
		list = append([]ast.Stmt{b.define(got.Name, opened)}, l.list([]ast.Stmt{set})...)
	}
	return list
}

// channel is a channel expression as one of an unnamed type, the only one with
// which the interpreter sends and receives.
func (l *lowering) channel(x ast.Expr) ast.Expr {
	if _, named := types.Unalias(l.info.TypeOf(x)).(*types.Named); named {
		return l.unnamedChannel(x)
	}
	return l.expr(x)
}

// unnamedChannel says so of every channel: where one comes out of a compiled
// type, the interpreter knows no more of it than that.
func (l *lowering) unnamedChannel(x ast.Expr) ast.Expr {
	b := l.at(x.Pos())
	t := l.info.TypeOf(x).Underlying()
	return b.apply(&ast.ParenExpr{Lparen: b.pos, X: l.typ(t, x.Pos()), Rparen: b.pos}, l.expr(x))
}
