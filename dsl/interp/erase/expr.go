package erase

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
)

// typeOf is the type that the value of an expression has by itself.
func (p *pass) typeOf(x ast.Expr) types.Type {
	t := p.info.TypeOf(x)
	if t == nil {
		return nil
	}
	return types.Default(t)
}

func (p *pass) exprs(list []ast.Expr) {
	for i, x := range list {
		list[i] = p.expr(x)
	}
}

// expr rewrites an expression.
func (p *pass) expr(x ast.Expr) ast.Expr {
	tv := p.info.Types[x]
	switch {
	case tv.IsType():
		return p.typ(tv.Type, x.Pos())
	case tv.Value != nil:
		if _, literal := x.(*ast.BasicLit); literal && p.plain(tv.Type) {
			return x
		}
		return p.constant(tv, x.Pos())
	}
	switch x := x.(type) {
	case *ast.Ident:
		return p.ident(x)
	case *ast.ParenExpr:
		x.X = p.expr(x.X)
	case *ast.FuncLit:
		sig := p.info.TypeOf(x).(*types.Signature)
		p.results = append(p.results, sig.Results())
		p.funcType(x.Type)
		p.block(x.Body)
		p.results = p.results[:len(p.results)-1]
	case *ast.CompositeLit:
		return p.composite(x)
	case *ast.SelectorExpr:
		return p.selector(x)
	case *ast.IndexExpr:
		return p.index(x)
	case *ast.IndexListExpr:
		return p.instance(x.X)
	case *ast.SliceExpr:
		return p.slice(x)
	case *ast.StarExpr:
		x.X = p.opened(x.X)
	case *ast.TypeAssertExpr:
		from := p.info.TypeOf(x.X)
		to, ok := tv.Type, false
		if pair, several := tv.Type.(*types.Tuple); several {
			to, ok = pair.At(0).Type(), true
		}
		return call(p.assertion(from, to, ok, x.Pos()), p.expr(x.X))
	case *ast.UnaryExpr:
		return p.unary(x)
	case *ast.BinaryExpr:
		return p.binary(x)
	case *ast.CallExpr:
		return p.call(x)
	case *ast.KeyValueExpr:
		x.Value = p.expr(x.Value)
	}
	return x
}

func (p *pass) funcType(t *ast.FuncType) {
	for _, list := range []*ast.FieldList{t.Params, t.Results} {
		if list == nil {
			continue
		}
		for _, f := range list.List {
			if e, ok := f.Type.(*ast.Ellipsis); ok {
				e.Elt = p.typ(p.info.TypeOf(e.Elt), e.Pos())
				continue
			}
			f.Type = p.typ(p.info.TypeOf(f.Type), f.Type.Pos())
		}
	}
}

func (p *pass) ident(id *ast.Ident) ast.Expr {
	obj := p.info.Uses[id]
	switch obj.(type) {
	case nil, *types.Nil, *types.Builtin:
		return id
	}
	if inst, ok := p.info.Instances[id]; ok {
		return p.instanceOf(obj.(*types.Func), inst.TypeArgs, id.Pos())
	}
	switch {
	case obj.Pkg() == nil, p.defined[obj]:
		return id
	case p.Host.Named(obj) != "" || obj.Pkg() == p.home:
		return p.object(obj, id.Pos())
	}
	return p.mention(obj, id.Pos()) // of the prelude, or imported with a dot
}

