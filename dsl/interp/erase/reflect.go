package erase

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
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

// unknown panics about what is not known of a type.
func (t reflected) unknown(what string) {
	panic(runtimeError(fmt.Sprintf("%s of the type %s is not known in this program", what, t.of)))
}

// String implements reflect.Type.
func (t reflected) String() string { return t.of.String() }

// Name implements reflect.Type.
func (t reflected) Name() string {
	if _, ok := t.of.Type.(*types.Named); !ok {
		return ""
	}
	full := t.of.String()
	for i := range full {
		if full[i] == '.' {
			return full[i+1:]
		}
	}
	return full
}

// PkgPath implements reflect.Type.
func (t reflected) PkgPath() string {
	if named, ok := t.of.Type.(*types.Named); ok && named.Obj().Pkg() != nil {
		return named.Obj().Pkg().Path()
	}
	return ""
}

// Kind implements reflect.Type.
func (t reflected) Kind() reflect.Kind {
	if types.IsInterface(t.of.Type) {
		return reflect.Interface
	}
	return t.Type.Kind()
}

// Elem implements reflect.Type.
func (t reflected) Elem() reflect.Type {
	u, ok := t.of.Underlying().(interface{ Elem() types.Type })
	if !ok {
		panic("reflect: Elem of invalid type " + t.String())
	}
	return t.of.eraser.described(u.Elem())
}

// Key implements reflect.Type.
func (t reflected) Key() reflect.Type {
	u, ok := t.of.Underlying().(*types.Map)
	if !ok {
		panic("reflect: Key of non-map type " + t.String())
	}
	return t.of.eraser.described(u.Key())
}

// Field implements reflect.Type.
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

// FieldByName implements reflect.Type. Of embedded fields it knows none.
func (t reflected) FieldByName(name string) (reflect.StructField, bool) {
	u, ok := t.of.Underlying().(*types.Struct)
	if !ok {
		panic("reflect: FieldByName of non-struct type " + t.String())
	}
	if i := fieldIndex(u, name); i >= 0 {
		return t.Field(i), true
	}
	for v := range u.Fields() {
		if v.Embedded() {
			t.unknown("the embedded fields")
		}
	}
	return reflect.StructField{}, false
}

// NumMethod implements reflect.Type.
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

// Method implements reflect.Type.
func (t reflected) Method(int) (m reflect.Method) { t.unknown("a method"); return m }

// MethodByName implements reflect.Type.
func (t reflected) MethodByName(string) (m reflect.Method, ok bool) {
	t.unknown("a method")
	return m, ok
}

// Implements implements reflect.Type.
func (t reflected) Implements(reflect.Type) (ok bool) {
	t.unknown("what interfaces it implements")
	return ok
}

// AssignableTo implements reflect.Type.
func (t reflected) AssignableTo(u reflect.Type) bool {
	if u != reflect.Type(t) {
		t.unknown("what it is assignable to")
	}
	return true
}

// ConvertibleTo implements reflect.Type.
func (t reflected) ConvertibleTo(u reflect.Type) bool {
	if u != reflect.Type(t) {
		t.unknown("what it is convertible to")
	}
	return true
}

// FieldByIndex implements reflect.Type.
func (t reflected) FieldByIndex(index []int) (f reflect.StructField) {
	if len(index) != 1 {
		t.unknown("a field of a field")
	}
	return t.Field(index[0])
}

// FieldByNameFunc implements reflect.Type.
func (t reflected) FieldByNameFunc(func(string) bool) (f reflect.StructField, ok bool) {
	t.unknown("a field by what its name is like")
	return f, ok
}

// In implements reflect.Type.
func (t reflected) In(int) (u reflect.Type) { t.unknown("a parameter"); return u }

// Out implements reflect.Type.
func (t reflected) Out(int) (u reflect.Type) { t.unknown("a result"); return u }

// Size implements reflect.Type.
func (t reflected) Size() (n uintptr) { t.unknown("the size"); return n }
