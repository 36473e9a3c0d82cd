package core

import (
	"go/ast"
	"go/constant"
	"go/types"
	"reflect"
)

// A complexKey is a complex constant of a type.
type complexKey struct {
	of    reflect.Type
	value string
}

// complex is a complex constant as a variable that nobody sets: the
// interpreter does not compute with complex constants.
func (l *lowering) complex(v constant.Value, t types.Type, b builder) ast.Expr {
	rt := l.runtimeType(t, b.pos)
	return l.helper(complexKey{rt, v.ExactString()}, b, func() reflect.Value {
		re, _ := constant.Float64Val(constant.Real(v))
		im, _ := constant.Float64Val(constant.Imag(v))
		value := reflect.New(rt).Elem()
		value.SetComplex(complex(re, im))
		return value
	})
}
