package erase

import (
	"go/ast"
	"go/token"
	"go/types"
)

// The expressions of a file.
type expressions struct {
	selections
	defined  map[types.Object]bool // what the file declares itself
	function func(*types.Signature, *ast.FuncType, *ast.BlockStmt)
}

func (p *expressions) exprs(list []ast.Expr) {
	for i, x := range list {
		list[i] = p.expr(x)
	}
}

// expr rewrites an expression.
func (p *expressions) expr(x ast.Expr) ast.Expr {
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
		p.function(p.info.TypeOf(x).(*types.Signature), x.Type, x.Body)
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

func (p *expressions) ident(id *ast.Ident) ast.Expr {
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

// opened rewrites what is indexed, called, pointed with.
func (p *expressions) opened(x ast.Expr) ast.Expr {
	t := p.info.TypeOf(x)
	made := p.expr(x)
	if t == nil {
		return made
	}
	return p.open(made, t)
}

// into rewrites a value on its way to where one of type t is wanted.
func (p *expressions) into(x ast.Expr, t types.Type) ast.Expr {
	tv := p.info.Types[x]
	if tv.IsNil() || tv.Type == nil && p.info.TypeOf(x) == nil {
		return p.expr(x)
	}
	from := p.typeOf(x)
	return p.convert(p.expr(x), from, t)
}

func (p *expressions) index(x *ast.IndexExpr) ast.Expr {
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

func (p *expressions) slice(x *ast.SliceExpr) ast.Expr {
	t := p.info.TypeOf(x)
	x.X = p.opened(x.X)
	for _, bound := range []*ast.Expr{&x.Low, &x.High, &x.Max} {
		if *bound != nil {
			*bound = p.expr(*bound)
		}
	}
	return p.sealed(x, t)
}

func (p *expressions) unary(x *ast.UnaryExpr) ast.Expr {
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

func (p *expressions) binary(x *ast.BinaryExpr) ast.Expr {
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

func (p *expressions) selector(x *ast.SelectorExpr) ast.Expr {
	sel := p.info.Selections[x]
	if sel == nil {
		return p.qualified(x)
	}
	switch sel.Kind() {
	case types.FieldVal:
		made, _ := p.walk(p.expr(x.X), sel.Recv(), sel.Index())
		return made
	case types.MethodVal:
		return p.methodValue(x, sel, p.expr(x.X))
	}
	return p.methodExpr(x, sel)
}
