package erase

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strconv"
	"strings"
)

// The functions below are what rewritten code calls. Each is compiled, and of
// the types it is made for.

var boolType = types.Typ[types.Bool]

func function(t reflect.Type, f func(args []reflect.Value) []reflect.Value) reflect.Value {
	return reflect.MakeFunc(t, f)
}

func one(v reflect.Value) []reflect.Value { return []reflect.Value{v} }

// holder makes a value one of an interface type.
func (p *pass) holder(from, to types.Type, pos token.Pos) ast.Expr {
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
func (p *pass) instantiate(t types.Type, pos token.Pos) {
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

// assertion does what x.(T) does.
func (p *pass) assertion(from, to types.Type, ok bool, pos token.Pos) ast.Expr {
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
func (p *pass) fits(from, to types.Type, pos token.Pos) ast.Expr {
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
func (p *pass) invoker(t types.Type, m *types.Func, pos token.Pos) ast.Expr {
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
func (p *pass) notNil(t types.Type, pos token.Pos) ast.Expr {
	return p.helper("not nil", signature([]types.Type{anyType}, []types.Type{anyType}, false), func(rt reflect.Type) reflect.Value {
		return function(rt, func(args []reflect.Value) []reflect.Value {
			if args[0].IsNil() {
				panic(nilPointer)
			}
			return args
		})
	}, pos)
}

// opener takes a value out of the interface it is kept in because its type
// mentions itself.
func (p *pass) opener(t types.Type, pos token.Pos) ast.Expr {
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

// seal is the opposite of open.
func (p *pass) seal(x ast.Expr, t types.Type) ast.Expr {
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

// finder is errors.As.
func (p *pass) finder(t types.Type, pos token.Pos) ast.Expr {
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
func (p *pass) shown(s sight, f *types.Func, a ast.Expr) ast.Expr {
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

// jsonError names, in what package json says, the struct that it could not read.
func (p *pass) jsonError(t types.Type, pos token.Pos) ast.Expr {
	list := []types.Type{errorType}
	return p.helper(p.key("json error", t), signature(list, list, false), func(reflect.Type) reflect.Value {
		return reflect.ValueOf(func(err error) error {
			if wrong, ok := err.(*json.UnmarshalTypeError); ok && wrong.Struct == "" && wrong.Field != "" {
				wrong.Struct = structAt(t, strings.Split(wrong.Field, "."))
			}
			return err
		})
	}, pos)
}

// structAt is the name of the struct that the last of some fields is a field of,
// by their names in JSON, between which those stand that embed others.
func structAt(t types.Type, path []string) string {
	owner := t
	for {
		switch u := t.Underlying().(type) {
		case *types.Struct:
			if len(path) < 2 {
				if named, ok := types.Unalias(owner).(*types.Named); ok {
					return named.Obj().Name()
				}
				return ""
			}
			f := fieldByJSON(u, path[0])
			if f == nil {
				return ""
			}
			t, path = f.Type(), path[1:]
			if !f.Embedded() {
				owner = t
			}
		case interface{ Elem() types.Type }: // a pointer, a slice, a map
			if t = u.Elem(); !isStruct(owner) {
				owner = t
			}
		default:
			return ""
		}
	}
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// fieldByJSON is the field with a name in JSON, or nil.
func fieldByJSON(t *types.Struct, name string) *types.Var {
	for i := range t.NumFields() {
		tag, _, _ := strings.Cut(reflect.StructTag(t.Tag(i)).Get("json"), ",")
		if tag == name || tag == "" && strings.EqualFold(t.Field(i).Name(), name) {
			return t.Field(i)
		}
	}
	return nil
}

// typeName is what %T says of a value.
func (p *pass) typeName(pos token.Pos) ast.Expr {
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
func (p *pass) noTypeVerb(pos token.Pos) ast.Expr {
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
