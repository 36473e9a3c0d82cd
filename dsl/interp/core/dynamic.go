package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/ast/astutil"
)

// Dynamic asks compiled functions what depends on the types that values have when
// the cell runs: assertions, and comparisons of values that are, or hold, values of
// interface types. They see these types as Go does.
type dynamic struct{ tree }

func (p *dynamic) before(*astutil.Cursor) bool { return true }

func (p *dynamic) after(c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.TypeAssertExpr:
		if n.Type != nil {
			c.Replace(p.assertion(n))
		}
	case *ast.BinaryExpr:
		if p.compares(n) {
			c.Replace(p.comparison(n))
		}
	}
	return true
}

type assertionKey struct {
	from, to reflect.Type
	ok       bool
}

// assertion is x.(T) as a call, with two results where two are wanted.
func (p *dynamic) assertion(n *ast.TypeAssertExpr) ast.Expr {
	t := p.info.TypeOf(n)
	to := t
	pair, ok := t.(*types.Tuple)
	if ok {
		to = pair.At(0).Type()
	}
	b := p.at(n.Pos())
	key := assertionKey{p.runtimeType(p.info.TypeOf(n.X), n.Pos()), p.runtimeType(to, n.Pos()), ok}
	return b.of(b.apply(p.helper(key, b.place, func() reflect.Value { return p.types.Assertion(key.from, key.to, key.ok) }), n.X), t)
}

// compares reports whether an operation compares otherwise than Go.
func (p *dynamic) compares(n *ast.BinaryExpr) bool {
	if n.Op != token.EQL && n.Op != token.NEQ || p.info.Types[n].Value != nil || p.isNil(n.X) || p.isNil(n.Y) {
		return false
	}
	return composed(p.info.TypeOf(n.X)) || composed(p.info.TypeOf(n.Y))
}

// comparison is x == y as a call.
func (p *dynamic) comparison(n *ast.BinaryExpr) ast.Expr {
	b := p.at(n.Pos())
	equal := b.of(b.apply(b.hook("Equal"), n.X, n.Y), p.info.TypeOf(n))
	if n.Op == token.NEQ {
		return b.not(equal)
	}
	return equal
}

// composed reports whether values of a type are compared by more than one
// machine operation.
func composed(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Interface, *types.Struct, *types.Array:
		return true
	}
	return false
}
