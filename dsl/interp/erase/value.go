package erase

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/types"
	"log/slog"
	"reflect"
	"sync"
)

// A Type is a type of cells at run time.
type Type struct {
	types.Type
	eraser *Eraser
	number int
	mu     sync.Mutex
	code   map[string]reflect.Value // of its methods
}

// A Value is a value of a type of cells in an interface.
type Value struct {
	of *Type
	in any // in the form of the type
}

// An errorValue is one of a type that is an error.
type errorValue struct{ Value }

// A joinedError is one of several.
type joinedError struct{ errorValue }

// A loggedValue is one of a type that says how it is logged.
type loggedValue struct{ Value }

// LogValue implements slog.LogValuer.
func (v loggedValue) LogValue() slog.Value { return v.ask("LogValue").(slog.Value) }

// A scanned is a pointer to a value of a type that reads itself from text.
type scanned struct{ Value }

// Scan implements fmt.Scanner.
func (v scanned) Scan(state fmt.ScanState, verb rune) error {
	err, _ := v.ask("Scan", reflect.ValueOf(&state).Elem(), reflect.ValueOf(verb)).(error)
	return err
}

// answering is a value with the methods that compiled code asks any value for.
func (v Value) answering() any {
	switch {
	case v.has("Error", "func() string"):
		return v.asError()
	case v.has("LogValue", "func() slog.Value"):
		return loggedValue{v}
	}
	return v
}

// String is the name of a type as package reflect says it.
func (t *Type) String() string { return text(t.Type) }

// of finds or makes the run-time type.
func (e *Eraser) of(t types.Type) *Type {
	e.mu.Lock()
	defer e.mu.Unlock()
	t = types.Unalias(t)
	known, ok := e.kinds.At(t).(*Type)
	if !ok {
		known = &Type{Type: t, eraser: e, number: e.kinds.Len() + 1, code: map[string]reflect.Value{}}
		e.kinds.Set(t, known)
	}
	return known
}

// runtime is the run-time type of the form of a type.
func (e *Eraser) runtime(t types.Type) reflect.Type { return e.reflected(e.form(t)) }

func (e *Eraser) reflected(form types.Type) reflect.Type {
	rt, err := e.Host.Runtime(form)
	if err != nil {
		panic(refusal{message: err.Error()})
	}
	return rt
}

// Bind gives a method its code, a function of the receiver.
func (e *Eraser) Bind(m *types.Func, fn reflect.Value) {
	t := types.Unalias(m.Signature().Recv().Type())
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	of := e.of(t)
	of.mu.Lock()
	defer of.mu.Unlock()
	of.code[m.Name()] = fn
}

// Open is a value without what makes it one of a compiled interface.
func (e *Eraser) Open(x any) any {
	switch v := x.(type) {
	case nil, Value:
		return x
	case errorValue:
		return v.Value
	case loggedValue:
		return v.Value
	case joinedError:
		return v.Value
	}
	if _, wrapper := e.wrappers.Load(reflect.TypeOf(x)); wrapper {
		return reflect.ValueOf(x).FieldByName("IValue").Interface()
	}
	return x
}

// as is a value, which fits, as one of an interface type.
func (e *Eraser) as(x any, to types.Type) reflect.Value {
	out := reflect.New(e.runtime(to)).Elem()
	if v, ok := x.(Value); ok && e.plain(to) && !empty(to) {
		out.Set(e.wrap(v, to))
	} else if x != nil {
		out.Set(reflect.ValueOf(x))
	}
	return out
}

func empty(t types.Type) bool {
	it, ok := t.Underlying().(*types.Interface)
	return ok && it.NumMethods() == 0
}

