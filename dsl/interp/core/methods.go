package core

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/ast/astutil"

	"unfold/dsl/interp/erase"
)

// Methods of the session's types become functions, the receiver first, and are
// called as such where the type is known. For whoever meets a value in an
// interface, compiled or not, the function is bound to the method of the minted
// type, see bindMethod. Embedded fields that a selector passes through are
// written, so that the interpreter need not find them.
type methods struct{ tree }

func (p *methods) before(c *astutil.Cursor) bool {
	if call, ok := c.Node().(*ast.CallExpr); ok {
		p.call(call)
	}
	return true
}

func (p *methods) after(c *astutil.Cursor) bool {
	n, ok := c.Node().(*ast.SelectorExpr)
	if !ok || p.info.Selections[n] == nil {
		return true
	}
	x := p.selector(n)
	switch {
	case x.sel.Kind() == types.MethodExpr && (p.ownConcrete(x.sel.Recv()) || types.IsInterface(x.sel.Recv())):
		c.Replace(p.expression(x))
	case x.isMethod() && (c.Name() != "Fun" || x.own() != nil):
		c.Replace(p.value(x))
	default:
		x.spellOut()
	}
	return true
}

// call makes x.M(a) the call of M's function with x and a.
func (p *methods) call(call *ast.CallExpr) {
	n, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return
	}
	x := p.selector(n)
	if !x.isMethod() || x.own() == nil && x.hidden() == nil {
		return
	}
	if len(call.Args) == 1 {
		if _, several := p.info.TypeOf(call.Args[0]).(*types.Tuple); several {
			return // the method as a value takes them
		}
	}
	if m := x.hidden(); m != nil {
		x.spellOut()
		call.Fun, call.Args = p.invoker(m, x.Sel.Pos()), append([]ast.Expr{x.X}, call.Args...)
		return
	}
	call.Fun, call.Args = p.code(x.own(), x.Pos()), append([]ast.Expr{x.receiver()}, call.Args...)
}

// code is the function of a method.
func (p *methods) code(m *types.Func, pos token.Pos) ast.Expr {
	b := p.at(pos)
	id := b.id(receiverName(m.Signature().Recv().Type()) + "." + m.Name())
	p.info.Uses[id] = m
	return b.of(id, erase.AsFunction(m.Signature()))
}

// value is x.M without a call: a function that has kept its receiver.
func (p *methods) value(x selector) ast.Expr {
	b := p.at(x.Pos())
	sig := x.sel.Obj().(*types.Func).Signature()
	if m := x.own(); m != nil {
		return p.bound(x.receiver(), m.Signature().Recv().Type(), sig, b, func(recv ast.Expr, args []ast.Expr) *ast.CallExpr {
			return b.apply(p.code(m, x.Pos()), append([]ast.Expr{recv}, args...)...)
		})
	}
	x.spellOut()
	recv := x.X
	if x.takesAddress() {
		recv = b.address(x.X)
	}
	t := p.info.TypeOf(recv)
	if types.IsInterface(t) {
		recv = x.present()
	}
	return p.bound(recv, t, sig, b, func(recv ast.Expr, args []ast.Expr) *ast.CallExpr {
		if m := x.hidden(); m != nil {
			return b.apply(p.invoker(m, x.Pos()), append([]ast.Expr{recv}, args...)...)
		}
		return b.apply(x.of(recv), args...)
	})
}

// bound is a function that has kept its receiver.
func (p *methods) bound(recv ast.Expr, t types.Type, m *types.Signature, b builder, call func(ast.Expr, []ast.Expr) *ast.CallExpr) ast.Expr {
	kept := types.NewParam(token.NoPos, nil, "recv#", t)
	sig := unreceived(m)
	inner := p.forward(sig, b, func(args []ast.Expr) *ast.CallExpr { return call(b.use(kept), args) })
	result := types.NewTuple(types.NewParam(token.NoPos, nil, "", sig))
	outer := b.function(types.NewSignatureType(nil, nil, nil, types.NewTuple(kept), result, false), b.ret(inner))
	return b.of(b.apply(outer, recv), sig)
}

// expression is T.Method as the function it means.
func (p *methods) expression(x selector) ast.Expr {
	b := p.at(x.Pos())
	return p.forward(x.sel.Type().(*types.Signature), b, func(args []ast.Expr) *ast.CallExpr {
		recv := selector{p.tree, &ast.SelectorExpr{X: args[0], Sel: x.Sel}, x.sel}
		if m := x.own(); m != nil {
			return b.apply(p.code(m, x.Sel.Pos()), append([]ast.Expr{recv.receiver()}, args[1:]...)...)
		}
		recv.spellOut()
		if m := x.hidden(); m != nil {
			return b.apply(p.invoker(m, x.Pos()), append([]ast.Expr{recv.X}, args[1:]...)...)
		}
		return b.apply(x.of(recv.X), args[1:]...)
	})
}

// forward is a function literal that passes its parameters on.
func (p *methods) forward(sig *types.Signature, b builder, call func([]ast.Expr) *ast.CallExpr) *ast.FuncLit {
	var params []*types.Var
	var args []ast.Expr
	for i := range sig.Params().Len() {
		v := types.NewParam(token.NoPos, nil, fmt.Sprintf("a#%d", i), sig.Params().At(i).Type())
		params, args = append(params, v), append(args, b.use(v))
	}
	made := call(args)
	if sig.Variadic() {
		made.Ellipsis = b.pos
	}
	results := sig.Results()
	b.of(made, results)
	if results.Len() == 1 {
		b.of(made, results.At(0).Type())
	}
	passes := types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), results, sig.Variadic())
	if results.Len() == 0 {
		return b.function(passes, b.do(made))
	}
	return b.function(passes, b.ret(made))
}

// An invokeKey is a method of an interface type.
type invokeKey struct {
	of     reflect.Type
	method string
}

// invoker is the function that calls an unexported method of an interface.
func (p *methods) invoker(m *types.Func, pos token.Pos) ast.Expr {
	sig := m.Signature()
	of := p.runtimeType(sig.Recv().Type(), pos)
	rt := p.runtimeType(unreceived(sig), pos)
	b := p.at(pos)
	return b.of(p.helper(invokeKey{of, m.Name()}, b.place, func() reflect.Value { return p.invoking(of, m.Name(), rt) }), erase.AsFunction(sig))
}
