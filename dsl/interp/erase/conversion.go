package erase

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
)

var (
	errorType = types.Universe.Lookup("error").Type()
	boolType  = types.Typ[types.Bool]
)

// The conversions make values of one type ones of another, and ask them for their
// types, by functions that are compiled, of the types that they are made for.
type conversions struct{ *spelling }

// fitsAs reports whether a value of one type can stand as it is where one of
// another is wanted.
func (p conversions) fitsAs(from, to types.Type) bool {
	from, to = types.Unalias(types.Default(from)), types.Unalias(to)
	switch {
	case from == types.Typ[types.UntypedNil], types.Identical(from, to):
		return true
	case types.IsInterface(to):
		return !types.IsInterface(from) && p.plain(from)
	}
	return p.opaque(from) == p.opaque(to)
}

// convert is a rewritten value of one type as one of another.
func (p conversions) convert(x ast.Expr, from, to types.Type) ast.Expr {
	from = types.Default(from)
	switch {
	case p.fitsAs(from, to):
		return x
	case types.IsInterface(to):
		return call(p.holder(from, to, x.Pos()), x)
	case p.opaque(types.Unalias(to)):
		return p.seal(x, to)
	}
	return p.open(x, from)
}

// open is the value behind one that is kept in an interface because its type
// mentions itself.
func (p conversions) open(x ast.Expr, t types.Type) ast.Expr {
	if !p.opaque(types.Unalias(t)) {
		return x
	}
	return call(p.opener(t, x.Pos()), x)
}

// sealed is a value as one of type t is kept.
func (p conversions) sealed(x ast.Expr, t types.Type) ast.Expr {
	if !p.opaque(types.Unalias(t)) {
		return x
	}
	return call(p.spell(anyType, x.Pos()), x)
}

// seal is the opposite of open.
func (p conversions) seal(x ast.Expr, t types.Type) ast.Expr {
	if !p.opaque(types.Unalias(t)) {
		return x
	}
	return call(p.helper(p.key("seal", t), signature([]types.Type{p.inner(t)}, []types.Type{anyType}, false), func(rt reflect.Type) reflect.Value {
		return function(rt, func(args []reflect.Value) []reflect.Value {
			out := reflect.New(rt.Out(0)).Elem()
			if !args[0].IsNil() {
				out.Set(args[0])
			}
			return one(out)
		})
	}, x.Pos()), x)
}

// opener takes a value out of the interface it is kept in because its type
// mentions itself.
func (p conversions) opener(t types.Type, pos token.Pos) ast.Expr {
	return p.helper(p.key("open", t), signature([]types.Type{anyType}, []types.Type{p.inner(t)}, false), func(rt reflect.Type) reflect.Value {
		return function(rt, func(args []reflect.Value) []reflect.Value {
			out := reflect.New(rt.Out(0)).Elem()
			if !args[0].IsNil() {
				out.Set(args[0].Elem())
			}
			return one(out)
		})
	}, pos)
}

// holder makes a value one of an interface type.
func (p conversions) holder(from, to types.Type, pos token.Pos) ast.Expr {
	e := p.Eraser
	p.instantiate(from, pos)
	if named, ok := types.Unalias(to).(*types.Named); ok && !types.IsInterface(from) && !p.plain(from) && p.plain(to) && !types.Identical(to, errorType) && !empty(to) {
		if _, ok := p.Host.Wrapper(named); !ok {
			p.refuse(pos, "a value of type %s cannot be made one of %s there", short(from), short(to))
		}
	}
	return p.helper(p.key("hold", from, to), signature([]types.Type{from}, []types.Type{to}, false), func(rt reflect.Type) reflect.Value {
		of := e.of(from)
		return function(rt, func(args []reflect.Value) []reflect.Value {
			switch {
			case types.IsInterface(from):
				return one(e.as(e.Open(args[0].Interface()), to))
			case e.plain(from):
				return one(e.as(args[0].Interface(), to))
			}
			return one(e.as(Value{of, args[0].Interface()}, to))
		})
	}, pos)
}

// instantiate has the methods of generic types made that a value may be asked
// for behind an interface.
func (p conversions) instantiate(t types.Type, pos token.Pos) {
	if p.looked.Set(t, true) != nil {
		return
	}
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if !p.own(t) || types.IsInterface(t) {
			return
		}
		if t.TypeArgs().Len() > 0 {
			p.Host.Instantiate(t, pos)
		}
		p.instantiate(t.Underlying(), pos)
	case *types.Pointer:
		p.instantiate(t.Elem(), pos)
	case *types.Slice:
		p.instantiate(t.Elem(), pos)
	case *types.Array:
		p.instantiate(t.Elem(), pos)
	case *types.Map:
		p.instantiate(t.Key(), pos)
		p.instantiate(t.Elem(), pos)
	case *types.Struct:
		for v := range t.Fields() {
			p.instantiate(v.Type(), pos)
		}
	}
}

func function(t reflect.Type, f func(args []reflect.Value) []reflect.Value) reflect.Value {
	return reflect.MakeFunc(t, f)
}

func one(v reflect.Value) []reflect.Value { return []reflect.Value{v} }
