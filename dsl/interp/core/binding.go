package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
)

// A bindingKey is a method of a minted type.
type bindingKey struct {
	of     reflect.Type
	method string
}

// bindMethod gives a method of a minted type its function.
func (l *lowering) bindMethod(m *types.Func, ours string, pos token.Pos) ast.Stmt {
	b := l.at(pos)
	if l.eraser != nil {
		return &ast.ExprStmt{X: b.apply(l.helper(m, b, func() reflect.Value { return l.binder(m) }), b.id(ours))}
	}
	recv := m.Signature().Recv().Type()
	if p, ok := types.Unalias(recv).(*types.Pointer); ok {
		recv = p.Elem()
	}
	rt, err := l.types.Type(recv)
	if err != nil {
		l.unmade(pos, recv, err)
		return &ast.EmptyStmt{Semicolon: b.pos}
	}
	if named, ok := l.types.Named(rt); ok {
		if err := l.types.Add(named, m); err != nil {
			l.fail(pos, "%v", err)
		}
	}
	bind := l.helper(bindingKey{rt, m.Name()}, b, func() reflect.Value { return l.binding(rt, m.Name()) })
	return &ast.ExprStmt{X: b.apply(bind, b.id(ours))}
}

// methodName is the interpreter's name of a method's function.
func (l *lowering) methodName(m *types.Func, pos token.Pos) string {
	recv := types.Unalias(m.Signature().Recv().Type())
	if p, ok := recv.(*types.Pointer); ok {
		recv = types.Unalias(p.Elem())
	}
	if named, ok := recv.(*types.Named); ok && named.TypeArgs().Len() > 0 {
		l.instanceMethods(named, pos)
		name, _ := l.instanceOf(named.Origin().Obj(), named.TypeArgs())
		return name + "." + m.Name()
	}
	return l.name(m)
}
