package erase

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
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

func (p *pass) decl(s *ast.DeclStmt) []ast.Stmt {
	d := s.Decl.(*ast.GenDecl)
	if d.Tok != token.VAR {
		return nil
	}
	for _, spec := range d.Specs {
		p.valueSpec(spec.(*ast.ValueSpec))
	}
	return []ast.Stmt{s}
}

func (p *pass) valueSpec(spec *ast.ValueSpec) {
	var t types.Type
	if spec.Type != nil {
		t = p.info.TypeOf(spec.Type)
		spec.Type = p.typ(t, spec.Type.Pos())
	}
	if len(spec.Values) == 1 && len(spec.Names) > 1 {
		values := p.tuple(spec.Values[0])
		if t != nil {
			for i := range values.Len() {
				if !p.fitsAs(values.At(i).Type(), t) {
					p.refuse(spec.Pos(), "several values with types of their own are set to variables of another type, which is not understood there")
				}
			}
		}
		spec.Values[0] = p.expr(spec.Values[0])
		return
	}
	for i, x := range spec.Values {
		want := t
		if want == nil {
			want = p.typeOf(x)
		}
		spec.Values[i] = p.into(x, want)
	}
}

func (p *pass) tuple(x ast.Expr) *types.Tuple {
	if t, ok := p.info.TypeOf(x).(*types.Tuple); ok {
		return t
	}
	t := p.info.TypeOf(x) // a value and whether it is there
	return types.NewTuple(types.NewVar(x.Pos(), nil, "", t), types.NewVar(x.Pos(), nil, "", types.Typ[types.Bool]))
}

// place is the type of what stands on the left of an assignment, nil where
// nothing is kept.
func (p *pass) place(x ast.Expr) types.Type {
	if id, ok := x.(*ast.Ident); ok {
		if id.Name == "_" {
			return nil
		}
		if obj := p.info.Defs[id]; obj != nil {
			return obj.Type()
		}
	}
	return p.info.TypeOf(x)
}

func (p *pass) assign(s *ast.AssignStmt) []ast.Stmt {
	places := make([]types.Type, len(s.Lhs))
	for i, x := range s.Lhs {
		places[i] = p.place(x)
	}
	if len(s.Lhs) == len(s.Rhs) {
		for i, x := range s.Rhs {
			if s.Tok == token.ASSIGN || s.Tok == token.DEFINE {
				want := places[i]
				if want == nil {
					want = p.typeOf(x)
				}
				s.Rhs[i] = p.into(x, want)
			} else {
				s.Rhs[i] = p.expr(x)
			}
		}
		p.left(s)
		return []ast.Stmt{s}
	}
	values := p.tuple(s.Rhs[0])
	s.Rhs[0] = p.expr(s.Rhs[0])
	p.left(s)
	var after []ast.Stmt
	for i, t := range places {
		if t == nil || p.fitsAs(values.At(i).Type(), t) {
			continue
		}
		name := p.temp(s.Lhs[i].Pos())
		after = append(after, &ast.AssignStmt{Lhs: []ast.Expr{s.Lhs[i]}, TokPos: s.TokPos, Tok: token.ASSIGN,
			Rhs: []ast.Expr{p.convert(name, values.At(i).Type(), t)}})
		s.Lhs[i] = &ast.Ident{Name: name.Name, NamePos: name.NamePos}
	}
	if len(after) == 0 {
		return []ast.Stmt{s}
	}
	if s.Tok == token.ASSIGN {
		var before []ast.Stmt
		for i, x := range s.Lhs {
			if id, ok := x.(*ast.Ident); ok && isTemp(id) {
				before = append(before, p.variable(id, values.At(i).Type()))
			}
		}
		return []ast.Stmt{&ast.BlockStmt{Lbrace: s.Pos(), List: append(append(before, s), after...), Rbrace: s.End()}}
	}
	return append([]ast.Stmt{s}, after...)
}

func (p *pass) left(s *ast.AssignStmt) {
	for i, x := range s.Lhs {
		if id, ok := x.(*ast.Ident); ok && (id.Name == "_" || p.info.Defs[id] != nil) {
			continue
		}
		s.Lhs[i] = p.expr(x)
	}
}

func (p *pass) temp(pos token.Pos) *ast.Ident {
	p.temps++
	return &ast.Ident{Name: "value#" + strconv.Itoa(p.temps), NamePos: pos}
}

func isTemp(id *ast.Ident) bool { return len(id.Name) > 6 && id.Name[:6] == "value#" }

