package core

import (
	"go/ast"
	"go/token"
	"go/types"
)

// setFunction sets a variable to a function that a call returns in two steps:
// what a compiled function returns, the interpreter puts in the place of the
// variable instead of into it, so that it cannot be set again, nor be seen by
// who has captured it. It returns nil where nothing need be done.
func (l *lowering) setFunction(a *ast.AssignStmt) ast.Stmt {
	if a.Tok != token.ASSIGN || len(a.Lhs) != 1 || len(a.Rhs) != 1 || !isFunction(l.given[a]) || blank(a.Lhs[0]) {
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

// isMapElement reports whether a place is an element of a map.
func (l *lowering) isMapElement(x ast.Expr) bool {
	place, ok := ast.Unparen(x).(*ast.IndexExpr)
	if !ok {
		return false
	}
	_, ok = l.info.TypeOf(place.X).Underlying().(*types.Map)
	return ok
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