// instance is what a generic function with type arguments means.
func (p *pass) instance(x ast.Expr) ast.Expr {
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

func (p *pass) instanceOf(f *types.Func, args *types.TypeList, pos token.Pos) ast.Expr {
	name := p.Host.Instance(f, args, pos)
	list := make([]types.Type, args.Len())
	for i := range list {
		list[i] = args.At(i)
	}
	t, err := types.Instantiate(nil, f.Signature(), list, false)
	if err != nil {
		p.refuse(pos, "%v", err)
	}
	made := types.NewFunc(pos, p.home, "instance#"+name, p.form(t).(*types.Signature))
	p.Host.Name(made, name)
	return p.mention(made, pos)
}

// open is the value behind one that is kept in an interface because its type
// mentions itself.
func (p *pass) open(x ast.Expr, t types.Type) ast.Expr {
	if !p.opaque(types.Unalias(t)) {
		return x
	}
	return call(p.opener(t, x.Pos()), x)
}

// opened rewrites what is indexed, called, pointed with.
func (p *pass) opened(x ast.Expr) ast.Expr {
	t := p.info.TypeOf(x)
	made := p.expr(x)
	if t == nil {
		return made
	}
	return p.open(made, t)
}

// sealed is a value as one of type t is kept.
func (p *pass) sealed(x ast.Expr, t types.Type) ast.Expr {
	if !p.opaque(types.Unalias(t)) {
		return x
	}
	return call(p.spell(anyType, x.Pos()), x)
}

// inner is the form of a type itself where that is kept in an interface.
func (f *forms) inner(t types.Type) types.Type {
	t = types.Unalias(t)
	if !f.opaque(t) {
		return f.form(t)
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return types.NewPointer(f.form(u.Elem()))
	case *types.Slice:
		return types.NewSlice(f.form(u.Elem()))
	case *types.Map:
		return types.NewMap(f.form(u.Key()), f.form(u.Elem()))
	case *types.Chan:
		return types.NewChan(u.Dir(), f.form(u.Elem()))
	}
	return f.form(t.Underlying())
}

func (p *pass) composite(x *ast.CompositeLit) ast.Expr {
	t := p.info.TypeOf(x)
	var pointer types.Type
	if u, ok := t.Underlying().(*types.Pointer); ok { // of an element whose & is left out
		pointer, t = t, u.Elem()
	}
	x.Type = p.spell(p.inner(t), x.Pos())
	switch u := t.Underlying().(type) {
	case *types.Struct:
		p.structElements(x, u)
	case *types.Slice:
		p.elements(x, u.Elem(), nil)
	case *types.Array:
		p.elements(x, u.Elem(), nil)
	case *types.Map:
		p.elements(x, u.Elem(), u.Key())
	}
	made := p.sealed(x, t)
	if pointer != nil {
		return p.sealed(&ast.UnaryExpr{OpPos: x.Pos(), Op: token.AND, X: x}, pointer)
	}
	return made
}

func (p *pass) structElements(x *ast.CompositeLit, t *types.Struct) {
	compiled := false
	if named, ok := types.Unalias(p.info.TypeOf(x)).(*types.Named); ok {
		compiled = !p.own(named)
	}
	for i, elt := range x.Elts {
		kv, keyed := elt.(*ast.KeyValueExpr)
		at := i
		if keyed {
			at = fieldIndex(t, kv.Key.(*ast.Ident).Name)
			elt = kv.Value
		}
		name := fieldName(t, at)
		if compiled {
			name = t.Field(at).Name()
		}
		x.Elts[i] = &ast.KeyValueExpr{Key: &ast.Ident{Name: name, NamePos: x.Elts[i].Pos()}, Colon: elt.Pos(), Value: p.into(elt, t.Field(at).Type())}
	}
}

func fieldIndex(t *types.Struct, name string) int {
	for i := range t.NumFields() {
		if t.Field(i).Name() == name {
			return i
		}
	}
	return -1
}

func (p *pass) elements(x *ast.CompositeLit, elem, key types.Type) {
	for i, elt := range x.Elts {
		kv, keyed := elt.(*ast.KeyValueExpr)
		if !keyed {
			x.Elts[i] = p.into(elt, elem)
			continue
		}
		if key != nil {
			kv.Key = p.into(kv.Key, key)
		} else {
			kv.Key = p.expr(kv.Key)
		}
		kv.Value = p.into(kv.Value, elem)
	}
}

func (p *pass) index(x *ast.IndexExpr) ast.Expr {
	if _, ok := p.info.TypeOf(x.X).(*types.Signature); ok {
		return p.instance(x.X)
	}
	if m, ok := p.info.TypeOf(x.X).Underlying().(*types.Map); ok {
		x.Index = p.into(x.Index, m.Key())
	} else {
		x.Index = p.expr(x.Index)
	}
	x.X = p.opened(x.X)
	return x
}

func (p *pass) slice(x *ast.SliceExpr) ast.Expr {
	t := p.info.TypeOf(x)
	x.X = p.opened(x.X)
	for _, bound := range []*ast.Expr{&x.Low, &x.High, &x.Max} {
		if *bound != nil {
			*bound = p.expr(*bound)
		}
	}
	return p.sealed(x, t)
}

func (p *pass) unary(x *ast.UnaryExpr) ast.Expr {
	switch x.Op {
	case token.AND:
		t := p.info.TypeOf(x)
		if lit, ok := ast.Unparen(x.X).(*ast.CompositeLit); ok {
			elem := p.info.TypeOf(lit)
			made := p.composite(lit)
			if p.opaque(types.Unalias(elem)) { // the address of an interface is that of a variable
				p.refuse(x.Pos(), "the address of a value whose type mentions itself is not understood there; give it a name first")
			}
			x.X = made
		} else {
			x.X = p.expr(x.X)
		}
		return p.sealed(x, t)
	case token.ARROW:
		x.X = p.opened(x.X)
	default:
		x.X = p.expr(x.X)
	}
	return x
}

func (p *pass) binary(x *ast.BinaryExpr) ast.Expr {
	if x.Op != token.EQL && x.Op != token.NEQ {
		x.X, x.Y = p.expr(x.X), p.expr(x.Y)
		return x
	}
	a, b := p.info.TypeOf(x.X), p.info.TypeOf(x.Y)
	switch {
	case p.info.Types[x.X].IsNil() || p.info.Types[x.Y].IsNil():
		x.X, x.Y = p.expr(x.X), p.expr(x.Y)
	case types.IsInterface(a) && !types.IsInterface(b):
		x.X, x.Y = p.into(x.X, anyType), p.into(x.Y, anyType)
	case types.IsInterface(b) && !types.IsInterface(a):
		x.X, x.Y = p.into(x.X, anyType), p.into(x.Y, anyType)
	case types.IsInterface(a):
		x.X, x.Y = p.into(x.X, anyType), p.into(x.Y, anyType)
	default:
		x.X, x.Y = p.expr(x.X), p.expr(x.Y)
	}
	return x
}

// walk selects fields of a value, one after the other, through pointers.
func (p *pass) walk(x ast.Expr, t types.Type, index []int) (ast.Expr, types.Type) {
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

func (p *pass) selector(x *ast.SelectorExpr) ast.Expr {
	sel := p.info.Selections[x]
	if sel == nil {
		return p.qualified(x)
	}
	switch sel.Kind() {
	case types.FieldVal:
		made, _ := p.walk(p.expr(x.X), sel.Recv(), sel.Index())
		return made
	case types.MethodVal:
		return p.methodValue(x, sel)
	}
	return p.methodExpr(x, sel)
}

// qualified is a name of a package.
func (p *pass) qualified(x *ast.SelectorExpr) ast.Expr {
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

// method is the function of a method of a cell's type that a selection means,
// nil where it is compiled or an interface's.
func (p *pass) method(sel *types.Selection) *types.Func {
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
func (p *pass) receiver(x ast.Expr, t types.Type, wants types.Type) ast.Expr {
	_, pointer := types.Unalias(wants).(*types.Pointer)
	ptr, has := t.Underlying().(*types.Pointer)
	if _, named := types.Unalias(t).(*types.Named); named {
		has = false
	}
	switch {
	case pointer && !has:
		return p.sealed(&ast.UnaryExpr{OpPos: x.Pos(), Op: token.AND, X: x}, types.NewPointer(t))
	case !pointer && has:
		_ = ptr
		return &ast.StarExpr{Star: x.Pos(), X: p.open(x, t)}
	}
	return x
}

// callee is what a method of a value is called by: the function, and the
// receiver to call it with, nil where the function has it.
func (p *pass) callee(x *ast.SelectorExpr, sel *types.Selection) (fun, recv ast.Expr) {
	index := sel.Index()
	base, t := p.walk(p.expr(x.X), sel.Recv(), index[:len(index)-1])
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
func (p *pass) methodValue(x *ast.SelectorExpr, sel *types.Selection) ast.Expr {
	fun, recv := p.callee(x, sel)
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
func (p *pass) methodExpr(x *ast.SelectorExpr, sel *types.Selection) ast.Expr {
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
func (p *pass) forward(sig *types.Signature, pos token.Pos, to func([]ast.Expr) *ast.CallExpr) *ast.FuncLit {
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
