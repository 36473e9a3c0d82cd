package core

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
)

// Methods of the session's types are functions to the interpreter, the
// receiver first, and are called as such where the type is known. For whoever
// meets a value in an interface, compiled or not, the function is bound to the
// method of the minted type.

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

// ownMethod is the method of a session's type that a selection means, or nil
// where the receiver is compiled or an interface.
func (l *lowering) ownMethod(sel *types.Selection) *types.Func {
	m, ok := sel.Obj().(*types.Func)
	if !ok {
		return nil
	}
	if recv := m.Signature().Recv(); recv == nil || !l.ownConcrete(recv.Type()) {
		return nil
	}
	return m
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

// receiver is the receiver of a method as its function takes it.
func (l *lowering) receiver(x *ast.SelectorExpr, sel *types.Selection, m *types.Func) ast.Expr {
	l.spellOut(x, sel)
	b := l.at(x.Pos())
	_, wants := types.Unalias(m.Signature().Recv().Type()).(*types.Pointer)
	has := l.pointerAt(sel)
	switch {
	case wants && !has:
		return &ast.UnaryExpr{OpPos: b.pos, Op: token.AND, X: x.X}
	case !wants && has:
		return &ast.StarExpr{Star: b.pos, X: x.X}
	}
	return x.X
}

// pointerAt reports whether what stands before a selected method, behind the
// embedded fields, is a pointer.
func (l *lowering) pointerAt(sel *types.Selection) bool {
	t := sel.Recv()
	for _, i := range sel.Index()[:len(sel.Index())-1] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		t = t.Underlying().(*types.Struct).Field(i).Type()
	}
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// callMethod makes x.M(a) the call of M's function with x and a.
func (l *lowering) callMethod(call *ast.CallExpr) {
	x, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return
	}
	sel := l.info.Selections[x]
	if sel == nil || sel.Kind() != types.MethodVal {
		return
	}
	m, hidden := l.ownMethod(sel), hiddenMethod(sel)
	if m == nil && hidden == nil {
		return
	}
	if len(call.Args) == 1 {
		if _, several := l.info.TypeOf(call.Args[0]).(*types.Tuple); several {
			return // the method as a value takes them
		}
	}
	if hidden != nil {
		l.spellOut(x, sel)
		call.Fun = l.invoker(hidden, x.Sel.Pos())
		call.Args = append([]ast.Expr{x.X}, call.Args...)
		return
	}
	recv := l.receiver(x, sel, m)
	call.Fun = l.at(x.Pos()).id(l.methodName(m, x.Sel.Pos()))
	call.Args = append([]ast.Expr{recv}, call.Args...)
}

// methodValue is x.M without a call: a function that has kept its receiver.
func (l *lowering) methodValue(x *ast.SelectorExpr, sel *types.Selection) ast.Expr {
	m := l.ownMethod(sel)
	b := l.at(x.Pos())
	recv := l.expr(l.receiver(x, sel, m))
	return l.bound(recv, m.Signature().Recv().Type(), m.Signature(), x.Pos(), func(args []ast.Expr) *ast.CallExpr {
		return b.call(l.methodName(m, x.Sel.Pos()), append([]ast.Expr{b.id("recv#")}, args...)...)
	})
}

