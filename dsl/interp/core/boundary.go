package core

import (
	"go/ast"
	"go/types"
	"reflect"

	"unfold/dsl/interp/gotypes"
)

// closeArguments hides unexported fields from compiled functions that are
// given values in interfaces.
func (l *lowering) closeArguments(call *ast.CallExpr) {
	sig, ok := types.Unalias(l.info.TypeOf(call.Fun)).(*types.Signature)
	if !ok || !l.callsCompiled(call) {
		return
	}
	for i, a := range call.Args {
		last := i >= sig.Params().Len()-1
		if sig.Params().Len() == 0 {
			return
		}
		t := sig.Params().At(min(i, sig.Params().Len()-1)).Type()
		if s, ok := t.(*types.Slice); ok && sig.Variadic() && last {
			if call.Ellipsis.IsValid() {
				if it, ok := s.Elem().Underlying().(*types.Interface); ok && it.NumMethods() == 0 && !l.info.Types[a].IsNil() {
					call.Args[i] = l.closing(a, "CloseAll")
				}
				continue
			}
			t = s.Elem()
		}
		tv := l.info.Types[a]
		if !types.IsInterface(t) || tv.Value != nil || tv.IsNil() || tv.Type == nil {
			continue
		}
		if _, several := tv.Type.(*types.Tuple); several || !types.IsInterface(tv.Type) && !l.types.Hides(tv.Type) {
			continue
		}
		if t.Underlying().(*types.Interface).NumMethods() == 0 {
			call.Args[i] = l.closing(a, "Close")
			continue
		}
		rt := l.runtimeType(t, a.Pos())
		b := l.at(a.Pos())
		call.Args[i] = b.apply(l.helper(conversion{"close", rt}, b, func() reflect.Value { return l.closedAs(rt) }), a)
	}
}

// held is a value as one of an interface type, for a variable: the interpreter
// would give that the type of the value.
func (l *lowering) held(x ast.Expr, t types.Type) ast.Expr {
	tv := l.info.Types[x]
	if tv.IsNil() {
		return l.typed(x, t)
	}
	if tv.Type == nil || types.IsInterface(tv.Type) {
		return x
	}
	if _, several := tv.Type.(*types.Tuple); several {
		return x
	}
	if t.Underlying().(*types.Interface).NumMethods() == 0 {
		return l.closing(x, "Close")
	}
	rt := l.runtimeType(t, x.Pos())
	b := l.at(x.Pos())
	return b.apply(l.helper(conversion{"close", rt}, b, func() reflect.Value { return l.closedAs(rt) }), x)
}

func (l *lowering) closing(x ast.Expr, hook string) ast.Expr {
	b := l.at(x.Pos())
	return b.apply(b.hook(hook), x)
}

// into is a value on its way into a place of an interface type, where compiled
// code may find it later: without the fields it must not see, and, if it is
// nil, of that type.
func (l *lowering) into(x ast.Expr, t types.Type) ast.Expr {
	tv := l.info.Types[x]
	switch {
	case tv.IsNil():
		return l.typed(x, t)
	case t == nil || !types.IsInterface(t):
		return x
	case tv.Type == nil || tv.Value != nil || types.IsInterface(tv.Type):
		return x
	}
	if _, several := tv.Type.(*types.Tuple); several || !l.types.Hides(tv.Type) && !l.inPlace(x) {
		return x
	}
	return l.held(x, t)
}

// intoList does so with a value on its way into a list as one of its elements. If it
// is a list itself, the interpreter would take it for all the elements.
func (l *lowering) intoList(x ast.Expr, elem types.Type) ast.Expr {
	tv := l.info.Types[x]
	if tv.Type != nil && !tv.IsNil() && elem != nil && types.IsInterface(elem) && !types.IsInterface(tv.Type) {
		if _, list := tv.Type.Underlying().(*types.Slice); list {
			return l.held(x, elem)
		}
	}
	return l.into(x, elem)
}

// isVariadic reports whether argument i of a function is one of its variadic ones.
func isVariadic(t types.Type, i int) bool {
	sig, ok := types.Unalias(t).(*types.Signature)
	return ok && sig.Variadic() && i >= sig.Params().Len()-1
}

// inPlace reports whether the interpreter would make a value in the place it
// is for, which then has the type of the value, or loses it.
func (l *lowering) inPlace(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.BinaryExpr, *ast.UnaryExpr:
		return true
	case *ast.CallExpr:
		return l.info.Types[x.Fun].IsType()
	}
	return false
}

// intoElements does so with what a literal is made of.
func (l *lowering) intoElements(n *ast.CompositeLit) {
	t := l.info.TypeOf(n)
	if p, ok := t.Underlying().(*types.Pointer); ok { // of an element whose & is left out
		t = p.Elem()
	}
	var elem, key types.Type
	switch t := t.Underlying().(type) {
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
			n.Elts[i] = l.into(x, elem)
			continue
		}
		if key != nil {
			kv.Key = l.into(kv.Key, key)
		}
		if id, ok := kv.Key.(*ast.Ident); ok && elem == nil { // a field
			if v := l.info.Uses[id]; v != nil {
				kv.Value = l.into(kv.Value, v.Type())
			}
			continue
		}
		kv.Value = l.into(kv.Value, elem)
	}
}

// intoKey does so with the key of a map.
func (l *lowering) intoKey(n *ast.IndexExpr) {
	if t := l.info.TypeOf(n.X); t != nil {
		if m, ok := t.Underlying().(*types.Map); ok {
			n.Index = l.into(n.Index, m.Key())
		}
	}
}

// intoParameters does so with the arguments of a function that is interpreted,
// of append and of a conversion.
func (l *lowering) intoParameters(call *ast.CallExpr) {
	fun := l.info.Types[call.Fun]
	if l.callsCompiled(call) || call.Ellipsis.IsValid() {
		return
	}
	for i, a := range call.Args {
		switch {
		case fun.IsType():
			call.Args[i] = l.into(a, fun.Type)
		case fun.IsBuiltin():
			id, ok := ast.Unparen(call.Fun).(*ast.Ident)
			switch {
			case !ok || i == 0:
			case id.Name == "append":
				call.Args[i] = l.intoList(a, l.info.TypeOf(call).Underlying().(*types.Slice).Elem())
			case id.Name == "delete":
				call.Args[i] = l.into(a, l.info.TypeOf(call.Args[0]).Underlying().(*types.Map).Key())
			}
		case isVariadic(fun.Type, i):
			call.Args[i] = l.intoList(a, parameter(fun.Type, i))
		default:
			call.Args[i] = l.into(a, parameter(fun.Type, i))
		}
	}
}

// intoResults does so with what a function returns.
func (l *lowering) intoResults(n *ast.ReturnStmt) {
	results := l.results[len(l.results)-1]
	if results == nil || results.Len() != len(n.Results) {
		return
	}
	into := l.into
	if l.functions[len(l.functions)-1].results != nil { // which are variables
		into = l.intoVariable
	}
	for i, x := range n.Results {
		n.Results[i] = into(x, results.At(i).Type())
	}
}

// callsCompiled reports whether a call is one of a compiled function, or of a
// method of a compiled type.
func (l *lowering) callsCompiled(call *ast.CallExpr) bool {
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
	f, ok := l.info.Uses[id].(*types.Func)
	return ok && f.Pkg() != l.own && f.Pkg() != l.prelude && !gotypes.IsGeneric(f)
}
