package mint

import (
	"reflect"
	"runtime"
	"unsafe"
)

// Assertion is a function func(any) T, or func(any) (T, bool), that does what
// x.(T) does to an x of type from.
func (m *Maker) Assertion(from, to reflect.Type, ok bool) reflect.Value {
	out := []reflect.Type{to}
	if ok {
		out = append(out, reflect.TypeFor[bool]())
	}
	ft := reflect.FuncOf([]reflect.Type{reflect.TypeFor[any]()}, out, false)
	yes, no, zero := reflect.ValueOf(true), reflect.ValueOf(false), reflect.Zero(to)
	return reflect.MakeFunc(ft, func(args []reflect.Value) []reflect.Value {
		v := reflect.ValueOf(m.Open(args[0].Interface()))
		fits := v.IsValid() && fits(v.Type(), to)
		switch {
		case fits && to.Kind() == reflect.Interface:
			held := reflect.New(to).Elem()
			held.Set(v)
			v = held
		case !fits && !ok:
			panic(assertionError(from, v, to))
		case !fits:
			return []reflect.Value{zero, no}
		}
		if ok {
			return []reflect.Value{v, yes}
		}
		return []reflect.Value{v}
	})
}

func fits(t, to reflect.Type) bool {
	if to.Kind() == reflect.Interface {
		return t.Implements(to)
	}
	return t == to
}

// Fits is a function that reports whether a value fits one of the types of a
// case of a type switch. The type nil is the case nil.
func (m *Maker) Fits(list []reflect.Type) func(any) bool {
	return func(x any) bool {
		t := reflect.TypeOf(m.Open(x))
		for _, to := range list {
			if to == nil && t == nil || to != nil && t != nil && fits(t, to) {
				return true
			}
		}
		return false
	}
}

// assertionError is the panic of a failed assertion, in the runtime's words.
func assertionError(from reflect.Type, v reflect.Value, to reflect.Type) error {
	e := new(runtime.TypeAssertionError)
	said := (*struct {
		from, concrete, asserted unsafe.Pointer
		missing                  string
	})(unsafe.Pointer(e))
	said.from, said.asserted = pointerOf(from), pointerOf(to)
	if !v.IsValid() {
		if to.Kind() == reflect.Interface {
			said.from = nil
		}
		return e
	}
	said.concrete = pointerOf(v.Type())
	if to.Kind() == reflect.Interface {
		for i := range to.NumMethod() {
			name := to.Method(i).Name
			if m, ok := v.Type().MethodByName(name); !ok || !sameButReceiver(m.Type, to.Method(i).Type) {
				said.missing = name
				break
			}
		}
	}
	return e
}

func sameButReceiver(m, t reflect.Type) bool {
	if m.NumIn() != t.NumIn()+1 || m.NumOut() != t.NumOut() {
		return false
	}
	for i := range t.NumIn() {
		if m.In(i+1) != t.In(i) {
			return false
		}
	}
	for i := range t.NumOut() {
		if m.Out(i) != t.Out(i) {
			return false
		}
	}
	return true
}
