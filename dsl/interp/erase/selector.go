package erase

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
)

// The selections are of fields, and of methods, which are functions.
type selections struct{ conversions }

// walk selects fields of a value, one after the other, through pointers.
func (p selections) walk(x ast.Expr, t types.Type, index []int) (ast.Expr, types.Type) {
	for _, i := range index {
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			x, t = p.open(x, t), ptr.Elem()
		}
		st := t.Underlying().(*types.Struct)
		name := fieldName(st, i)
		if named, ok := types.Unalias(t).(*types.Named); ok && !p.own(named) {
			name = st.Field(i).Name()
		}
		x = &ast.SelectorExpr{X: x, Sel: &ast.Ident{Name: name, NamePos: x.Pos()}}
		t = st.Field(i).Type()
	}
	return x, t
}

// qualified is a name of a package.
func (p selections) qualified(x *ast.SelectorExpr) ast.Expr {
	obj := p.info.Uses[x.Sel]
	if inst, ok := p.info.Instances[x.Sel]; ok {
		if f, ok := obj.(*types.Func); ok {
			return p.instanceOf(f, inst.TypeArgs, x.Pos())
		}
	}
	if p.Host.Named(obj) != "" { // of a package from source
		return p.object(obj, x.Pos())
	}
	name, ok := p.info.Uses[x.X.(*ast.Ident)].(*types.PkgName)
	if !ok {
		return x
	}
	alias := types.NewPkgName(token.NoPos, p.home, "package#"+name.Imported().Path(), name.Imported())
	x.X = p.mention(alias, x.X.Pos())
	return x
}

// instance is what a generic function with type arguments means.
func (p selections) instance(x ast.Expr) ast.Expr {
	id, _ := ast.Unparen(x).(*ast.Ident)
	if sel, ok := ast.Unparen(x).(*ast.SelectorExpr); ok {
		id = sel.Sel
	}
	inst := p.info.Instances[id]
	f, ok := p.info.Uses[id].(*types.Func)
	if !ok {
		p.refuse(x.Pos(), "this instance is not understood there")
	}
	return p.instanceOf(f, inst.TypeArgs, x.Pos())
}

