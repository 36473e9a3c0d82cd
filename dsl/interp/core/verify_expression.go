package core

import (
	"go/ast"
	"go/token"
)

func (v *verifier) exprs(list []ast.Expr) {
	for _, x := range list {
		v.expr(x)
	}
}

func (v *verifier) expr(x ast.Expr) {
	switch x := x.(type) {
	case nil, *ast.Ident, *ast.BasicLit:
	case *ast.FuncLit:
		v.function(x.Type, x.Body)
	case *ast.CompositeLit:
		v.composite(x)
	case *ast.SelectorExpr:
		v.refuseIf(isType(x.X), x, methodOfType)
		v.expr(x.X)
	case *ast.IndexExpr:
		v.refuseIf(isType(x.Index), x, typeArguments)
		v.refuseIf(isNamed(x.Index, "nil"), x, untypedNil)
		v.exprs([]ast.Expr{x.X, x.Index})
	case *ast.SliceExpr:
		v.exprs([]ast.Expr{x.X, x.Low, x.High, x.Max})
	case *ast.StarExpr:
		v.expr(x.X)
	case *ast.UnaryExpr:
		v.expr(x.X)
	case *ast.BinaryExpr:
		v.binary(x)
	case *ast.CallExpr:
		v.call(x)
	default:
		v.unknown(x)
	}
}

// unknown is an expression that has no place in core Go.
func (v *verifier) unknown(x ast.Expr) {
	switch x.(type) {
	case *ast.ParenExpr:
		v.refuse(x, parentheses)
	case *ast.TypeAssertExpr:
		v.refuse(x, typeAssertion)
	case *ast.IndexListExpr:
		v.refuse(x, typeArguments)
	default:
		v.refuse(x, otherSyntax)
	}
}

// composite is a literal, whose elements may leave their type out.
func (v *verifier) composite(x *ast.CompositeLit) {
	if x.Type != nil {
		v.typ(x.Type)
	}
	for _, e := range x.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			key, literal := kv.Key.(*ast.CompositeLit)
			v.refuseIf(literal && key.Type == nil, key, elidedKey)
			v.expr(kv.Key)
			e = kv.Value
		}
		v.expr(e)
	}
}

// binary is an operation, of which one operand at least is no constant.
func (v *verifier) binary(x *ast.BinaryExpr) {
	v.refuseIf(constantLike(x.X) && constantLike(x.Y), x, constantOperands)
	outer := v.condition
	v.condition = outer || x.Op == token.LAND || x.Op == token.LOR
	v.expr(x.X)
	v.expr(x.Y)
	v.condition = outer
}

// call is the call of a function, or a conversion.
func (v *verifier) call(x *ast.CallExpr) {
	switch fun := x.Fun.(type) {
	case *ast.Ident:
		if v.builtin(x, fun.Name) {
			return
		}
	case *ast.ParenExpr:
		v.refuseIf(v.condition && predeclared(fun.X) && len(x.Args) == 1 && constantLike(x.Args[0]), x, conditionConstant)
		if isType(fun.X) {
			v.typ(fun.X)
		} else {
			v.expr(fun.X)
		}
	default:
		if isType(fun) {
			v.typ(fun)
		} else {
			v.expr(fun)
		}
	}
	v.arguments(x, x.Args)
}

// arguments are those of a call that are values.
func (v *verifier) arguments(call *ast.CallExpr, list []ast.Expr) {
	outer := v.condition
	v.condition = false
	for i, a := range list {
		v.refuseIf(call.Ellipsis.IsValid() && i == len(list)-1 && isNamed(a, "nil"), a, untypedNil)
		v.expr(a)
	}
	v.condition = outer
}

// builtin is the call of one of Go's own functions, if it is one that is more
// than a function of its arguments.
func (v *verifier) builtin(call *ast.CallExpr, name string) bool {
	switch name {
	case "min", "max", "clear", "print", "println":
		v.refuse(call, missingBuiltin)
	case "recover":
		v.refuseIf(!v.guarding, call, recovering)
	case "new":
		v.refuseIf(len(call.Args) == 1 && isValue(call.Args[0]), call, newValue)
	case "make":
		v.made(call)
	case "append":
		v.refuseIf(!call.Ellipsis.IsValid() && len(call.Args) > 2 && readsMemory(call.Args[1:]), call, appendedElement)
		return false
	default:
		return false
	}
	return true
}

// isValue reports whether syntax can be no type.
func isValue(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return !predeclared(x)
	case *ast.SelectorExpr:
		return !isAlias(x.X)
	case *ast.StarExpr:
		return isValue(x.X)
	}
	return !isType(x)
}

// made is the call of make.
func (v *verifier) made(call *ast.CallExpr) {
	if len(call.Args) == 0 {
		v.refuse(call, otherSyntax)
		return
	}
	if ch, ok := call.Args[0].(*ast.ChanType); ok {
		v.refuseIf(ch.Dir != ast.SEND|ast.RECV, call, makeChannel)
	}
	v.typ(call.Args[0])
	v.arguments(call, call.Args[1:])
}

// readsMemory reports whether expressions read what an index or a pointer says.
func readsMemory(list []ast.Expr) (found bool) {
	for _, x := range list {
		ast.Inspect(x, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.FuncLit, *ast.CallExpr:
				return false
			case *ast.IndexExpr, *ast.StarExpr:
				found = true
			}
			return !found
		})
	}
	return found
}
