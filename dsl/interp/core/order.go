package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"

	"unfold/dsl/interp/wait"
)

// Order puts what a statement does into Go's order, where the interpreter has
// another: each step becomes a statement, and what it computes gets a name. What
// the interpreter orders by itself is left as it is, since names cost time.
//
// What a statement becomes may be several, for which there is room in a list
// only. So what stands in a header goes before the statement whose header it was
// in, or, if it is to be done in every turn of a loop, to where a turn begins.
type order struct {
	tree
	named []bool // whether the results of the functions around the node have names
}

func (p *order) before(c *astutil.Cursor) bool {
	if n, ok := c.Node().(*ast.FuncLit); ok {
		sig, ok := types.Unalias(p.info.TypeOf(n)).(*types.Signature)
		p.named = append(p.named, ok && sig.Results().Len() > 0 && sig.Results().At(0).Name() != "")
	}
	return true
}

func (p *order) after(c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.FuncLit:
		p.named = p.named[:len(p.named)-1]
	case *ast.LabeledStmt:
		c.Replace(sink(n))
	case *ast.IfStmt:
		c.Replace(p.ifStmt(n))
	case *ast.ForStmt:
		c.Replace(p.forStmt(n))
	case *ast.RangeStmt:
		s := p.steps(n.Pos())
		s.expr(&n.X)
		c.Replace(preceded(n, s.list))
	case *ast.SwitchStmt:
		c.Replace(preceded(n, p.header(&n.Init)))
	case *ast.CaseClause:
		for i := range n.List {
			p.enclose(&n.List[i])
		}
	case ast.Stmt:
		if c.Index() >= 0 {
			p.spread(c, p.split(n))
		}
	}
	return true
}

// spread puts statements where one was.
func (p *order) spread(c *astutil.Cursor, list []ast.Stmt) {
	last := len(list) - 1
	for _, s := range list[:last] {
		c.InsertBefore(s)
	}
	if list[last] != c.Node() {
		c.Replace(list[last])
	}
}

// header takes what is more than one step out of a header.
func (p *order) header(s *ast.Stmt) []ast.Stmt {
	if *s == nil {
		return nil
	}
	list := p.split(*s)
	if len(list) == 1 {
		if _, block := list[0].(*ast.BlockStmt); !block {
			*s = list[0]
			return nil
		}
	}
	*s = nil
	return list
}

func (p *order) ifStmt(n *ast.IfStmt) ast.Stmt {
	before := p.header(&n.Init)
	s := p.steps(n.Pos())
	if s.expr(&n.Cond); s.list != nil {
		before = append(append(before, initial(&n.Init)...), s.list...)
	}
	return preceded(n, before)
}

func (p *order) forStmt(n *ast.ForStmt) ast.Stmt {
	before := p.header(&n.Init)
	s := p.steps(n.Pos())
	if n.Cond != nil {
		s.expr(&n.Cond)
	}
	post := n.Post
	after := p.header(&n.Post)
	if s.list != nil && after == nil && post != nil {
		after = []ast.Stmt{n.Post}
	}
	if s.list != nil || after != nil {
		before = append(before, p.beginTurns(n, after, s.list)...)
	}
	if n.Init != nil && n.Cond == nil && n.Post == nil { // which the interpreter does again every turn
		before = append([]ast.Stmt{n.Init}, before...)
		n.Init = nil
	}
	return preceded(n, before)
}

// split is the steps of a statement that holds no others.
func (p *order) split(n ast.Stmt) []ast.Stmt {
	s := p.steps(n.Pos())
	switch n := n.(type) {
	case *ast.AssignStmt:
		s.assign(n)
		return s.list
	case *ast.ReturnStmt:
		if len(n.Results) > 1 && len(p.named) > 0 && p.named[len(p.named)-1] { // all before any is set
			for i, x := range n.Results {
				n.Results[i] = s.name(x)
			}
		}
		for i := range n.Results {
			s.expr(&n.Results[i])
		}
	case *ast.ExprStmt:
		s.expr(&n.X)
	case *ast.SendStmt:
		s.expr(&n.Chan)
		s.expr(&n.Value)
	}
	s.do(n)
	return s.list
}

// assign is the steps of an assignment.
func (s *steps) assign(a *ast.AssignStmt) {
	for i := range a.Rhs {
		s.expr(&a.Rhs[i])
	}
	switch {
	case len(a.Lhs) == 1 && a.Tok == token.ASSIGN:
		s.put(a)
	case len(a.Lhs) == 1 && a.Tok != token.DEFINE:
		s.operate(a)
	case len(a.Lhs) == 1:
		s.do(a)
	case a.Tok == token.DEFINE:
		s.define(a)
	case s.parallel(a):
		s.do(a)
	default:
		s.several(a)
	}
}

// put names a value that the interpreter does not put into its place: of what
// is evaluated for its failures only it may do nothing, and what a call returns
// as a function it puts in the place of the variable, so that it cannot be set
// again, nor be seen by who has captured it.
func (s *steps) put(a *ast.AssignStmt) {
	x := ast.Unparen(a.Rhs[0])
	_, call := x.(*ast.CallExpr)
	switch {
	case s.settled(x):
	case blank(a.Lhs[0]):
		if !call {
			s.name(x)
			return
		}
	case isFunction(s.info.TypeOf(a.Lhs[0])):
		a.Rhs[0] = s.name(x)
	}
	s.do(a)
}

// operate is x op= y. A call in y may put another map in the place of x, so all
// calls are made first.
func (s *steps) operate(a *ast.AssignStmt) {
	if s.isMapElement(a.Lhs[0]) && wait.May(a.Rhs[0]) {
		none := func(ast.Expr) bool { return false }
		a.Lhs[0], a.Rhs[0] = s.evaluate(a.Lhs[0], none), s.evaluate(a.Rhs[0], none)
	}
	s.do(a)
}

// define declares several variables. What calls is named first, in its order, and
// what a map does not have is zero: the interpreter leaves in its place what was
// there before, such as that of the last round.
func (s *steps) define(a *ast.AssignStmt) {
	if len(a.Lhs) == len(a.Rhs) && slices.ContainsFunc(a.Rhs, s.calls) {
		s.values(a)
	}
	m := s.lookup(a)
	if m != nil && blank(a.Lhs[1]) {
		a.Lhs = a.Lhs[:1] // for one value the interpreter does so itself
	}
	s.do(a)
	if m != nil && len(a.Lhs) == 2 && !blank(a.Lhs[0]) {
		zero := s.variable(m.Elem())
		value, ok := s.info.ObjectOf(a.Lhs[0].(*ast.Ident)), s.info.ObjectOf(a.Lhs[1].(*ast.Ident))
		s.do(s.when(s.not(s.use(ok)), s.zeroed(zero), s.set(s.use(value), s.use(zero))))
	}
}

// several assigns several values in three phases: the operands of the places are
// evaluated from left to right, then the values, then each value goes to its
// place. The interpreter mixes the phases: it looks at the key of a map when the
// value is there already, forgets constants, lets a call put its result into a
// variable that another value still reads, and takes an interface for the type of
// what it holds.
func (s *steps) several(a *ast.AssignStmt) {
	for _, x := range a.Lhs {
		s.place(x)
	}
	values := a.Rhs
	if len(a.Rhs) == len(a.Lhs) {
		s.values(a)
	} else {
		values = s.parts(a)
	}
	for i, x := range a.Lhs {
		if !blank(x) {
			s.do(&ast.AssignStmt{Lhs: []ast.Expr{x}, TokPos: a.TokPos, Tok: token.ASSIGN, Rhs: []ast.Expr{values[i]}})
		}
	}
}
