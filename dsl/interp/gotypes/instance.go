package gotypes

import (
	"go/types"
	"reflect"
	"strings"
)

// instance is the instance of a generic type that a compiled type is, or nil
// where it is none or its generic type is not known. Reflection does not tell
// the type arguments, so they are read off where the generic type has its
// parameters: a generic type that does not use one of them has no instances
// here.
func (im *Importer) instance(t reflect.Type) types.Type {
	name, _, ok := strings.Cut(t.Name(), "[")
	if !ok || im.Generic == nil {
		return nil
	}
	origin := im.Generic(t.PkgPath(), name)
	if origin == nil || origin.TypeParams().Len() == 0 {
		return nil
	}
	if known, ok := im.types[t]; ok {
		return known // made meanwhile
	}
	args := make([]types.Type, origin.TypeParams().Len())
	if !im.match(args, origin.Underlying(), t) {
		return nil
	}
	for _, a := range args {
		if a == nil {
			return nil
		}
	}
	n, err := types.Instantiate(nil, origin, args, true)
	if err != nil {
		return nil
	}
	im.types[t] = n
	im.made.Set(n, t)
	return n
}

// match compares a type with parameters in it to the underlying type of a
// compiled one, and notes what the parameters stand for. It reports whether
// the two have the same form.
func (im *Importer) match(args []types.Type, with types.Type, t reflect.Type) bool {
	switch with := types.Unalias(with).(type) {
	case *types.TypeParam:
		i := with.Index()
		if args[i] == nil {
			args[i] = im.Type(t)
		}
		return types.Identical(args[i], im.Type(t))
	case *types.Pointer:
		return t.Kind() == reflect.Pointer && im.match(args, with.Elem(), t.Elem())
	case *types.Slice:
		return t.Kind() == reflect.Slice && im.match(args, with.Elem(), t.Elem())
	case *types.Map:
		return t.Kind() == reflect.Map && im.match(args, with.Key(), t.Key()) && im.match(args, with.Elem(), t.Elem())
	case *types.Chan:
		return t.Kind() == reflect.Chan && im.match(args, with.Elem(), t.Elem())
	case *types.Struct:
		if t.Kind() != reflect.Struct || t.NumField() != with.NumFields() {
			return false
		}
		for i := range t.NumField() {
			if with.Field(i).Name() != t.Field(i).Name || !im.match(args, with.Field(i).Type(), t.Field(i).Type) {
				return false
			}
		}
		return true
	case *types.Signature:
		if t.Kind() != reflect.Func || t.NumIn() != with.Params().Len() || t.NumOut() != with.Results().Len() || t.IsVariadic() != with.Variadic() {
			return false
		}
		for i := range t.NumIn() {
			if !im.match(args, with.Params().At(i).Type(), t.In(i)) {
				return false
			}
		}
		for i := range t.NumOut() {
			if !im.match(args, with.Results().At(i).Type(), t.Out(i)) {
				return false
			}
		}
		return true
	}
	return types.Identical(with, im.Type(t))
}

// IsGeneric reports whether an object has type parameters, of its own or of its
// receiver.
func IsGeneric(obj types.Object) bool {
	switch o := obj.(type) {
	case *types.Func:
		sig := o.Type().(*types.Signature)
		return sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0
	case *types.TypeName:
		n, ok := o.Type().(*types.Named)
		return ok && n.TypeParams().Len() > 0
	}
	return false
}
