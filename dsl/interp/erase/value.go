package erase

import (
	"fmt"
	"go/types"
	"log/slog"
	"reflect"
)

// A Value is a value of a type of cells in an interface.
type Value struct {
	of *Type
	in any // in the form of the type
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
