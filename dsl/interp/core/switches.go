package core

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// Switches leaves switches over conditions alone, asked in the order in which Go
// compares: the interpreter compares otherwise, and its select shares one list of
// cases among all goroutines.
type switches struct{ tree }

func (p *switches) before(*astutil.Cursor) bool { return true }

func (p *switches) after(c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.SwitchStmt:
		before := initial(&n.Init)
		p.switchStmt(n)
		c.Replace(preceded(n, before))
	case *ast.TypeSwitchStmt:
		before := initial(&n.Init)
		c.Replace(preceded(p.typeSwitch(n), before))
	case *ast.SelectStmt:
		if len(n.Body.List) > 0 { // else it waits for ever
			c.Replace(p.selectStmt(n))
		}
	case *ast.LabeledStmt:
		c.Replace(sink(n))
	}
	return true
}

// initial takes the first statement out of a header.
func initial(s *ast.Stmt) (list []ast.Stmt) {
	if *s != nil {
		list = []ast.Stmt{*s}
	}
	*s = nil
	return list
}

// switchStmt compares a value, which is named first, with those of the cases.
func (p *switches) switchStmt(n *ast.SwitchStmt) {
	b := p.at(n.Pos())
	if n.Tag != nil {
		tag := p.variable(p.info.TypeOf(n.Tag))
		n.Init = b.declare(tag, n.Tag)
		n.Tag = nil
		for _, c := range n.Body.List {
			for i, x := range c.(*ast.CaseClause).List {
				at := p.at(x.Pos())
				c.(*ast.CaseClause).List[i] = at.compare(at.use(tag), token.EQL, x)
			}
		}
	}
	for _, c := range n.Body.List {
		c := c.(*ast.CaseClause)
		for len(c.List) > 1 {
			c.List = append([]ast.Expr{p.at(c.List[1].Pos()).or(c.List[0], c.List[1])}, c.List[2:]...)
		}
	}
	p.number(n)
}

// number makes a switch one over the number of the case to run, where it has
// a default that is not the last and one case falls through to the next: the
// interpreter would run the default last.
func (p *switches) number(n *ast.SwitchStmt) {
	falls, fallback := false, len(n.Body.List)-1
	for i, c := range n.Body.List {
		c := c.(*ast.CaseClause)
		if c.List == nil {
			fallback = i
		}
		if len(c.Body) > 0 {
			j, ok := c.Body[len(c.Body)-1].(*ast.BranchStmt)
			falls = falls || ok && j.Tok == token.FALLTHROUGH
		}
	}
	if !falls || fallback == len(n.Body.List)-1 {
		return
	}
	b := p.at(n.Pos())
	number := types.Typ[types.Int]
	result := types.NewTuple(types.NewParam(token.NoPos, nil, "", number))
	choose := b.function(types.NewSignatureType(nil, nil, nil, nil, result, false))
	choose.Body.List = initial(&n.Init)
	chosen := p.variable(number)
	for i, c := range n.Body.List {
		c := c.(*ast.CaseClause)
		if c.List != nil {
			choose.Body.List = append(choose.Body.List, b.when(c.List[0], b.ret(b.number(i))))
		}
		c.List = []ast.Expr{b.compare(b.use(chosen), token.EQL, b.number(i))}
	}
	choose.Body.List = append(choose.Body.List, b.ret(b.number(fallback)))
	n.Init = b.declare(chosen, b.of(b.apply(choose), number))
}

// typeSwitch is a switch over conditions, whether the value fits a case.
func (p *switches) typeSwitch(n *ast.TypeSwitchStmt) ast.Stmt {
	b := p.at(n.Pos())
	var x ast.Expr
	switch a := n.Assign.(type) {
	case *ast.ExprStmt:
		x = a.X.(*ast.TypeAssertExpr).X
	case *ast.AssignStmt:
		x = a.Rhs[0].(*ast.TypeAssertExpr).X
	}
	v := p.variable(p.info.TypeOf(x))
	for _, c := range n.Body.List {
		p.typeCase(c.(*ast.CaseClause), v)
	}
	return &ast.SwitchStmt{Switch: b.pos, Init: b.declare(v, x), Body: n.Body}
}

// typeCase asks whether a value fits a case, whose variable then holds it.
func (p *switches) typeCase(c *ast.CaseClause, v *types.Var) {
	b := p.at(c.Pos())
	value := ast.Expr(b.use(v))
	if len(c.List) == 1 && !p.isNil(c.List[0]) {
		t := p.info.TypeOf(c.List[0])
		value = b.of(&ast.TypeAssertExpr{X: value, Lparen: b.pos, Type: b.typ(t), Rparen: b.pos}, t)
	}
	if own := p.info.Implicits[c]; own != nil {
		c.Body = append([]ast.Stmt{b.declare(own, value)}, c.Body...)
	}
	if c.List != nil {
		c.List = []ast.Expr{b.of(b.apply(p.fits(c), b.use(v)), types.Typ[types.Bool])}
	}
}

// fits is a function that reports whether a value is of one of the types of a
// case, of which nil is that of nil.
func (p *switches) fits(c *ast.CaseClause) ast.Expr {
	var list []reflect.Type
	var key strings.Builder
	for _, x := range c.List {
		var rt reflect.Type
		if !p.isNil(x) {
			rt = p.runtimeType(p.info.TypeOf(x), x.Pos())
		}
		list = append(list, rt)
		fmt.Fprintf(&key, "%p ", rt)
	}
	return p.helper(key.String(), p.at(c.Pos()).place, func() reflect.Value { return reflect.ValueOf(p.types.Fits(list)) })
}
