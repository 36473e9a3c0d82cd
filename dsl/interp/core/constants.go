package core

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"
)

// constant is the expression of a known value of basic type t, or nil.
func (p *names) constant(v constant.Value, t types.Type, pos token.Pos) ast.Expr {
	b := p.at(pos)
	t = types.Default(t)
	basic, ok := t.Underlying().(*types.Basic)
	if !ok {
		return nil
	}
	var lit ast.Expr
	plain := types.Int // the type the literal has by itself
	switch info := basic.Info(); {
	case info&types.IsBoolean != 0:
		lit, plain = b.id(strconv.FormatBool(constant.BoolVal(v))), types.Bool
	case info&types.IsString != 0:
		lit, plain = &ast.BasicLit{ValuePos: pos, Kind: token.STRING, Value: strconv.Quote(constant.StringVal(v))}, types.String
	case info&types.IsInteger != 0:
		lit = b.integer(constant.ToInt(v))
	case info&types.IsFloat != 0:
		lit, plain = b.float(v), types.Float64
	case info&types.IsComplex != 0:
		return p.complex(v, t, b)
	}
	if lit == nil || t == types.Typ[plain] {
		return lit
	}
	fun := p.typ(t, pos)
	if !predeclared(fun) { // in parentheses the interpreter gets these wrong beside || and &&
		fun = &ast.ParenExpr{Lparen: pos, X: fun, Rparen: pos}
	}
	return b.apply(fun, lit)
}

// integer is a literal of a value, or nil if that is no integer.
func (b place) integer(v constant.Value) ast.Expr {
	if v.Kind() != constant.Int {
		return nil
	}
	if constant.Sign(v) < 0 {
		return &ast.UnaryExpr{OpPos: b.pos, Op: token.SUB, X: b.integer(constant.UnaryOp(token.SUB, v, 0))}
	}
	return &ast.BasicLit{ValuePos: b.pos, Kind: token.INT, Value: v.ExactString()}
}

// A complexKey is a complex constant of a type.
type complexKey struct {
	of    reflect.Type
	value string
}

// complex is a complex constant as a variable that nobody sets: the
// interpreter does not compute with complex constants.
func (p *names) complex(v constant.Value, t types.Type, b builder) ast.Expr {
	rt := p.runtimeType(t, b.pos)
	return p.helper(complexKey{rt, v.ExactString()}, b.place, func() reflect.Value {
		re, _ := constant.Float64Val(constant.Real(v))
		im, _ := constant.Float64Val(constant.Imag(v))
		value := reflect.New(rt).Elem()
		value.SetComplex(complex(re, im))
		return value
	})
}

// literal reports whether a constant is written as itself already.
func literal(x ast.Expr) bool {
	_, ok := ast.Unparen(x).(*ast.BasicLit)
	return ok
}

// isComplex reports whether a type is one of complex numbers.
func isComplex(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsComplex != 0
}

// moved reports whether a constant is what a shift moves: it has the type of
// the place where the result goes, which the interpreter takes to be int.
func moved(c *astutil.Cursor) bool {
	shift, ok := c.Parent().(*ast.BinaryExpr)
	return ok && c.Name() == "X" && shifts(shift)
}

// count gives what a shift counts by its own type where that is a shift, too: the
// interpreter does not know it else.
func (p *names) count(n *ast.BinaryExpr) {
	again := func(x ast.Node) bool { y, ok := x.(*ast.BinaryExpr); return ok && shifts(y) }
	if shifts(n) && p.info.Types[n.Y].Value == nil && itself(n.Y, again) {
		n.Y = p.at(n.Y.Pos()).convert(types.Default(p.info.TypeOf(n.Y)), n.Y)
	}
}

func shifts(n *ast.BinaryExpr) bool { return n.Op == token.SHL || n.Op == token.SHR }

// predeclared reports whether a lowered expression is the name of a type of Go.
func predeclared(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = types.Universe.Lookup(id.Name).(*types.TypeName)
	return ok
}

// constantLike reports whether a lowered expression is a constant, or nil.
func constantLike(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.BasicLit:
		return true
	case *ast.Ident:
		return x.Name == "true" || x.Name == "false" || x.Name == "nil"
	case *ast.ParenExpr:
		return constantLike(x.X)
	case *ast.UnaryExpr:
		return constantLike(x.X)
	case *ast.CallExpr: // as the lowering writes a typed constant
		_, conversion := x.Fun.(*ast.ParenExpr)
		return (conversion || predeclared(x.Fun)) && len(x.Args) == 1 && constantLike(x.Args[0])
	}
	return false
}
