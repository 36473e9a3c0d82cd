package core

import (
	"go/ast"
	"go/types"
	"reflect"
)

// A selector is x.M with what it means.
type selector struct {
	tree
	*ast.SelectorExpr
	sel *types.Selection // nil for a name of a package, and for a field that a pass has written
}

func (t tree) selector(x *ast.SelectorExpr) selector { return selector{t, x, t.info.Selections[x]} }

// isMethod reports whether it is a method of a value.
func (x selector) isMethod() bool { return x.sel != nil && x.sel.Kind() == types.MethodVal }

// isMember reports whether it is a name of a package.
func (x selector) isMember() bool {
	id, ok := x.X.(*ast.Ident)
	if !ok || x.sel != nil {
		return false
	}
	_, pkg := x.info.Uses[id].(*types.PkgName)
	return pkg || isAlias(id)
}

// isField reports whether it is a field of a value.
func (x selector) isField() bool {
	if x.sel != nil {
		return x.sel.Kind() == types.FieldVal
	}
	return !x.isMember()
}

// spellOut writes the embedded fields that it passes through.
func (x selector) spellOut() {
	of := x.sel.Recv()
	index := x.sel.Index()
	for _, i := range index[:len(index)-1] {
		if p, ok := of.Underlying().(*types.Pointer); ok {
			of = p.Elem()
		}
		st, ok := of.Underlying().(*types.Struct)
		if !ok {
			return
		}
		of = st.Field(i).Type()
		x.X = x.at(x.Sel.Pos()).field(x.X, st.Field(i).Name(), of)
	}
}

// own is the method of a session's type that it is, or nil where the receiver is
// compiled or an interface.
func (x selector) own() *types.Func {
	m, ok := x.sel.Obj().(*types.Func)
	if !ok {
		return nil
	}
	if recv := m.Signature().Recv(); recv == nil || !x.ownConcrete(recv.Type()) {
		return nil
	}
	return m
}

// hidden is the unexported method of an interface that it is, or nil. Package
// reflect, by which the interpreter calls the methods of a value in an interface,
// calls none that is not exported; a compiled function does, of that interface
// and the arguments.
func (x selector) hidden() *types.Func {
	m, ok := x.sel.Obj().(*types.Func)
	if !ok || m.Exported() || m.Signature().Recv() == nil || !types.IsInterface(m.Signature().Recv().Type()) {
		return nil
	}
	return m
}

// receiver is what stands before an own method, as its function takes it.
func (x selector) receiver() ast.Expr {
	x.spellOut()
	b := x.at(x.Pos())
	_, wants := types.Unalias(x.own().Signature().Recv().Type()).(*types.Pointer)
	pointer, has := x.underlying(x.X).(*types.Pointer)
	switch {
	case wants && !has:
		return b.address(x.X)
	case !wants && has:
		return b.of(&ast.StarExpr{Star: b.pos, X: x.X}, pointer.Elem())
	}
	return x.X
}

// takesAddress reports whether it is a compiled method that is called on the
// address of what stands before it.
func (x selector) takesAddress() bool {
	_, wants := x.sel.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer)
	_, has := x.underlying(x.X).(*types.Pointer)
	return wants && !has
}

// present is the interface value before it, which panics if that is nil.
func (x selector) present() ast.Expr {
	b := x.at(x.Pos())
	of := x.info.TypeOf(x.X)
	rt := x.runtimeType(of, x.Pos())
	return b.of(b.apply(x.helper(conversion{"held", rt}, b.place, func() reflect.Value { return held(rt) }), x.X), of)
}

// of is the same method of another value.
func (x selector) of(recv ast.Expr) ast.Expr {
	made := &ast.SelectorExpr{X: recv, Sel: &ast.Ident{Name: x.Sel.Name, NamePos: x.Sel.Pos()}}
	x.info.Uses[made.Sel] = x.sel.Obj()
	x.info.Selections[made] = x.sel
	return x.at(x.Pos()).of(made, unreceived(x.sel.Obj().(*types.Func).Signature()))
}

// unreceived is a signature without its receiver.
func unreceived(sig *types.Signature) *types.Signature {
	return types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
}

// ownConcrete reports whether a type is a session's own, or a pointer to one,
// and no interface.
func (l *lowering) ownConcrete(of types.Type) bool {
	of = types.Unalias(of)
	if p, ok := of.(*types.Pointer); ok {
		of = types.Unalias(p.Elem())
	}
	named, ok := of.(*types.Named)
	if !ok || types.IsInterface(named) || named.Obj().Pkg() == nil {
		return false
	}
	_, compiled := l.packages.Compiled(named)
	return !compiled
}

// isAlias reports whether an expression names a package in core Go.
func isAlias(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && len(id.Name) > len("import#") && id.Name[:len("import#")] == "import#"
}
