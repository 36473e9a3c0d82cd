package core

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// setFunction sets a variable to a function that a call returns in two steps:
// what a compiled function returns, the interpreter puts in the place of the
// variable instead of into it, so that it cannot be set again, nor be seen by
// who has captured it. It returns nil where nothing need be done.
func (l *lowering) setFunction(a *ast.AssignStmt) ast.Stmt {
	if a.Tok != token.ASSIGN || len(a.Lhs) != 1 || len(a.Rhs) != 1 || !isFunction(l.operand[a]) || blank(a.Lhs[0]) {
		return nil
	}
	if _, call := a.Rhs[0].(*ast.CallExpr); !call {
		return nil
	}
	b := l.at(a.Pos())
	name := l.temp()
	steps := []ast.Stmt{b.define(name, a.Rhs[0]), a}
	a.Rhs[0] = b.id(name)
	return b.block(steps...)
}

func isFunction(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// apart sets several places to what one expression gives, where one is the
// element of a map, which the interpreter leaves as it was, or of interface
// type, which gets a value with fields that compiled code must not see there:
// first all values get variables, then each its place. It returns nil where
// nothing need be done.
func (l *lowering) apart(c *astutil.Cursor, a *ast.AssignStmt) ast.Stmt {
	if a.Tok != token.ASSIGN || len(a.Lhs) < 2 || len(a.Rhs) != 1 {
		return nil
	}
	values, ok := l.info.TypeOf(a.Rhs[0]).(*types.Tuple)
	if !ok || values.Len() != len(a.Lhs) {
		return nil
	}
	needed := false
	for i, x := range a.Lhs {
		needed = needed || l.isMapElement(x) || l.needsInterface(x, values.At(i).Type())
	}
	if !needed {
		return nil
	}
	b := l.at(a.Pos())
	all := &ast.AssignStmt{TokPos: a.TokPos, Tok: token.DEFINE, Rhs: a.Rhs}
	steps := []ast.Stmt{all}
	for i, x := range a.Lhs {
		if blank(x) {
			all.Lhs = append(all.Lhs, x)
			continue
		}
		l.holdPlace(c, x)
		v := l.fresh(values.At(i).Type(), b)
		all.Lhs = append(all.Lhs, b.id(v.Name))
		steps = append(steps, &ast.AssignStmt{Lhs: []ast.Expr{x}, TokPos: a.TokPos, Tok: token.ASSIGN, Rhs: []ast.Expr{v}})
	}
	return l.block(b.block(steps...))
}

func (l *lowering) isMapElement(x ast.Expr) bool {
	place, ok := ast.Unparen(x).(*ast.IndexExpr)
	if !ok {
		return false
	}
	_, ok = l.info.TypeOf(place.X).Underlying().(*types.Map)
	return ok
}

// needsInterface reports whether a value of a type must be made one of an
// interface type on its way into a place.
func (l *lowering) needsInterface(place ast.Expr, from types.Type) bool {
	to := l.info.TypeOf(place)
	if to == nil || !types.IsInterface(to) {
		return false
	}
	_, name := ast.Unparen(place).(*ast.Ident)
	return !name || !types.IsInterface(from) && l.types.Hides(from)
}

// fresh is the use of a new variable of a type, if that is known.
func (l *lowering) fresh(t types.Type, b builder) *ast.Ident {
	id := b.id(l.temp())
	if t != nil {
		l.info.Types[id] = types.TypeAndValue{Type: t}
	}
	return id
}

// ranged are the types of the keys and values that a loop over a value of
// type t goes through, nil where it has none.
func ranged(t types.Type) (key, value types.Type) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return types.Typ[types.Int], u.Elem()
	case *types.Array:
		return types.Typ[types.Int], u.Elem()
	case *types.Map:
		return u.Key(), u.Elem()
	case *types.Chan:
		return u.Elem(), nil
	case *types.Basic:
		return types.Typ[types.Int], types.Typ[types.Rune]
	}
	return nil, nil
}
