package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/ast/astutil"

	"unfold/dsl/interp/gotypes"
)

// Boundary makes what goes into a place of an interface type a value of that type
// where the interpreter would not: without the unexported fields that compiled
// code must not see, and with its type where the interpreter would compute it in
// the place itself, which then has the type of the value, or loses it. It also
// gives nil the type that it stands for.
type boundary struct {
	tree
	results []*types.Tuple // of the functions around the node
}

func (p *boundary) before(c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.FuncLit:
		var results *types.Tuple
		if sig, ok := types.Unalias(p.info.TypeOf(n)).(*types.Signature); ok {
			results = sig.Results()
		}
		p.results = append(p.results, results)
	case *ast.SendStmt:
		n.Value = p.into(n.Value, p.underlying(n.Chan).(*types.Chan).Elem())
	case *ast.ReturnStmt:
		p.returns(n)
	case *ast.ValueSpec:
		if n.Type != nil && types.IsInterface(p.info.TypeOf(n.Type)) {
			for i, x := range n.Values {
				n.Values[i] = p.held(x, p.info.TypeOf(n.Type))
			}
		}
	case *ast.AssignStmt:
		p.assign(n)
	case *ast.CallExpr:
		p.arguments(n)
	case *ast.IndexExpr:
		if m, ok := p.underlying(n.X).(*types.Map); ok {
			n.Index = p.key(n.Index, m.Key())
		}
	case *ast.CompositeLit:
		p.elements(n)
	}
	return true
}

func (p *boundary) after(c *astutil.Cursor) bool {
	if _, ok := c.Node().(*ast.FuncLit); ok {
		p.results = p.results[:len(p.results)-1]
	}
	return true
}

// into is a value on its way into a place of a type.
func (p *boundary) into(x ast.Expr, t types.Type) ast.Expr {
	tv := p.info.Types[x]
	switch {
	case tv.IsNil():
		return p.null(x, t)
	case t == nil || !types.IsInterface(t):
		return x
	case tv.Type == nil || tv.Value != nil || types.IsInterface(tv.Type):
		return x
	}
	if _, several := tv.Type.(*types.Tuple); several || !p.types.Hides(tv.Type) && !p.inPlace(x) {
		return x
	}
	return p.held(x, t)
}

// held is a value as one of an interface type.
func (p *boundary) held(x ast.Expr, t types.Type) ast.Expr {
	tv := p.info.Types[x]
	if tv.IsNil() {
		return p.null(x, t)
	}
	if tv.Type == nil || types.IsInterface(tv.Type) {
		return x
	}
	if _, several := tv.Type.(*types.Tuple); several {
		return x
	}
	return p.closed(x, t)
}

// closed is a value without its unexported fields, as one of an interface type.
func (p *boundary) closed(x ast.Expr, t types.Type) ast.Expr {
	b := p.at(x.Pos())
	if t.Underlying().(*types.Interface).NumMethods() == 0 {
		return b.of(b.apply(b.hook("Close"), x), t)
	}
	rt := p.runtimeType(t, x.Pos())
	return b.of(b.apply(p.helper(conversion{"close", rt}, b.place, func() reflect.Value { return p.closedAs(rt) }), x), t)
}

// inPlace reports whether the interpreter would compute a value in the place it
// is for.
func (p *boundary) inPlace(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.BinaryExpr, *ast.UnaryExpr:
		return true
	case *ast.CallExpr:
		return p.info.Types[x.Fun].IsType()
	}
	return false
}

// null gives nil, where it stands for a value of an interface or function type
// of a cell, that type: the interpreter compiles it no other way.
func (p *boundary) null(x ast.Expr, t types.Type) ast.Expr {
	if t == nil {
		return x
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		if u.NumMethods() == 0 || types.Identical(t, types.Universe.Lookup("error").Type()) {
			return x
		}
	case *types.Signature:
		if !hasName(t) {
			return x
		}
	default:
		return x
	}
	b := p.at(x.Pos())
	rt := p.runtimeType(t, x.Pos())
	return b.of(b.apply(p.helper(conversion{"nil", rt}, b.place, func() reflect.Value { return nothing(rt) })), t)
}

// assign does so with what goes into variables.
func (p *boundary) assign(a *ast.AssignStmt) {
	if a.Tok != token.ASSIGN || len(a.Lhs) != len(a.Rhs) {
		return
	}
	for i, x := range a.Rhs {
		t := p.info.TypeOf(a.Lhs[i])
		if t == nil || !types.IsInterface(t) || p.info.Types[x].Value != nil {
			continue
		}
		made := p.into(x, t)
		if _, composed := ast.Unparen(x).(*ast.CompositeLit); made == x && composed {
			made = p.held(x, t)
		}
		a.Rhs[i] = made
	}
}

// returns does so with what a function returns.
func (p *boundary) returns(n *ast.ReturnStmt) {
	if len(p.results) == 0 {
		return
	}
	results := p.results[len(p.results)-1]
	if results == nil || results.Len() != len(n.Results) {
		return
	}
	for i, x := range n.Results {
		n.Results[i] = p.into(x, results.At(i).Type())
	}
}

// elements does so with what a literal is made of.
func (p *boundary) elements(n *ast.CompositeLit) {
	var elem, key types.Type
	switch t := p.underlying(n).(type) {
	case *types.Slice:
		elem = t.Elem()
	case *types.Array:
		elem = t.Elem()
	case *types.Map:
		elem, key = t.Elem(), t.Key()
	}
	for i, x := range n.Elts {
		kv, keyed := x.(*ast.KeyValueExpr)
		if !keyed {
			n.Elts[i] = p.into(x, elem)
			continue
		}
		if key != nil {
			kv.Key = p.key(kv.Key, key)
		}
		if id, ok := kv.Key.(*ast.Ident); ok && elem == nil { // a field
			if v := p.info.Uses[id]; v != nil {
				kv.Value = p.into(kv.Value, v.Type())
			}
			continue
		}
		kv.Value = p.into(kv.Value, elem)
	}
}

// key is the key of a map. A constant, or nil, has the type that keys have: the
// interpreter looks for one of the type that it has by itself.
func (p *boundary) key(x ast.Expr, t types.Type) ast.Expr {
	b := p.at(x.Pos())
	switch tv := p.info.Types[x]; {
	case types.IsInterface(t) && !(tv.IsNil() && isAny(t)):
		return p.into(x, t)
	case tv.IsNil():
		return b.convert(t, x)
	case tv.Value != nil && hasName(t):
		return b.constant(t, tv.Value, x)
	}
	return x
}

// callsCompiled reports whether a call is one of a compiled function, or of a
// method of a compiled type.
func (p *boundary) callsCompiled(call *ast.CallExpr) bool {
	var id *ast.Ident
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	}
	if id == nil {
		return false
	}
	f, ok := p.info.Uses[id].(*types.Func)
	return ok && f.Pkg() != p.own && f.Pkg() != p.prelude && !gotypes.IsGeneric(f)
}
