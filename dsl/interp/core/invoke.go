package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
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

// An invokeKey is a method of an interface type.
type invokeKey struct {
	of     reflect.Type
	method string
}

// invoker is the function that calls an unexported method of an interface.
func (l *lowering) invoker(m *types.Func, pos token.Pos) ast.Expr {
	sig := m.Signature()
	of := l.runtimeType(sig.Recv().Type(), pos)
	t := l.runtimeType(types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic()), pos)
	return l.helper(invokeKey{of, m.Name()}, l.at(pos), func() reflect.Value { return l.invoking(of, m.Name(), t) })
}
