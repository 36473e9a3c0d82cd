package erase

import (
	"go/ast"
	"go/token"
	"go/types"
)

// call rewrites a call or a conversion.
func (p *expressions) call(x *ast.CallExpr) ast.Expr {
	fun := p.info.Types[x.Fun]
	switch {
	case fun.IsType():
		return p.conversion(x, fun.Type)
	case fun.IsBuiltin():
		return p.builtin(x)
	}
	sig := p.info.TypeOf(x.Fun).Underlying().(*types.Signature)
	f := p.compiledFunc(x.Fun)
	if made := p.known(f, x); made != nil {
		return made
	}
	if len(x.Args) == 1 && !x.Ellipsis.IsValid() {
		if values, ok := p.info.TypeOf(x.Args[0]).(*types.Tuple); ok {
			return p.spread(x, sig, f, values)
		}
	}
	args := make([]ast.Expr, len(x.Args))
	for i, a := range x.Args {
		args[i] = p.argument(f, a, i, sig, x.Ellipsis.IsValid())
	}
	p.typeVerbs(f, x, args)
	return p.readError(f, x, p.calling(x, args))
}

// calling is a call with rewritten arguments.
func (p *expressions) calling(x *ast.CallExpr, args []ast.Expr) *ast.CallExpr {
	made := &ast.CallExpr{Lparen: x.Lparen, Args: args, Ellipsis: x.Ellipsis, Rparen: x.Rparen}
	if s, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr); ok {
		if sel := p.info.Selections[s]; sel != nil && sel.Kind() == types.MethodVal {
			fun, recv := p.callee(s, sel, p.expr(s.X))
			made.Fun = fun
			if recv != nil {
				made.Args = append([]ast.Expr{recv}, args...)
			}
			return made
		}
	}
	made.Fun = p.opened(x.Fun)
	return made
}

// spread calls a function with all the results of another.
func (p *expressions) spread(x *ast.CallExpr, sig *types.Signature, f *types.Func, values *types.Tuple) ast.Expr {
	wanted := func(i int) types.Type { return parameter(sig, i, false) }
	method := false
	if s, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr); ok {
		sel := p.info.Selections[s]
		method = sel != nil && sel.Kind() == types.MethodVal && (p.method(sel) != nil || types.IsInterface(sel.Recv()))
	}
	same := !method
	for i := range values.Len() {
		same = same && p.fitsAs(values.At(i).Type(), wanted(i))
	}
	if same {
		return p.calling(x, []ast.Expr{p.expr(x.Args[0])})
	}
	define, list := p.several(x.Args[0], values, wanted)
	made := p.calling(x, list)
	last := ast.Stmt(&ast.ExprStmt{X: made})
	t := &ast.FuncType{Func: x.Pos(), Params: &ast.FieldList{Opening: x.Pos(), Closing: x.Pos()}}
	if sig.Results().Len() > 0 {
		t.Results = &ast.FieldList{Opening: x.Pos(), Closing: x.Pos()}
		for v := range sig.Results().Variables() {
			t.Results.List = append(t.Results.List, &ast.Field{Type: p.typ(v.Type(), x.Pos())})
		}
		last = &ast.ReturnStmt{Return: x.Pos(), Results: []ast.Expr{made}}
	}
	return call(&ast.FuncLit{Type: t, Body: &ast.BlockStmt{Lbrace: x.Pos(), List: []ast.Stmt{define, last}, Rbrace: x.Pos()}})
}

// several takes the values of one expression apart: what defines variables for
// them, and these as values of the wanted types.
func (p *expressions) several(x ast.Expr, values *types.Tuple, want func(int) types.Type) (define ast.Stmt, list []ast.Expr) {
	d := &ast.AssignStmt{TokPos: x.Pos(), Tok: token.DEFINE, Rhs: []ast.Expr{p.expr(x)}}
	for i := range values.Len() {
		name := p.temp(x.Pos())
		d.Lhs = append(d.Lhs, &ast.Ident{Name: name.Name, NamePos: name.NamePos})
		list = append(list, p.convert(name, values.At(i).Type(), want(i)))
	}
	return d, list
}