// wrap is a value as compiled code calls its methods.
func (e *Eraser) wrap(v Value, to types.Type) reflect.Value {
	if types.Identical(to, errorType) {
		return reflect.ValueOf(v.asError())
	}
	named, ok := types.Unalias(to).(*types.Named)
	if !ok {
		panic(runtimeError("a value of type " + v.of.String() + " cannot be made one of " + text(to) + " in this program"))
	}
	t, ok := e.Host.Wrapper(named)
	if !ok {
		panic(runtimeError("a value of type " + v.of.String() + " cannot be made one of " + text(to) + " in this program"))
	}
	e.wrappers.Store(t, true)
	made := reflect.New(t).Elem()
	made.FieldByName("IValue").Set(reflect.ValueOf(v))
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Name == "IValue" {
			continue
		}
		name := f.Name[1:]
		made.Field(i).Set(reflect.MakeFunc(f.Type, func(args []reflect.Value) []reflect.Value {
			return e.invoke(v, name, args, f.Type.IsVariadic())
		}))
	}
	return made
}

func (v Value) asError() error {
	if m, _ := v.method("Unwrap"); m != nil && m.Signature().Results().Len() == 1 {
		if _, several := m.Signature().Results().At(0).Type().(*types.Slice); several {
			return joinedError{errorValue{v}}
		}
	}
	return errorValue{v}
}

// method is a method of the value's type, and the way to it.
func (v Value) method(name string) (*types.Func, []int) {
	obj, index, _ := types.LookupFieldOrMethod(v.of.Type, false, v.of.eraser.home, name)
	m, ok := obj.(*types.Func)
	if !ok { // unexported, of a package from source
		if named := base(v.of.Type); named != nil {
			obj, index, _ = types.LookupFieldOrMethod(v.of.Type, false, named.Obj().Pkg(), name)
			m, _ = obj.(*types.Func)
		}
	}
	return m, index
}

func base(t types.Type) *types.Named {
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// invoke calls a method of what is in an interface.
func (e *Eraser) invoke(x any, name string, args []reflect.Value, variadic bool) []reflect.Value {
	x = e.Open(x)
	if x == nil {
		panic(nilPointer)
	}
	v, ok := x.(Value)
	if !ok {
		return invokeCompiled(reflect.ValueOf(x), name, args, variadic)
	}
	m, index := v.method(name)
	if m == nil {
		panic(runtimeError(fmt.Sprintf("%s has no method %s", v.of, name)))
	}
	rv, t := reflect.ValueOf(v.in), v.of.Type
	if len(index) > 1 && !rv.CanAddr() && rv.Kind() == reflect.Struct {
		rv = addressable(rv)
	}
	for _, i := range index[:len(index)-1] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			if rv.Kind() == reflect.Interface {
				rv = rv.Elem()
			}
			if !rv.IsValid() || rv.IsNil() {
				panic(nilPointer)
			}
			rv, t = rv.Elem(), p.Elem()
		}
		rv, t = rv.Field(i), t.Underlying().(*types.Struct).Field(i).Type()
	}
	if types.IsInterface(t) {
		return e.invoke(rv.Interface(), name, args, variadic)
	}
	named := base(types.Unalias(t))
	if named == nil || !e.own(named) {
		if rv.CanAddr() {
			rv = rv.Addr()
		}
		return invokeCompiled(rv, name, args, variadic)
	}
	of := e.of(named)
	of.mu.Lock()
	fn := of.code[name]
	of.mu.Unlock()
	if !fn.IsValid() {
		panic(fmt.Errorf("method %s.%s has no code yet", of, name))
	}
	args = append([]reflect.Value{receiver(rv, t, m, fn.Type().In(0))}, args...)
	if variadic {
		return fn.CallSlice(args)
	}
	return fn.Call(args)
}

func addressable(v reflect.Value) reflect.Value {
	held := reflect.New(v.Type()).Elem()
	held.Set(v)
	return held
}

func invokeCompiled(v reflect.Value, name string, args []reflect.Value, variadic bool) []reflect.Value {
	fn := v.MethodByName(name)
	if variadic {
		return fn.CallSlice(args)
	}
	return fn.Call(args)
}