// compiledMethodValue is the same for a method of a compiled type, or of one
// that only the interface around it knows.
func (l *lowering) compiledMethodValue(x *ast.SelectorExpr, sel *types.Selection) ast.Expr {
	b := l.at(x.Pos())
	t := sel.Recv()
	for _, i := range sel.Index()[:len(sel.Index())-1] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		t = t.Underlying().(*types.Struct).Field(i).Type()
	}
	l.spellOut(x, sel)
	recv := x.X
	if l.takesAddress(sel) {
		recv, t = &ast.UnaryExpr{OpPos: b.pos, Op: token.AND, X: x.X}, types.NewPointer(t)
	}
	if m := hiddenMethod(sel); m != nil {
		return l.bound(b.apply(l.assertHeld(t, x.Pos()), l.expr(recv)), t, m.Signature(), x.Pos(), func(args []ast.Expr) *ast.CallExpr {
			return b.apply(l.invoker(m, x.Pos()), append([]ast.Expr{b.id("recv#")}, args...)...)
		})
	}
	if types.IsInterface(t) {
		return l.bound(b.apply(l.assertHeld(t, x.Pos()), l.expr(recv)), t, sel.Obj().(*types.Func).Signature(), x.Pos(), func(args []ast.Expr) *ast.CallExpr {
			return b.apply(&ast.SelectorExpr{X: b.id("recv#"), Sel: b.id(x.Sel.Name)}, args...)
		})
	}
	return l.bound(l.expr(recv), t, sel.Obj().(*types.Func).Signature(), x.Pos(), func(args []ast.Expr) *ast.CallExpr {
		return b.apply(&ast.SelectorExpr{X: b.id("recv#"), Sel: b.id(x.Sel.Name)}, args...)
	})
}

// assertHeld is a function that passes an interface value on, unless it is nil.
func (l *lowering) assertHeld(t types.Type, pos token.Pos) ast.Expr {
	rt := l.runtimeType(t, pos)
	return l.helper(conversion{"held", rt}, l.at(pos), func() reflect.Value { return held(rt) })
}

// bound is a function that has kept its receiver.
func (l *lowering) bound(recv ast.Expr, t types.Type, m *types.Signature, pos token.Pos, call func([]ast.Expr) *ast.CallExpr) ast.Expr {
	b := l.at(pos)
	sig := types.NewSignatureType(nil, nil, nil, m.Params(), m.Results(), m.Variadic())
	outer := &ast.FuncLit{
		Type: &ast.FuncType{
			Func:    b.pos,
			Params:  &ast.FieldList{Opening: b.pos, List: []*ast.Field{{Names: []*ast.Ident{b.id("recv#")}, Type: l.typ(t, pos)}}, Closing: b.pos},
			Results: &ast.FieldList{Opening: b.pos, List: []*ast.Field{{Type: l.funcType(sig, pos)}}, Closing: b.pos},
		},
		Body: b.block(b.ret(l.forward(sig, pos, call))),
	}
	return b.apply(outer, recv)
}

// methodExpr is T.Method as the function it means.
func (l *lowering) methodExpr(x *ast.SelectorExpr, sel *types.Selection) ast.Expr {
	b := l.at(x.Pos())
	sig := sel.Type().(*types.Signature)
	return l.forward(sig, x.Pos(), func(args []ast.Expr) *ast.CallExpr {
		recv := &ast.SelectorExpr{X: args[0], Sel: b.id(x.Sel.Name)}
		m := l.ownMethod(sel)
		if m := hiddenMethod(sel); m != nil {
			l.spellOut(recv, sel)
			return b.apply(l.invoker(m, x.Pos()), append([]ast.Expr{recv.X}, args[1:]...)...)
		}
		if m == nil {
			l.spellOut(recv, sel)
			return b.apply(recv, args[1:]...)
		}
		return b.call(l.methodName(m, x.Sel.Pos()), append([]ast.Expr{l.receiver(recv, sel, m)}, args[1:]...)...)
	})
}

// forward is a function literal that passes its parameters on.
func (l *lowering) forward(sig *types.Signature, pos token.Pos, call func([]ast.Expr) *ast.CallExpr) *ast.FuncLit {
	b := l.at(pos)
	lit := &ast.FuncLit{Type: l.funcType(sig, pos)}
	var args []ast.Expr
	for i, f := range lit.Type.Params.List {
		name := fmt.Sprintf("a#%d", i)
		f.Names = []*ast.Ident{b.id(name)}
		args = append(args, b.id(name))
	}
	made := call(args)
	if sig.Variadic() {
		made.Ellipsis = b.pos
	}
	lit.Body = b.block(&ast.ExprStmt{X: made})
	if sig.Results().Len() > 0 {
		lit.Body = b.block(b.ret(made))
	}
	return lit
}
