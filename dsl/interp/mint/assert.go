package mint

import (
	"fmt"
	"reflect"
	"runtime"
	"sync"
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
	said := assertion{asserted: pointerOf(to)}
	if v.IsValid() {
		said.concrete = pointerOf(v.Type())
	}
	if v.IsValid() || to.Kind() != reflect.Interface {
		said.from = pointerOf(from)
	}
	if v.IsValid() && to.Kind() == reflect.Interface {
		said.missing = missing(v.Type(), to)
	}
	if !knowsAssertions() {
		return otherAssertion{from, v, to, said.missing}
	}
	e := new(runtime.TypeAssertionError)
	*(*assertion)(unsafe.Pointer(e)) = said
	return e
}

// An assertion is a runtime.TypeAssertionError as the runtime lays it out.
type assertion struct {
	from, concrete, asserted unsafe.Pointer
	missing                  string
}

// knowsAssertions reports whether the runtime does lay it out so.
var knowsAssertions = sync.OnceValue(func() bool {
	is, want := reflect.TypeFor[runtime.TypeAssertionError](), reflect.TypeFor[assertion]()
	if is.Size() != want.Size() || is.NumField() != want.NumField() {
		return false
	}
	for i, name := range []string{"_interface", "concrete", "asserted", "missingMethod"} {
		f := is.Field(i)
		if f.Name != name || f.Offset != want.Field(i).Offset || f.Type.Kind() != []reflect.Kind{reflect.Pointer, reflect.Pointer, reflect.Pointer, reflect.String}[i] {
			return false
		}
	}
	return true
})

// An otherAssertion stands in for it where the runtime does not.
type otherAssertion struct {
	from    reflect.Type
	v       reflect.Value
	to      reflect.Type
	missing string
}

// RuntimeError marks a panic of the runtime.
func (otherAssertion) RuntimeError() {}

func (a otherAssertion) Error() string {
	switch {
	case !a.v.IsValid() && a.to.Kind() == reflect.Interface:
		return fmt.Sprintf("interface conversion: interface is nil, not %v", a.to)
	case !a.v.IsValid():
		return fmt.Sprintf("interface conversion: %v is nil, not %v", a.from, a.to)
	case a.missing != "":
		return fmt.Sprintf("interface conversion: %v is not %v: missing method %s", a.v.Type(), a.to, a.missing)
	}
	return fmt.Sprintf("interface conversion: %v is %v, not %v", a.from, a.v.Type(), a.to)
}

// missing is the first method of an interface that a type does not have.
func missing(t, to reflect.Type) string {
	for want := range to.Methods() {
		if m, ok := t.MethodByName(want.Name); !ok || !sameButReceiver(m.Type, want.Type) {
			return want.Name
		}
	}
	return ""
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