// receiver is a value of type t, in its form, as the function of a method
// takes it.
func receiver(v reflect.Value, t types.Type, m *types.Func, wanted reflect.Type) reflect.Value {
	_, pointer := types.Unalias(m.Signature().Recv().Type()).(*types.Pointer)
	_, has := types.Unalias(t).(*types.Pointer)
	if v.IsValid() && v.Kind() == reflect.Interface && wanted.Kind() != reflect.Interface {
		v = v.Elem()
	}
	switch {
	case pointer && !has:
		if !v.CanAddr() {
			v = addressable(v)
		}
		v = v.Addr()
	case !pointer && has:
		if v.IsValid() && v.Kind() == reflect.Interface {
			v = v.Elem()
		}
		if !v.IsValid() || v.IsNil() {
			panic(runtimeError(fmt.Sprintf("value method %s.%s called using nil *%s pointer", text(base(types.Unalias(t))), m.Name(), base(types.Unalias(t)).Obj().Name())))
		}
		v = v.Elem()
	}
	if wanted.Kind() == reflect.Interface {
		held := reflect.New(wanted).Elem()
		if v.IsValid() && !(v.Kind() == reflect.Interface && v.IsNil()) {
			held.Set(v)
		}
		return held
	}
	return v
}

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

// A runtimeError is one the runtime would raise.
type runtimeError string

func (e runtimeError) Error() string { return string(e) }

// RuntimeError implements runtime.Error.
func (runtimeError) RuntimeError() {}

const nilPointer = runtimeError("runtime error: invalid memory address or nil pointer dereference")

// ask calls a method without parameters that gives one value.
func (v Value) ask(name string, args ...reflect.Value) any {
	return v.of.eraser.invoke(v, name, args, false)[0].Interface()
}

func (v Value) has(name, form string) bool {
	m, _ := v.method(name)
	return m != nil && text(m.Signature()) == form
}

// Error implements error.
func (v errorValue) Error() string { return v.ask("Error").(string) }

// Unwrap is the error behind this one, if its type tells.
func (v errorValue) Unwrap() error {
	if !v.has("Unwrap", "func() error") {
		return nil
	}
	err, _ := v.ask("Unwrap").(error)
	return err
}

// Is asks the type, if it can be asked.
func (v errorValue) Is(target error) bool {
	return v.has("Is", "func(error) bool") && v.ask("Is", reflect.ValueOf(&target).Elem()).(bool)
}

// Unwrap is the errors behind this one.
func (v joinedError) Unwrap() []error { return v.ask("Unwrap").([]error) }

// find is errors.As for a target in the form of type t.
func (e *Eraser) find(err error, t types.Type, target reflect.Value) bool {
	for err != nil {
		x := e.Open(err)
		if ok, _ := e.fits(x, t); ok {
			target.Elem().Set(e.unpacked(x, t))
			return true
		}
		switch u := err.(type) {
		case interface{ Unwrap() []error }:
			for _, one := range u.Unwrap() {
				if e.find(one, t, target) {
					return true
				}
			}
			return false
		default:
			err = errors.Unwrap(err)
		}
	}
	return false
}

// unpacked is what is in an interface, which fits, as a value of type t.
func (e *Eraser) unpacked(x any, t types.Type) reflect.Value {
	if types.IsInterface(t) {
		return e.as(x, t)
	}
	if v, ok := x.(Value); ok {
		x = v.in
	}
	out := reflect.New(e.runtime(t)).Elem()
	if x != nil {
		out.Set(reflect.ValueOf(x))
	}
	return out
}

// MarshalJSON writes a value as its type says, or else its parts.
func (v Value) MarshalJSON() ([]byte, error) {
	switch {
	case v.has("MarshalJSON", "func() ([]uint8, error)"):
		out := v.of.eraser.invoke(v, "MarshalJSON", nil, false)
		err, _ := out[1].Interface().(error)
		return out[0].Bytes(), err
	case v.has("MarshalText", "func() ([]uint8, error)"):
		out := v.of.eraser.invoke(v, "MarshalText", nil, false)
		if err, _ := out[1].Interface().(error); err != nil {
			return nil, err
		}
		return json.Marshal(string(out[0].Bytes()))
	}
	var b bytes.Buffer
	to := json.NewEncoder(&b)
	to.SetEscapeHTML(false) // whoever asked does that
	err := to.Encode((&viewer{eraser: v.of.eraser, follows: true, asked: marshalled}).whole(v))
	return bytes.TrimSpace(b.Bytes()), err
}
