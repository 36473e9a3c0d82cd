package erase

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strconv"
	"strings"
)

// assertion does what x.(T) does.
func (p conversions) assertion(from, to types.Type, ok bool, pos token.Pos) ast.Expr {
	e := p.Eraser
	out := []types.Type{to}
	if ok {
		out = append(out, boolType)
	}
	return p.helper(p.key("assert "+strconv.FormatBool(ok), from, to), signature([]types.Type{from}, out, false), func(rt reflect.Type) reflect.Value {
		return function(rt, func(args []reflect.Value) []reflect.Value {
			x := e.Open(args[0].Interface())
			fits, missing := e.fits(x, to)
			switch {
			case !fits && !ok:
				panic(assertionError(from, x, to, missing))
			case !fits:
				return []reflect.Value{reflect.Zero(rt.Out(0)), reflect.ValueOf(false)}
			case ok:
				return []reflect.Value{e.unpacked(x, to), reflect.ValueOf(true)}
			}
			return one(e.unpacked(x, to))
		})
	}, pos)
}

// fits asks whether a value is of a type of a case, of which nil is that of
// nil.
func (p conversions) fits(from, to types.Type, pos token.Pos) ast.Expr {
	e := p.Eraser
	key := p.key("nil", from)
	if to != nil {
		key = p.key("fits", from, to)
	}
	return p.helper(key, signature([]types.Type{from}, []types.Type{boolType}, false), func(rt reflect.Type) reflect.Value {
		return function(rt, func(args []reflect.Value) []reflect.Value {
			x := e.Open(args[0].Interface())
			ok := x == nil
			if to != nil {
				ok, _ = e.fits(x, to)
			}
			return one(reflect.ValueOf(ok))
		})
	}, pos)
}

// invoker calls a method of an interface of cells.
func (p conversions) invoker(t types.Type, m *types.Func, pos token.Pos) ast.Expr {
	e, sig := p.Eraser, m.Signature()
	in := []types.Type{anyType}
	for v := range sig.Params().Variables() {
		in = append(in, v.Type())
	}
	var out []types.Type
	for v := range sig.Results().Variables() {
		out = append(out, v.Type())
	}
	return p.helper(p.key("call "+m.Name(), t), signature(in, out, sig.Variadic()), func(rt reflect.Type) reflect.Value {
		return function(rt, func(args []reflect.Value) []reflect.Value {
			return e.invoke(args[0].Interface(), m.Name(), args[1:], sig.Variadic())
		})
	}, pos)
}

// notNil passes an interface value on, unless it is nil.
func (p conversions) notNil(t types.Type, pos token.Pos) ast.Expr {
	return p.helper("not nil", signature([]types.Type{anyType}, []types.Type{anyType}, false), func(rt reflect.Type) reflect.Value {
		return function(rt, func(args []reflect.Value) []reflect.Value {
			if args[0].IsNil() {
				panic(nilPointer)
			}
			return args
		})
	}, pos)
}

// finder is errors.As.
func (p conversions) finder(t types.Type, pos token.Pos) ast.Expr {
	e := p.Eraser
	in := []types.Type{errorType, types.NewPointer(p.form(t))}
	return p.helper(p.key("find", t), signature(in, []types.Type{boolType}, false), func(rt reflect.Type) reflect.Value {
		return function(rt, func(args []reflect.Value) []reflect.Value {
			err, _ := args[0].Interface().(error)
			return one(reflect.ValueOf(e.find(err, t, args[1])))
		})
	}, pos)
}

// shown makes a value, which may be one of a cell's type, one that a compiled
// function may see.
func (p conversions) shown(s sight, f *types.Func, a ast.Expr) ast.Expr {
	e := p.Eraser
	name := f.Pkg().Name() + "." + f.Name()
	sig := signature([]types.Type{anyType}, []types.Type{anyType}, false)
	return p.helper("shown "+strconv.Itoa(int(s))+name, sig, func(rt reflect.Type) reflect.Value {
		return reflect.ValueOf(func(x any) any {
			v, ok := e.Open(x).(Value)
			if !ok {
				return x
			}
			switch s {
			case carries:
				return v.answering()
			case unboxed:
				return v.in
			case looks, reads:
				if s == reads || !e.methodic(v.of.Type) {
					return (&viewer{eraser: e, follows: true, asked: func(Value) bool { return false }}).whole(v)
				}
			default:
				if to, ok := e.filled(v, s); ok {
					return to
				}
			}
			panic(runtimeError(fmt.Sprintf("%s looks at values by reflection, which does not know the type %s in this program", name, v.of)))
		})
	}, a.Pos())
}

// typeName is what %T says of a value.
func (p conversions) typeName(pos token.Pos) ast.Expr {
	e := p.Eraser
	return p.helper("type name", signature([]types.Type{anyType}, []types.Type{types.Typ[types.String]}, false), func(reflect.Type) reflect.Value {
		return reflect.ValueOf(func(x any) string {
			if v, ok := e.Open(x).(Value); ok {
				return v.of.String()
			}
			return fmt.Sprintf("%T", x)
		})
	}, pos)
}

// noTypeVerb passes on a format that does not ask for types.
func (p conversions) noTypeVerb(pos token.Pos) ast.Expr {
	text := []types.Type{types.Typ[types.String]}
	return p.helper("format", signature(text, text, false), func(reflect.Type) reflect.Value {
		return reflect.ValueOf(func(format string) string {
			if strings.Contains(strings.ReplaceAll(format, "%%", ""), "T") {
				if _, which, _ := namesTypes(format); len(which) > 0 {
					panic(runtimeError("%T in a format that is no constant is not known in this program"))
				}
			}
			return format
		})
	}, pos)
}
