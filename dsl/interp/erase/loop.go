package erase

import (
	"go/ast"
	"go/token"
	"go/types"
)

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
