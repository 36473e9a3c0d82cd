package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
)

// selectStmt evaluates the channels and what is sent, has a compiled function
// choose, and is a switch over the number of the case.
func (p *switches) selectStmt(n *ast.SelectStmt) ast.Stmt {
	b := p.at(n.Pos())
	s := &communication{tree: p.tree, wait: true,
		chosen: p.variable(types.Typ[types.Int]), value: p.variable(types.NewInterfaceType(nil, nil)), ok: p.variable(types.Typ[types.Bool])}
	out := &ast.SwitchStmt{Switch: b.pos, Body: &ast.BlockStmt{Lbrace: n.Body.Lbrace, Rbrace: n.Body.Rbrace}}
	for _, c := range n.Body.List {
		out.Body.List = append(out.Body.List, s.clause(c.(*ast.CommClause)))
	}
	call := b.apply(b.hook("Select"), append([]ast.Expr{b.truth(s.wait)}, s.args...)...)
	results := types.NewTuple(s.chosen, s.value, s.ok)
	s.before = append(s.before, &ast.AssignStmt{
		Lhs: []ast.Expr{b.defined(s.chosen), b.defined(s.value), b.defined(s.ok)}, TokPos: b.pos, Tok: token.DEFINE, Rhs: []ast.Expr{b.of(call, results)},
	})
	return preceded(out, s.before)
}

// A communication is a select statement on its way.
type communication struct {
	tree
	before            []ast.Stmt
	args              []ast.Expr // of the function that chooses: whether to send, the channel, what to send
	cases             int
	wait              bool // there is no default
	chosen, value, ok *types.Var
}

// clause is a case of a select as one of the switch.
func (s *communication) clause(c *ast.CommClause) *ast.CaseClause {
	made := &ast.CaseClause{Case: c.Case, Colon: c.Colon, Body: c.Body}
	if c.Comm == nil {
		s.wait = false
		return made
	}
	b := s.at(c.Pos())
	switch comm := c.Comm.(type) {
	case *ast.SendStmt:
		s.send(comm)
	case *ast.ExprStmt:
		s.offer(b.truth(false), s.channel(comm.X), b.id("nil"))
	case *ast.AssignStmt:
		channel := s.channel(comm.Rhs[0])
		s.offer(b.truth(false), channel, b.id("nil"))
		made.Body = append(s.receive(comm, s.info.TypeOf(comm.Rhs[0])), c.Body...)
	}
	made.List = []ast.Expr{b.compare(b.use(s.chosen), token.EQL, b.number(s.cases))}
	s.cases++
	return made
}

func (s *communication) offer(args ...ast.Expr) { s.args = append(s.args, args...) }

// send names what is sent, as a value of the channel's type.
func (s *communication) send(n *ast.SendStmt) {
	b := s.at(n.Pos())
	channel := s.keep(n.Chan)
	sent := s.variable(s.underlying(n.Chan).(*types.Chan).Elem())
	s.before = append(s.before, b.zeroed(sent))
	if !s.isNil(n.Value) {
		s.before = append(s.before, b.set(b.use(sent), n.Value))
	}
	s.offer(b.truth(true), channel, b.use(sent))
}

// channel names the channel of a receive operation.
func (s *communication) channel(x ast.Expr) ast.Expr {
	return s.keep(ast.Unparen(x).(*ast.UnaryExpr).X)
}

func (s *communication) keep(x ast.Expr) ast.Expr {
	b := s.at(x.Pos())
	v := s.variable(s.info.TypeOf(x))
	if u := v.Type().Underlying(); hasName(v.Type()) {
		v = s.variable(u)
		x = b.convert(u, x)
	}
	s.before = append(s.before, b.declare(v, x))
	return b.use(v)
}

// receive gives what was received to those it was meant for.
func (s *communication) receive(n *ast.AssignStmt, received types.Type) (list []ast.Stmt) {
	b := s.at(n.Pos())
	elem := received
	if pair, ok := elem.(*types.Tuple); ok {
		elem = pair.At(0).Type()
	}
	rt := s.runtimeType(elem, n.Pos())
	opened := b.of(b.apply(s.helper(conversion{"open", rt}, b.place, func() reflect.Value { return s.opened(rt) }), b.use(s.value)), elem)
	if n.Tok == token.DEFINE {
		for i, x := range n.Lhs {
			if !blank(x) {
				list = append(list, &ast.AssignStmt{Lhs: []ast.Expr{x}, TokPos: b.pos, Tok: n.Tok, Rhs: []ast.Expr{[]ast.Expr{opened, b.use(s.ok)}[i]}})
			}
		}
		return list
	}
	got := s.variable(elem)
	set := &ast.AssignStmt{TokPos: b.pos, Tok: token.ASSIGN}
	for i, x := range n.Lhs {
		if !blank(x) {
			set.Lhs, set.Rhs = append(set.Lhs, x), append(set.Rhs, []ast.Expr{b.use(got), b.use(s.ok)}[i])
		}
	}
	if len(set.Lhs) > 0 {
		list = []ast.Stmt{b.declare(got, opened), set}
	}
	return list
}
