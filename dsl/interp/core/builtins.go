package core

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// Builtins replaces those functions and operations of Go itself that the
// interpreter does not have, or has for fewer types: min, max, clear, print, new
// of a value, texts of letters of a named type, and channels of named types and
// directions.
type builtins struct{ tree }

func (p *builtins) before(*astutil.Cursor) bool { return true }

func (p *builtins) after(c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.CallExpr:
		if x := p.call(n); x != nil {
			c.Replace(x)
		}
	case *ast.SendStmt:
		n.Chan = p.channel(n.Chan)
	case *ast.UnaryExpr:
		if n.Op == token.ARROW && hasName(p.info.TypeOf(n.X)) {
			n.X = p.channel(n.X)
		}
	case *ast.BinaryExpr:
		if n.Op == token.EQL || n.Op == token.NEQ {
			p.sameChannel(n)
		}
	}
	return true
}

// sameChannel gives both sides of a comparison of channels one type.
func (p *builtins) sameChannel(n *ast.BinaryExpr) {
	x, y := p.info.TypeOf(n.X), p.info.TypeOf(n.Y)
	if !isChannel(x) || !isChannel(y) || types.Identical(x, y) {
		return
	}
	if types.AssignableTo(x, y) {
		n.X = p.convertedTo(y, n.X)
	} else {
		n.Y = p.convertedTo(x, n.Y)
	}
}

func isChannel(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// convertedTo is a value converted by a function of ours.
func (p *builtins) convertedTo(t types.Type, x ast.Expr) ast.Expr {
	b := p.at(x.Pos())
	rt := p.runtimeType(t, x.Pos())
	return b.of(b.apply(p.helper(conversion{"to", rt}, b.place, func() reflect.Value { return converted(rt) }), x), t)
}

// spells reports whether a call is a conversion between a text and a slice whose
// elements are bytes or runes of a named type.
func (p *builtins) spells(n *ast.CallExpr) bool {
	if len(n.Args) != 1 || !p.info.Types[n.Fun].IsType() || p.info.Types[n].Value != nil {
		return false
	}
	named := func(text, letters types.Type) bool {
		b, isText := text.Underlying().(*types.Basic)
		s, isSlice := letters.Underlying().(*types.Slice)
		return isText && isSlice && b.Info()&types.IsString != 0 && hasName(s.Elem())
	}
	to, from := p.info.TypeOf(n), p.info.TypeOf(n.Args[0])
	return to != nil && from != nil && (named(to, from) || named(from, to))
}

// call is what a call becomes, or nil.
func (p *builtins) call(n *ast.CallExpr) ast.Expr {
	if p.spells(n) {
		return p.convertedTo(p.info.TypeOf(n), n.Args[0])
	}
	id, ok := ast.Unparen(n.Fun).(*ast.Ident)
	if !ok {
		return nil
	}
	if _, ok := p.info.Uses[id].(*types.Builtin); !ok || p.info.Types[n].Value != nil {
		return nil
	}
	b := p.at(n.Pos())
	switch id.Name {
	case "min", "max":
		n.Fun = p.extremum(id.Name, types.Default(p.info.TypeOf(n)), b)
	case "print", "println":
		n.Fun = b.hook(strings.ToUpper(id.Name[:1]) + id.Name[1:])
	case "clear":
		if _, ok := p.underlying(n.Args[0]).(*types.Map); ok {
			n.Fun = b.hook("Clear")
		} else {
			n.Fun = p.clearer(p.info.TypeOf(n.Args[0]), b)
		}
	case "new":
		if !p.info.Types[n.Args[0]].IsType() {
			return p.newValue(n, b)
		}
	case "make":
		return p.makeChannel(n, b)
	}
	return nil
}

// channel is a channel as one of an unnamed type, the only one with which the
// interpreter sends and receives.
func (p *builtins) channel(x ast.Expr) ast.Expr {
	return p.at(x.Pos()).convert(p.underlying(x), x)
}

// makeChannel makes a channel of one direction, which is one of both at first.
func (p *builtins) makeChannel(n *ast.CallExpr, b builder) ast.Expr {
	t := p.info.TypeOf(n)
	ch, ok := t.Underlying().(*types.Chan)
	if !ok || ch.Dir() == types.SendRecv {
		return nil
	}
	both := types.NewChan(types.SendRecv, ch.Elem())
	n.Args[0] = b.typ(both)
	b.of(n, both)
	return p.convertedTo(t, n)
}

// newValue makes new(x) of a value, which the interpreter takes for one of a type:
// func(v T) *T { p := v; return &p }(x).
func (p *builtins) newValue(n *ast.CallExpr, b builder) ast.Expr {
	t := p.info.TypeOf(n)
	value := types.NewParam(token.NoPos, nil, "v#", t.Underlying().(*types.Pointer).Elem())
	kept := types.NewVar(token.NoPos, nil, "p#", value.Type())
	sig := signature(t, value)
	return b.of(b.apply(b.function(sig, b.declare(kept, b.use(value)), b.ret(b.address(b.use(kept)))), n.Args...), t)
}

// signature is that of a function with one result.
func signature(result types.Type, params ...*types.Var) *types.Signature {
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), types.NewTuple(types.NewParam(token.NoPos, nil, "", result)), false)
}

