package erase

import (
	"fmt"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/types/typeutil"
)

// hiddenField begins the names of fields that are not exported: package
// reflect, by which the interpreter works, sets none of those.
const hiddenField = "Hidden_"

var anyType = types.Universe.Lookup("any").Type()

// forms are what types of cells become.
type forms struct {
	compiled  func(*types.Named) (reflect.Type, bool)
	made      typeutil.Map // types.Type -> types.Type
	recursive typeutil.Map // types.Type -> bool, see opaque
	lock      sync.Mutex   // of the maps
	making    typeutil.Map // defined types on the way
}

// own reports whether a defined type is a cell's, so that it cannot be kept.
func (f *forms) own(t *types.Named) bool {
	if t.Obj().Pkg() == nil {
		return false // error
	}
	_, compiled := f.compiled(t)
	return !compiled
}

// plain reports whether a type stays what it is.
func (f *forms) plain(t types.Type) bool { return types.Identical(f.form(t), t) }

// form is the type that a value of type t has where there are no types of
// cells: that of its parts, without a name.
func (f *forms) form(t types.Type) types.Type {
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.find(t)
}

func (f *forms) find(t types.Type) types.Type {
	t = types.Unalias(t)
	if known, ok := f.made.At(t).(types.Type); ok {
		return known
	}
	made := f.make(t)
	f.made.Set(t, made)
	return made
}

func (f *forms) make(t types.Type) types.Type {
	if f.mentionsItself(t) {
		return anyType
	}
	switch t := t.(type) {
	case *types.Named:
		if !f.own(t) {
			return t
		}
		if f.making.Set(t, true) != nil {
			panic(refusal{message: fmt.Sprintf("type %s mentions itself as a parameter or result", t.Obj().Name())})
		}
		defer f.making.Delete(t)
		return f.find(t.Underlying())
	case *types.Pointer:
		return types.NewPointer(f.find(t.Elem()))
	case *types.Slice:
		return types.NewSlice(f.find(t.Elem()))
	case *types.Array:
		return types.NewArray(f.find(t.Elem()), t.Len())
	case *types.Map:
		return types.NewMap(f.find(t.Key()), f.find(t.Elem()))
	case *types.Chan:
		return types.NewChan(t.Dir(), f.find(t.Elem()))
	case *types.Signature:
		return types.NewSignatureType(nil, nil, nil, f.tuple(t.Params()), f.tuple(t.Results()), t.Variadic())
	case *types.Tuple:
		return f.tuple(t)
	case *types.Interface:
		return anyType
	case *types.Struct:
		fields, tags := make([]*types.Var, t.NumFields()), make([]string, t.NumFields())
		for i := range fields {
			v := t.Field(i)
			fields[i], tags[i] = types.NewField(v.Pos(), v.Pkg(), fieldName(t, i), f.find(v.Type()), false), t.Tag(i)
		}
		return types.NewStruct(fields, tags)
	}
	return t
}

func (f *forms) tuple(t *types.Tuple) *types.Tuple {
	list := make([]*types.Var, t.Len())
	for i := range list {
		v := t.At(i)
		list[i] = types.NewVar(v.Pos(), v.Pkg(), v.Name(), f.find(v.Type()))
	}
	return types.NewTuple(list...)
}

// fieldName is the name of a field of a struct that is made.
func fieldName(t *types.Struct, i int) string {
	switch v := t.Field(i); {
	case v.Name() == "_":
		return fmt.Sprint(hiddenField, i)
	case v.Exported():
		return v.Name()
	default:
		return hiddenField + v.Name()
	}
}

// opaque reports whether a value of type t is kept in an interface, because
// the type mentions itself, which no type of package reflect does. To open one
// circle, pointers come first, then defined types, then what is made of
// structs.
func (f *forms) opaque(t types.Type) bool {
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.mentionsItself(t)
}

func (f *forms) mentionsItself(t types.Type) bool {
	if known, ok := f.recursive.At(t).(bool); ok {
		return known
	}
	f.recursive.Set(t, false) // while it is being found out
	found := false
	switch t := t.(type) {
	case *types.Pointer:
		found = f.circular(t.Elem(), func(types.Type) bool { return false })
	case *types.Named:
		if _, isStruct := t.Underlying().(*types.Struct); !isStruct && !types.IsInterface(t) {
			found = f.circular(t, f.opaquePointer)
		}
	case *types.Slice:
		found = f.circular(t.Elem(), f.opaqueName)
	case *types.Map:
		found = f.circular(t.Elem(), f.opaqueName)
	case *types.Chan:
		found = f.circular(t.Elem(), f.opaqueName)
	}
	f.recursive.Set(t, found)
	return found
}

func (f *forms) opaquePointer(t types.Type) bool {
	p, ok := t.(*types.Pointer)
	return ok && f.mentionsItself(p)
}

func (f *forms) opaqueName(t types.Type) bool {
	switch t.(type) {
	case *types.Pointer, *types.Named:
		return f.mentionsItself(t)
	}
	return false
}

// circular reports whether a defined type of a cell mentions itself other than
// behind what is cut.
func (f *forms) circular(t types.Type, cut func(types.Type) bool) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || !f.own(n) || types.IsInterface(n) {
		return false
	}
	return f.mentions(n.Underlying(), n, cut, &typeutil.Map{})
}

func (f *forms) mentions(t types.Type, n *types.Named, cut func(types.Type) bool, seen *typeutil.Map) bool {
	t = types.Unalias(t)
	if cut(t) || seen.At(t) != nil {
		return types.Identical(t, n) && !cut(t)
	}
	seen.Set(t, true)
	in := func(t types.Type) bool { return f.mentions(t, n, cut, seen) }
	switch t := t.(type) {
	case *types.Named:
		return types.Identical(t, n) || f.own(t) && in(t.Underlying())
	case *types.Pointer:
		return in(t.Elem())
	case *types.Slice:
		return in(t.Elem())
	case *types.Array:
		return in(t.Elem())
	case *types.Chan:
		return in(t.Elem())
	case *types.Map:
		return in(t.Key()) || in(t.Elem())
	case *types.Signature:
		return in(t.Params()) || in(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			if in(v.Type()) {
				return true
			}
		}
	case *types.Struct:
		for v := range t.Fields() {
			if in(v.Type()) {
				return true
			}
		}
	}
	return false
}

// inner is the form of a type itself where that is kept in an interface.
func (f *forms) inner(t types.Type) types.Type {
	t = types.Unalias(t)
	if !f.opaque(t) {
		return f.form(t)
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return types.NewPointer(f.form(u.Elem()))
	case *types.Slice:
		return types.NewSlice(f.form(u.Elem()))
	case *types.Map:
		return types.NewMap(f.form(u.Key()), f.form(u.Elem()))
	case *types.Chan:
		return types.NewChan(u.Dir(), f.form(u.Elem()))
	}
	return f.form(t.Underlying())
}
