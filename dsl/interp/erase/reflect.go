package erase

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"
)

// A reflected is a type of cells as package reflect describes one: its names, its
// kind, its fields and elements. What else reflect would say of it is not known,
// and told so.
type reflected struct {
	reflect.Type // of its form
	of           *Type
}

// typeFinder is reflect.TypeOf.
func (p conversions) typeFinder(f *types.Func, pos token.Pos) ast.Expr {
	e := p.Eraser
	return p.helper("type of", f.Signature(), func(reflect.Type) reflect.Value {
		return reflect.ValueOf(func(x any) reflect.Type {
			x = e.Open(x)
			if v, ok := x.(Value); ok {
				return e.described(v.of.Type)
			}
			return reflect.TypeOf(x)
		})
	}, pos)
}

// compiledType passes a type on to a function of package reflect, which takes only
// those that are compiled.
func (p conversions) compiledType(f *types.Func, t types.Type, pos token.Pos) ast.Expr {
	list, name := []types.Type{t}, f.Name()
	return p.helper("compiled type "+name, signature(list, list, false), func(reflect.Type) reflect.Value {
		return reflect.ValueOf(func(t reflect.Type) reflect.Type {
			if own, ok := t.(reflected); ok {
				panic(runtimeError("reflect." + name + " does not know the type " + own.String() + " in this program"))
			}
			return t
		})
	}, pos)
}

// described is a type as package reflect describes it.
func (e *Eraser) described(t types.Type) reflect.Type {
	if e.plain(t) {
		return e.runtime(t)
	}
	return reflected{e.reflected(e.inner(t)), e.of(t)}
}

// unknown says what is not known of a type.
func (t reflected) unknown(what string) error {
	return runtimeError(fmt.Sprintf("%s of the type %s is not known in this program", what, t.of))
}

func (t reflected) String() string { return t.of.String() }

func (t reflected) Name() string {
	if _, ok := t.of.Type.(*types.Named); !ok {
		return ""
	}
	_, name, _ := strings.Cut(t.of.String(), ".")
	return name
}

func (t reflected) PkgPath() string {
	if named, ok := t.of.Type.(*types.Named); ok && named.Obj().Pkg() != nil {
		return named.Obj().Pkg().Path()
	}
	return ""
}

func (t reflected) Kind() reflect.Kind {
	if types.IsInterface(t.of.Type) {
		return reflect.Interface
	}
	return t.Type.Kind()
}

func (t reflected) Elem() reflect.Type {
	u, ok := t.of.Underlying().(interface{ Elem() types.Type })
	if !ok {
		panic("reflect: Elem of invalid type " + t.String())
	}
	return t.of.eraser.described(u.Elem())
}

func (t reflected) Field(i int) reflect.StructField {
	u, ok := t.of.Underlying().(*types.Struct)
	if !ok {
		panic("reflect: Field of non-struct type " + t.String())
	}
	if i < 0 || i >= u.NumFields() {
		panic("reflect: Field index out of bounds")
	}
	f := u.Field(i)
	described := reflect.StructField{Name: f.Name(), Type: t.of.eraser.described(f.Type()), Tag: reflect.StructTag(u.Tag(i)), Index: []int{i}, Anonymous: f.Embedded()}
	if !f.Exported() {
		described.PkgPath = f.Pkg().Path()
	}
	return described
}

func (t reflected) NumMethod() (n int) {
	if it, ok := t.of.Underlying().(*types.Interface); ok {
		return it.NumMethods()
	}
	for m := range types.NewMethodSet(t.of.Type).Methods() {
		if m.Obj().Exported() {
			n++
		}
	}
	return n
}

// The rest of reflect.Type would tell of the form, and not of the type.

func (t reflected) Method(int) reflect.Method                  { panic(t.unknown("a method")) }
func (t reflected) MethodByName(string) (reflect.Method, bool) { panic(t.unknown("a method")) }
func (t reflected) Implements(reflect.Type) bool               { panic(t.unknown("what is implemented")) }
func (t reflected) AssignableTo(reflect.Type) bool             { panic(t.unknown("what may be assigned")) }
func (t reflected) ConvertibleTo(reflect.Type) bool            { panic(t.unknown("what may be converted")) }
func (t reflected) FieldByName(string) (reflect.StructField, bool) {
	panic(t.unknown("a field by its name"))
}
func (t reflected) FieldByIndex([]int) reflect.StructField { panic(t.unknown("a field of a field")) }
func (t reflected) FieldByNameFunc(func(string) bool) (reflect.StructField, bool) {
	panic(t.unknown("a field by its name"))
}
func (t reflected) Key() reflect.Type    { panic(t.unknown("the key")) }
func (t reflected) In(int) reflect.Type  { panic(t.unknown("a parameter")) }
func (t reflected) Out(int) reflect.Type { panic(t.unknown("a result")) }
func (t reflected) Size() uintptr        { panic(t.unknown("the size")) }