// method is the function of a method of a cell's type that a selection means,
// nil where it is compiled or an interface's.
func (p selections) method(sel *types.Selection) *types.Func {
	m := sel.Obj().(*types.Func)
	t := types.Unalias(m.Signature().Recv().Type())
	if ptr, ok := t.(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	if named, ok := t.(*types.Named); !ok || types.IsInterface(named) || !p.own(named) {
		return nil
	}
	return m
}

// receiver is the receiver of a method as its function takes it.
func (p selections) receiver(x ast.Expr, t types.Type, wants types.Type) ast.Expr {
	_, pointer := types.Unalias(wants).(*types.Pointer)
	_, has := t.Underlying().(*types.Pointer)
	if _, named := types.Unalias(t).(*types.Named); named {
		has = false
	}
	switch {
	case pointer && !has:
		return p.sealed(&ast.UnaryExpr{OpPos: x.Pos(), Op: token.AND, X: x}, types.NewPointer(t))
	case !pointer && has:
		return &ast.StarExpr{Star: x.Pos(), X: p.open(x, t)}
	}
	return x
}

// callee is what a method of a rewritten value is called by: the function, and the
// receiver to call it with, nil where the function has it.
func (p selections) callee(x *ast.SelectorExpr, sel *types.Selection, of ast.Expr) (fun, recv ast.Expr) {
	index := sel.Index()
	base, t := p.walk(of, sel.Recv(), index[:len(index)-1])
	m := sel.Obj().(*types.Func)
	if own := p.method(sel); own != nil {
		return p.object(own, x.Sel.Pos()), p.receiver(base, t, own.Signature().Recv().Type())
	}
	if types.IsInterface(t) && !p.plain(t) {
		return p.invoker(t, m, x.Sel.Pos()), base
	}
	return &ast.SelectorExpr{X: p.open(base, t), Sel: &ast.Ident{Name: m.Name(), NamePos: x.Sel.Pos()}}, nil
}

// methodValue is x.M without a call: a function that has kept its receiver.
func (p selections) methodValue(x *ast.SelectorExpr, sel *types.Selection, of ast.Expr) ast.Expr {
	fun, recv := p.callee(x, sel, of)
	if recv == nil {
		return fun
	}
	sig := sel.Obj().(*types.Func).Signature()
	full := p.info.TypeOf(x).(*types.Signature)
	t := types.Type(anyType)
	if own := p.method(sel); own != nil {
		t = sig.Recv().Type()
	}
	inner := p.forward(full, x.Pos(), func(args []ast.Expr) *ast.CallExpr {
		return call(fun, append([]ast.Expr{&ast.Ident{Name: "recv#", NamePos: x.Pos()}}, args...)...)
	})
	pos := x.Pos()
	outer := &ast.FuncLit{
		Type: &ast.FuncType{Func: pos,
			Params:  &ast.FieldList{Opening: pos, List: []*ast.Field{{Names: []*ast.Ident{{Name: "recv#", NamePos: pos}}, Type: p.typ(t, pos)}}, Closing: pos},
			Results: &ast.FieldList{Opening: pos, List: []*ast.Field{{Type: p.typ(full, pos)}}, Closing: pos}},
		Body: &ast.BlockStmt{Lbrace: pos, List: []ast.Stmt{&ast.ReturnStmt{Return: pos, Results: []ast.Expr{inner}}}, Rbrace: pos},
	}
	if p.method(sel) == nil {
		recv = call(p.notNil(sel.Recv(), pos), recv)
	}
	return call(outer, recv)
}

// methodExpr is T.M as the function it means.
func (p selections) methodExpr(x *ast.SelectorExpr, sel *types.Selection) ast.Expr {
	sig := p.info.TypeOf(x).(*types.Signature)
	index := sel.Index()
	return p.forward(sig, x.Pos(), func(args []ast.Expr) *ast.CallExpr {
		base, t := p.walk(args[0], sel.Recv(), index[:len(index)-1])
		m := sel.Obj().(*types.Func)
		switch own := p.method(sel); {
		case own != nil:
			return call(p.object(own, x.Pos()), append([]ast.Expr{p.receiver(base, t, own.Signature().Recv().Type())}, args[1:]...)...)
		case types.IsInterface(t) && !p.plain(t):
			return call(p.invoker(t, m, x.Pos()), append([]ast.Expr{base}, args[1:]...)...)
		}
		return call(&ast.SelectorExpr{X: p.open(base, t), Sel: &ast.Ident{Name: m.Name(), NamePos: x.Pos()}}, args[1:]...)
	})
}

// forward is a function literal that passes its parameters on.
func (p selections) forward(sig *types.Signature, pos token.Pos, to func([]ast.Expr) *ast.CallExpr) *ast.FuncLit {
	t := &ast.FuncType{Func: pos, Params: &ast.FieldList{Opening: pos, Closing: pos}}
	var args []ast.Expr
	for i := range sig.Params().Len() {
		name := "parameter#" + strconv.Itoa(i)
		pt := ast.Expr(p.typ(sig.Params().At(i).Type(), pos))
		if sig.Variadic() && i == sig.Params().Len()-1 {
			pt = &ast.Ellipsis{Ellipsis: pos, Elt: p.typ(sig.Params().At(i).Type().(*types.Slice).Elem(), pos)}
		}
		t.Params.List = append(t.Params.List, &ast.Field{Names: []*ast.Ident{{Name: name, NamePos: pos}}, Type: pt})
		args = append(args, &ast.Ident{Name: name, NamePos: pos})
	}
	made := to(args)
	if sig.Variadic() {
		made.Ellipsis = pos
	}
	body := ast.Stmt(&ast.ExprStmt{X: made})
	if sig.Results().Len() > 0 {
		t.Results = &ast.FieldList{Opening: pos, Closing: pos}
		for v := range sig.Results().Variables() {
			t.Results.List = append(t.Results.List, &ast.Field{Type: p.typ(v.Type(), pos)})
		}
		body = &ast.ReturnStmt{Return: pos, Results: []ast.Expr{made}}
	}
	return &ast.FuncLit{Type: t, Body: &ast.BlockStmt{Lbrace: pos, List: []ast.Stmt{body}, Rbrace: pos}}
}
