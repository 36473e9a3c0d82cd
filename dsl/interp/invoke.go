package interp

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strconv"

	"unfold/dsl/interp/machine"
)

// Package reflect, by which the interpreter calls the methods of a value in an
// interface, calls none that is not exported. A compiled function does, of
// that interface and the arguments.

// hiddenMethod is the unexported method of an interface that a selection
// means, or nil.
func hiddenMethod(sel *types.Selection) *types.Func {
	m, ok := sel.Obj().(*types.Func)
	if !ok || m.Exported() || m.Signature().Recv() == nil || !types.IsInterface(m.Signature().Recv().Type()) {
		return nil
	}
	return m
}

// invoker is the function that calls an unexported method of an interface.
func (l *lowering) invoker(m *types.Func, pos token.Pos) ast.Expr {
	sig := m.Signature()
	of := l.runtimeType(sig.Recv().Type(), pos)
	t := l.runtimeType(types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic()), pos)
	key := "invoke " + strconv.Itoa(l.s.number(of)) + "." + m.Name()
	return l.helper(key, l.at(pos), func() reflect.Value { return l.s.invoking(of, m.Name(), t) })
}

// invoking is a function that calls a method of an interface type with the
// rest of its arguments.
func (s *Session) invoking(of reflect.Type, name string, method reflect.Type) reflect.Value {
	in := []reflect.Type{of}
	for p := range method.Ins() {
		in = append(in, p)
	}
	var out []reflect.Type
	for r := range method.Outs() {
		out = append(out, r)
	}
	return reflect.MakeFunc(reflect.FuncOf(in, out, method.IsVariadic()), func(args []reflect.Value) []reflect.Value {
		if args[0].IsNil() {
			panic(machine.Fault{Text: machine.NilPointer})
		}
		held := reflect.ValueOf(s.mint.Open(args[0].Interface()))
		return s.mint.Call(held, name, args[1:], method.IsVariadic())
	})
}