// extremum is func(a ...T) T { m := a[0]; for _, x := range a { if x < m || x != x { m = x } }; return m },
// where for floats -0 is less than 0.
func (p *builtins) extremum(name string, t types.Type, b builder) ast.Expr {
	op := token.LSS
	if name == "max" {
		op = token.GTR
	}
	list := types.NewParam(token.NoPos, nil, "a#", types.NewSlice(t))
	m, x := types.NewVar(token.NoPos, nil, "m#", t), types.NewVar(token.NoPos, nil, "x#", t)
	better := b.or(b.compare(b.use(x), op, b.use(m)), b.compare(b.use(x), token.NEQ, b.use(x)))
	if t.Underlying().(*types.Basic).Info()&types.IsFloat != 0 {
		one := constant.MakeFloat64(1)
		inverse := func(v *types.Var) ast.Expr {
			return b.of(b.binary(b.constant(t, one, b.float(one)), token.QUO, b.use(v)), t)
		}
		zeros := b.compare(b.compare(b.use(x), token.EQL, b.use(m)), token.LAND, b.compare(inverse(x), op, inverse(m)))
		better = b.or(better, zeros)
	}
	loop := &ast.RangeStmt{
		For: b.pos, Key: b.id("_"), Value: b.defined(x), TokPos: b.pos, Tok: token.DEFINE, X: b.use(list),
		Body: b.block(b.when(better, b.set(b.use(m), b.use(x)))),
	}
	sig := types.NewSignatureType(nil, nil, nil, types.NewTuple(list), signature(t).Results(), true)
	return b.function(sig, b.declare(m, b.index(b.use(list), b.number(0), t)), loop, b.ret(b.use(m)))
}

// clearer zeroes a slice: func(c []T) { var z T; for i := range c { c[i] = z } }.
func (p *builtins) clearer(t types.Type, b builder) ast.Expr {
	list := types.NewParam(token.NoPos, nil, "c#", t)
	zero := types.NewVar(token.NoPos, nil, "z#", t.Underlying().(*types.Slice).Elem())
	i := types.NewVar(token.NoPos, nil, "i#", types.Typ[types.Int])
	loop := &ast.RangeStmt{
		For: b.pos, Key: b.defined(i), TokPos: b.pos, Tok: token.DEFINE, X: b.use(list),
		Body: b.block(b.set(b.index(b.use(list), b.use(i), zero.Type()), b.use(zero))),
	}
	sig := types.NewSignatureType(nil, nil, nil, types.NewTuple(list), nil, false)
	return b.function(sig, b.zeroed(zero), loop)
}
