package erase

import (
	"go/ast"
	"go/token"
	"go/types"
)

func (p *pass) block(b *ast.BlockStmt) { b.List = p.stmts(b.List) }

func (p *pass) stmts(list []ast.Stmt) []ast.Stmt {
	var made []ast.Stmt
	for _, s := range list {
		list := p.stmt(s)
		p.became[s] = list
		made = append(made, list...)
	}
	return made
}

// one rewrites a statement in a place that has room for one.
func (p *pass) one(s ast.Stmt) ast.Stmt {
	if s == nil {
		return nil
	}
	list := p.stmt(s)
	if len(list) != 1 {
		p.refuse(s.Pos(), "several values with types of their own are set in a header, which is not understood there; put this on a line of its own")
	}
	return list[0]
}

// stmt rewrites a statement, which may become several.
func (p *pass) stmt(s ast.Stmt) []ast.Stmt {
	switch s := s.(type) {
	case *ast.BlockStmt:
		p.block(s)
	case *ast.ExprStmt:
		tv := p.info.Types[s.X]
		if _, several := tv.Type.(*types.Tuple); ast.Stmt(s) == p.final && tv.IsValue() && !several {
			s.X = p.into(s.X, anyType)
		} else {
			s.X = p.expr(s.X)
		}
	case *ast.SendStmt:
		ch := p.info.TypeOf(s.Chan).Underlying().(*types.Chan)
		s.Chan, s.Value = p.opened(s.Chan), p.into(s.Value, ch.Elem())
	case *ast.IncDecStmt:
		s.X = p.expr(s.X)
	case *ast.AssignStmt:
		return p.assign(s)
	case *ast.GoStmt:
		s.Call = p.called(s.Call)
	case *ast.DeferStmt:
		s.Call = p.called(s.Call)
	case *ast.ReturnStmt:
		return p.returns(s)
	case *ast.LabeledStmt:
		list := p.stmt(s.Stmt)
		if len(list) == 0 {
			list = []ast.Stmt{&ast.EmptyStmt{Semicolon: s.End()}}
		}
		s.Stmt = list[len(list)-1]
		return append(list[:len(list)-1:len(list)-1], s)
	case *ast.DeclStmt:
		return p.decl(s)
	case *ast.IfStmt:
		s.Init, s.Cond = p.one(s.Init), p.expr(s.Cond)
		p.block(s.Body)
		s.Else = p.one(s.Else)
	case *ast.ForStmt:
		s.Init = p.one(s.Init)
		if s.Cond != nil {
			s.Cond = p.expr(s.Cond)
		}
		s.Post = p.one(s.Post)
		p.block(s.Body)
	case *ast.RangeStmt:
		p.ranges(s)
	case *ast.SwitchStmt:
		p.switches(s)
	case *ast.TypeSwitchStmt:
		return p.typeSwitch(s)
	case *ast.SelectStmt:
		for _, c := range s.Body.List {
			c := c.(*ast.CommClause)
			c.Comm = p.one(c.Comm)
			c.Body = p.stmts(c.Body)
		}
	}
	return []ast.Stmt{s}
}

// called is the call of a go or defer statement.
func (p *pass) called(c *ast.CallExpr) *ast.CallExpr {
	made, ok := p.expr(c).(*ast.CallExpr)
	if !ok {
		p.refuse(c.Pos(), "this call is not understood behind go or defer")
	}
	return made
}

func (p *pass) switches(s *ast.SwitchStmt) {
	s.Init = p.one(s.Init)
	var tag types.Type
	if s.Tag != nil {
		tag = types.Default(p.info.TypeOf(s.Tag))
		s.Tag = p.into(s.Tag, tag)
	}
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		for i, x := range c.List {
			if tag != nil && types.IsInterface(tag) {
				c.List[i] = p.into(x, tag)
				continue
			}
			c.List[i] = p.expr(x)
		}
		c.Body = p.stmts(c.Body)
	}
}

// typeSwitch becomes a switch over conditions, whether the value is of a type
// of the case.
func (p *pass) typeSwitch(s *ast.TypeSwitchStmt) []ast.Stmt {
	var x ast.Expr
	switch a := s.Assign.(type) {
	case *ast.ExprStmt:
		x = a.X.(*ast.TypeAssertExpr).X
	case *ast.AssignStmt:
		x = a.Rhs[0].(*ast.TypeAssertExpr).X
	}
	from, held := p.info.TypeOf(x), p.temp(x.Pos())
	first := p.one(s.Init)
	made := &ast.SwitchStmt{Switch: s.Switch, Body: s.Body,
		Init: &ast.AssignStmt{Lhs: []ast.Expr{held}, TokPos: x.Pos(), Tok: token.DEFINE, Rhs: []ast.Expr{p.expr(x)}}}
	use := func(pos token.Pos) ast.Expr { return &ast.Ident{Name: held.Name, NamePos: pos} }
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		v := p.info.Implicits[c]
		for i, y := range c.List {
			var to types.Type
			if !p.info.Types[y].IsNil() {
				to = p.info.TypeOf(y)
			}
			c.List[i] = call(p.fits(from, to, y.Pos()), use(y.Pos()))
		}
		list := p.stmts(c.Body)
		if v != nil {
			value := use(c.Pos())
			if !types.Identical(v.Type(), from) {
				value = call(p.assertion(from, v.Type(), false, c.Pos()), value)
			}
			list = append([]ast.Stmt{&ast.AssignStmt{Lhs: []ast.Expr{&ast.Ident{Name: v.Name(), NamePos: c.Pos()}}, TokPos: c.Pos(), Tok: token.DEFINE, Rhs: []ast.Expr{value}}}, list...)
		}
		c.Body = list
	}
	if first == nil {
		return []ast.Stmt{made}
	}
	return []ast.Stmt{&ast.BlockStmt{Lbrace: s.Pos(), List: []ast.Stmt{first, made}, Rbrace: s.End()}}
}
