package core

import (
	"go/ast"
	"go/types"
)

// arguments takes the arguments of a call over the boundary: those of compiled
// functions lose their unexported fields.
func (p *boundary) arguments(call *ast.CallExpr) {
	fun := p.info.Types[call.Fun]
	sig, _ := types.Unalias(fun.Type).(*types.Signature)
	switch {
	case fun.IsType():
		call.Args[0] = p.into(call.Args[0], fun.Type)
	case fun.IsBuiltin():
		p.builtin(call)
	case sig == nil:
	case p.callsCompiled(call):
		for i, x := range call.Args {
			call.Args[i] = p.given(call, sig, i, x)
		}
	default:
		p.spread(call, sig)
		for i, x := range call.Args {
			call.Args[i] = p.passed(call, sig, i, x)
		}
	}
}

// builtin does so with the arguments of Go's own functions.
func (p *boundary) builtin(call *ast.CallExpr) {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok || len(call.Args) == 0 {
		return
	}
	switch id.Name {
	case "append":
		p.asElement(call)
		list := p.info.TypeOf(call)
		elem := list.Underlying().(*types.Slice).Elem()
		for i, x := range call.Args[1:] {
			if call.Ellipsis.IsValid() {
				elem = list
			}
			call.Args[i+1] = p.element(x, elem)
		}
	case "delete":
		call.Args[1] = p.key(call.Args[1], p.underlying(call.Args[0]).(*types.Map).Key())
	case "new":
		if !p.info.Types[call.Args[0]].IsType() {
			call.Args[0] = p.into(call.Args[0], p.underlying(call).(*types.Pointer).Elem())
		}
	}
}

// asElement appends a list to one of lists like it by a list around it: the
// interpreter would take it for all the elements.
func (p *boundary) asElement(call *ast.CallExpr) {
	list := p.info.TypeOf(call)
	elem := list.Underlying().(*types.Slice).Elem()
	if call.Ellipsis.IsValid() || len(call.Args) != 2 || !types.Identical(elem.Underlying(), list.Underlying()) {
		return
	}
	b := p.at(call.Args[1].Pos())
	around := &ast.CompositeLit{Type: b.typ(list), Lbrace: b.pos, Elts: []ast.Expr{call.Args[1]}, Rbrace: b.pos}
	call.Args[1], call.Ellipsis = b.of(around, list), b.pos
}

// element is a value on its way into a list. If it is a list itself, the
// interpreter would take it for all the elements.
func (p *boundary) element(x ast.Expr, elem types.Type) ast.Expr {
	tv := p.info.Types[x]
	switch {
	case elem == nil:
	case tv.IsNil() && !types.IsInterface(elem):
		return p.at(x.Pos()).convert(elem, x)
	case tv.Type != nil && !tv.IsNil() && types.IsInterface(elem) && !types.IsInterface(tv.Type):
		if _, list := tv.Type.Underlying().(*types.Slice); list {
			return p.held(x, elem)
		}
	}
	return p.into(x, elem)
}

// passed is an argument of a function that is interpreted.
func (p *boundary) passed(call *ast.CallExpr, sig *types.Signature, i int, x ast.Expr) ast.Expr {
	last := sig.Variadic() && i >= sig.Params().Len()-1
	switch {
	case call.Ellipsis.IsValid() && last && p.isNil(x):
		return p.at(x.Pos()).convert(parameter(sig, i, true), x)
	case call.Ellipsis.IsValid() && last:
		return x
	case last:
		if t := parameter(sig, i, false); t == nil || !p.isNil(x) {
			return p.element(x, t)
		}
	}
	return p.into(x, parameter(sig, i, false))
}

// spread passes nil where a call leaves all variadic parameters out: the
// interpreter would pass an empty list.
func (p *boundary) spread(call *ast.CallExpr, sig *types.Signature) {
	if !sig.Variadic() || len(call.Args) != sig.Params().Len()-1 {
		return
	}
	if len(call.Args) == 1 {
		if _, several := p.info.TypeOf(call.Args[0]).(*types.Tuple); several {
			return
		}
	}
	b := p.at(call.Rparen)
	call.Args = append(call.Args, b.convert(parameter(sig, len(call.Args), true), b.id("nil")))
	call.Ellipsis = b.pos
}

// given is an argument of a compiled function.
func (p *boundary) given(call *ast.CallExpr, sig *types.Signature, i int, x ast.Expr) ast.Expr {
	list := call.Ellipsis.IsValid() && sig.Variadic() && i == sig.Params().Len()-1
	t := parameter(sig, i, list)
	tv := p.info.Types[x]
	if list {
		b := p.at(x.Pos())
		switch {
		case tv.IsNil():
			return b.convert(t, x)
		case isAny(parameter(sig, i, false)):
			return b.of(b.apply(b.hook("CloseAll"), x), t)
		}
		return x
	}
	if t == nil || !types.IsInterface(t) || tv.Value != nil || tv.IsNil() || tv.Type == nil {
		return x
	}
	if _, several := tv.Type.(*types.Tuple); several || !types.IsInterface(tv.Type) && !p.types.Hides(tv.Type) {
		return x
	}
	return p.closed(x, t)
}

// isAny reports whether a type is an interface of no methods.
func isAny(t types.Type) bool {
	if t == nil {
		return false
	}
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.NumMethods() == 0
}

// parameter is the type of what a function takes as its argument number i, or
// nil if it is none; the whole list of a variadic one, or an element of it.
func parameter(sig *types.Signature, i int, list bool) types.Type {
	n := sig.Params().Len()
	switch {
	case n == 0:
		return nil
	case sig.Variadic() && i >= n-1:
		t := sig.Params().At(n - 1).Type()
		if list {
			return t
		}
		if s, ok := t.(*types.Slice); ok {
			return s.Elem()
		}
		return nil
	case i >= n:
		return nil
	}
	return sig.Params().At(i).Type()
}