// parameter is the type of what a function takes as its argument number i.
func parameter(sig *types.Signature, i int, ellipsis bool) types.Type {
	n := sig.Params().Len()
	if sig.Variadic() && i >= n-1 && !ellipsis {
		if list, ok := sig.Params().At(n - 1).Type().(*types.Slice); ok {
			return list.Elem()
		}
		return types.Typ[types.Byte]
	}
	return sig.Params().At(min(i, n-1)).Type()
}

func (p *expressions) conversion(x *ast.CallExpr, t types.Type) ast.Expr {
	arg := x.Args[0]
	if types.IsInterface(t) {
		x.Fun, x.Args[0] = p.typ(t, x.Fun.Pos()), p.into(arg, t)
		return x
	}
	if p.info.Types[arg].IsNil() {
		x.Fun = p.typ(t, x.Fun.Pos())
		return x
	}
	from := p.typeOf(arg)
	if types.Identical(from, t) {
		x.Fun, x.Args[0] = p.typ(t, x.Fun.Pos()), p.expr(arg)
		return x
	}
	x.Fun, x.Args[0] = p.spell(p.inner(t), x.Fun.Pos()), p.open(p.expr(arg), from)
	return p.seal(x, t)
}

func (p *expressions) builtin(x *ast.CallExpr) ast.Expr {
	t := p.info.TypeOf(x)
	switch name := builtinName(x.Fun); name {
	case "append":
		elem := p.info.TypeOf(x).Underlying().(*types.Slice).Elem()
		for i, a := range x.Args {
			if i == 0 || x.Ellipsis.IsValid() {
				x.Args[i] = p.opened(a)
			} else {
				x.Args[i] = p.into(a, elem)
			}
		}
		return p.seal(x, t)
	case "len", "cap", "copy", "clear", "close":
		for i, a := range x.Args {
			x.Args[i] = p.opened(a)
		}
	case "delete":
		m := p.info.TypeOf(x.Args[0]).Underlying().(*types.Map)
		x.Args[0], x.Args[1] = p.opened(x.Args[0]), p.into(x.Args[1], m.Key())
	case "make":
		p.exprs(x.Args[1:])
		x.Args[0] = p.spell(p.inner(t), x.Args[0].Pos())
		return p.sealed(x, t)
	case "new":
		if p.info.Types[x.Args[0]].IsType() {
			x.Args[0] = p.typ(p.info.TypeOf(x.Args[0]), x.Args[0].Pos())
		} else {
			x.Args[0] = call(p.typ(t.Underlying().(*types.Pointer).Elem(), x.Pos()), p.expr(x.Args[0]))
		}
		return p.sealed(x, t)
	case "panic":
		from := p.typeOf(x.Args[0])
		switch {
		case p.info.Types[x.Args[0]].IsNil():
		case types.AssignableTo(from, errorType):
			x.Args[0] = p.into(x.Args[0], errorType)
		default:
			x.Args[0] = p.into(x.Args[0], anyType)
		}
	default:
		p.exprs(x.Args)
	}
	return x
}

func builtinName(x ast.Expr) string {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	}
	return ""
}

// compiledFunc is the compiled function or method that is called, or nil.
func (p *expressions) compiledFunc(fun ast.Expr) *types.Func {
	var id *ast.Ident
	switch f := ast.Unparen(fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
		if sel := p.info.Selections[f]; sel != nil && (sel.Kind() != types.MethodVal || p.method(sel) != nil) {
			return nil
		}
	default:
		return nil
	}
	f, ok := p.info.Uses[id].(*types.Func)
	if !ok || f.Pkg() == nil || f.Pkg() == p.home || p.Host.Named(f) != "" || generic(f) {
		return nil
	}
	if _, instance := p.info.Instances[id]; instance {
		return nil
	}
	return f
}
