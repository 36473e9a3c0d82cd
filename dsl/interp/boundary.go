package interp

import (
	"go/ast"
	"go/types"
	"reflect"
	"strconv"
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
		if _, several := tv.Type.(*types.Tuple); several || !types.IsInterface(tv.Type) && !l.s.mint.Hides(tv.Type) {
			continue
		}
		if t.Underlying().(*types.Interface).NumMethods() == 0 {
			call.Args[i] = l.closing(a, "Close")
			continue
		}
		rt := l.runtimeType(t, a.Pos())
		b := l.at(a.Pos())
		call.Args[i] = b.apply(l.helper("close "+strconv.Itoa(l.s.number(rt)), b, func() reflect.Value { return l.s.closedAs(rt) }), a)
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
	return b.apply(l.helper("close "+strconv.Itoa(l.s.number(rt)), b, func() reflect.Value { return l.s.closedAs(rt) }), x)
}

func (l *lowering) closing(x ast.Expr, hook string) ast.Expr {
	b := l.at(x.Pos())
	return b.apply(l.hook(b, hook), x)
}

// closeElements does the same for what a list or map holds in interfaces,
// which compiled code may be given later.
func (l *lowering) closeElements(n *ast.CompositeLit) {
	var elem types.Type
	switch t := l.info.TypeOf(n).Underlying().(type) {
	case *types.Slice:
		elem = t.Elem()
	case *types.Array:
		elem = t.Elem()
	case *types.Map:
		elem = t.Elem()
	}
	if elem == nil {
		return
	}
	for i, x := range n.Elts {
		if kv, keyed := x.(*ast.KeyValueExpr); keyed {
			kv.Value = l.typed(kv.Value, elem)
		} else {
			n.Elts[i] = l.typed(x, elem)
		}
	}
	if it, ok := elem.Underlying().(*types.Interface); !ok || it.NumMethods() > 0 {
		return
	}
	for i, x := range n.Elts {
		kv, keyed := x.(*ast.KeyValueExpr)
		if keyed {
			x = kv.Value
		}
		if t := l.info.TypeOf(x); t == nil || types.IsInterface(t) || !l.s.mint.Hides(t) {
			continue
		}
		if keyed {
			kv.Value = l.closing(x, "Close")
		} else {
			n.Elts[i] = l.closing(x, "Close")
		}
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
	return ok && f.Pkg() != l.s.pkg && f.Pkg() != l.s.prelude && !isGeneric(f)
}

// closedAs is a function that closes a value and gives it an interface type.
func (s *Session) closedAs(t reflect.Type) reflect.Value {
	ft := reflect.FuncOf([]reflect.Type{reflect.TypeFor[any]()}, []reflect.Type{t}, false)
	return reflect.MakeFunc(ft, func(args []reflect.Value) []reflect.Value {
		out := reflect.New(t).Elem()
		if v := reflect.ValueOf(s.mint.Close(args[0].Interface())); v.IsValid() {
			out.Set(v)
		}
		return []reflect.Value{out}
	})
}

// closeAll closes the values of a list, in another where that changes them.
func (s *Session) closeAll(list []any) []any {
	if list == nil {
		return nil
	}
	closed := make([]any, len(list))
	for i, x := range list {
		closed[i] = s.mint.Close(x)
	}
	return closed
}