func (p *pass) variable(id *ast.Ident, t types.Type) ast.Stmt {
	return &ast.DeclStmt{Decl: &ast.GenDecl{TokPos: id.Pos(), Tok: token.VAR, Specs: []ast.Spec{
		&ast.ValueSpec{Names: []*ast.Ident{{Name: id.Name, NamePos: id.Pos()}}, Type: p.typ(t, id.Pos())}}}}
}

// several takes the values of one expression apart: what defines variables for
// them, and these as values of the wanted types.
func (p *pass) several(x ast.Expr, values *types.Tuple, want func(int) types.Type) (define ast.Stmt, list []ast.Expr) {
	d := &ast.AssignStmt{TokPos: x.Pos(), Tok: token.DEFINE, Rhs: []ast.Expr{p.expr(x)}}
	for i := range values.Len() {
		name := p.temp(x.Pos())
		d.Lhs = append(d.Lhs, &ast.Ident{Name: name.Name, NamePos: name.NamePos})
		list = append(list, p.convert(name, values.At(i).Type(), want(i)))
	}
	return d, list
}

func (p *pass) returns(s *ast.ReturnStmt) []ast.Stmt {
	results := p.results[len(p.results)-1]
	if len(s.Results) == 1 && results.Len() > 1 {
		values := p.tuple(s.Results[0])
		same := true
		for i := range values.Len() {
			same = same && p.fitsAs(values.At(i).Type(), results.At(i).Type())
		}
		if same {
			s.Results[0] = p.expr(s.Results[0])
			return []ast.Stmt{s}
		}
		define, list := p.several(s.Results[0], values, func(i int) types.Type { return results.At(i).Type() })
		s.Results = list
		return []ast.Stmt{&ast.BlockStmt{Lbrace: s.Pos(), List: []ast.Stmt{define, s}, Rbrace: s.End()}}
	}
	for i, x := range s.Results {
		s.Results[i] = p.into(x, results.At(i).Type())
	}
	return []ast.Stmt{s}
}

// ranges rewrites a loop over a value.
func (p *pass) ranges(s *ast.RangeStmt) {
	var first []ast.Stmt
	if s.Tok == token.ASSIGN {
		first = p.rangesInto(s)
	}
	s.X = p.opened(s.X)
	p.block(s.Body)
	s.Body.List = append(first, s.Body.List...)
}

// rangesInto rewrites what a loop sets. Where that is of another type, the loop
// declares variables of its own, from which it is set first in each turn.
func (p *pass) rangesInto(s *ast.RangeStmt) (first []ast.Stmt) {
	key, value := ranged(p.info.TypeOf(s.X))
	same := true
	for i, x := range []ast.Expr{s.Key, s.Value} {
		if x != nil {
			t := p.place(x)
			same = same && (t == nil || p.fitsAs([]types.Type{key, value}[i], t))
		}
	}
	for i, x := range []*ast.Expr{&s.Key, &s.Value} {
		if *x == nil || p.place(*x) == nil {
			continue
		}
		from, to := []types.Type{key, value}[i], p.place(*x)
		place := p.expr(*x)
		if *x = place; same {
			continue
		}
		name := p.temp(place.Pos())
		*x = &ast.Ident{Name: name.Name, NamePos: name.NamePos}
		first = append(first, &ast.AssignStmt{Lhs: []ast.Expr{place}, TokPos: place.Pos(), Tok: token.ASSIGN, Rhs: []ast.Expr{p.convert(name, from, to)}})
	}
	if !same {
		s.Tok = token.DEFINE
	}
	return first
}

// ranged are the types that a loop over a value goes through.
func ranged(t types.Type) (key, value types.Type) {
	u := t.Underlying()
	if ptr, ok := u.(*types.Pointer); ok {
		u = ptr.Elem().Underlying()
	}
	switch u := u.(type) {
	case *types.Slice:
		return types.Typ[types.Int], u.Elem()
	case *types.Array:
		return types.Typ[types.Int], u.Elem()
	case *types.Map:
		return u.Key(), u.Elem()
	case *types.Chan:
		return u.Elem(), nil
	case *types.Signature:
		yield := u.Params().At(0).Type().Underlying().(*types.Signature).Params()
		switch yield.Len() {
		case 2:
			return yield.At(0).Type(), yield.At(1).Type()
		case 1:
			return yield.At(0).Type(), nil
		}
		return nil, nil
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return types.Typ[types.Int], types.Typ[types.Rune]
		}
	}
	return t, nil
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
