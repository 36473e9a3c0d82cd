package erase

import (
	"go/types"
	"reflect"
)

// fits reports whether what is in an interface is of type t, and else the
// method that it lacks, if t is an interface.
func (e *Eraser) fits(x any, t types.Type) (ok bool, missing string) {
	v, own := x.(Value)
	if it, isInterface := t.Underlying().(*types.Interface); isInterface {
		switch {
		case x == nil:
			return false, ""
		case own:
			m, _ := types.MissingMethod(v.of.Type, it, true)
			if m != nil {
				return false, m.Name()
			}
			return true, ""
		}
		missing = e.missing(reflect.TypeOf(x), it)
		return missing == "", missing
	}
	if own {
		return types.Identical(v.of.Type, t), ""
	}
	return x != nil && e.plain(t) && reflect.TypeOf(x) == e.runtime(t), ""
}

// missing is the first method of an interface that a compiled type lacks.
func (e *Eraser) missing(rt reflect.Type, it *types.Interface) string {
	for m := range it.Methods() {
		have, ok := rt.MethodByName(m.Name())
		if !ok {
			return m.Name()
		}
		want := e.runtime(types.NewSignatureType(nil, nil, nil, m.Signature().Params(), m.Signature().Results(), m.Signature().Variadic()))
		if !e.plain(m.Signature().Params()) || !e.plain(m.Signature().Results()) || have.Type.NumIn() != want.NumIn()+1 || have.Type.NumOut() != want.NumOut() {
			return m.Name()
		}
		for i := range want.NumIn() {
			if have.Type.In(i+1) != want.In(i) {
				return m.Name()
			}
		}
		for i := range want.NumOut() {
			if have.Type.Out(i) != want.Out(i) {
				return m.Name()
			}
		}
	}
	return ""
}

// assertionError is the panic of a failed assertion, in the runtime's words.
func assertionError(from types.Type, x any, to types.Type, missing string) error {
	concrete := ""
	if v, ok := x.(Value); ok {
		concrete = v.of.String()
	} else if x != nil {
		concrete = reflect.TypeOf(x).String()
	}
	switch {
	case x == nil && types.IsInterface(to):
		return runtimeError("interface conversion: interface is nil, not " + text(to))
	case x == nil:
		return runtimeError("interface conversion: " + text(from) + " is nil, not " + text(to))
	case missing != "":
		return runtimeError("interface conversion: " + concrete + " is not " + text(to) + ": missing method " + missing)
	}
	return runtimeError("interface conversion: " + text(from) + " is " + concrete + ", not " + text(to))
}
