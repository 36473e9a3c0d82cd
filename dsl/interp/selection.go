package interp

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strconv"
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
	call := b.apply(l.hook(b, "Select"))
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
	opened := b.apply(l.helper("open "+strconv.Itoa(l.s.number(rt)), b, func() reflect.Value { return l.s.opened(rt) }), b.id(value))
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

// number is that of a type among those helpers were made for.
func (s *Session) number(t reflect.Type) int {
	n, ok := s.numbers[t]
	if !ok {
		n = len(s.numbers)
		s.numbers[t] = n
	}
	return n
}

// opened is a function that takes a value out of an interface, the zero value
// out of nil.
func (s *Session) opened(t reflect.Type) reflect.Value {
	ft := reflect.FuncOf([]reflect.Type{reflect.TypeFor[any]()}, []reflect.Type{t}, false)
	return reflect.MakeFunc(ft, func(args []reflect.Value) []reflect.Value {
		out := reflect.New(t).Elem()
		if v := reflect.ValueOf(s.mint.Open(args[0].Interface())); v.IsValid() {
			out.Set(v)
		}
		return []reflect.Value{out}
	})
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

// choose is select over cases of three values: whether it sends, its channel,
// what it sends. Without wait there is a default, of number -1.
func (s *Session) choose(wait bool, args ...any) (chosen int, value any, ok bool) {
	cases := make([]reflect.SelectCase, 0, len(args)/3+1)
	for i := 0; i < len(args); i += 3 {
		c := reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(args[i+1])}
		if args[i].(bool) {
			c.Dir = reflect.SelectSend
			c.Send = reflect.New(c.Chan.Type().Elem()).Elem()
			if args[i+2] != nil {
				c.Send.Set(reflect.ValueOf(args[i+2]))
			}
		}
		cases = append(cases, c)
	}
	own := len(cases)
	if wait {
		cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(s.machine.Done())})
		if r := s.runs.mine(); r != nil && !r.ended.Load() {
			cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(r.ctx.Done())})
		}
	} else {
		cases = append(cases, reflect.SelectCase{Dir: reflect.SelectDefault})
	}
	for {
		n, v, ok := reflect.Select(cases)
		switch {
		case n >= own && !wait:
			return -1, nil, false
		case n >= own:
			s.stop() // or else another cell was stopped, or this one ended before
			cases = cases[:own+1]
		case v.IsValid():
			return n, v.Interface(), ok
		default:
			return n, nil, ok
		}
	}
}
