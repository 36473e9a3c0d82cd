package core

import (
	"reflect"
	"sync"

	"unfold/dsl/interp/gotypes"
	"unfold/dsl/interp/mint"
)

// Support is the functions that core Go calls by their names and that need
// nothing but the types of the cells.
func Support(m *mint.Maker) []gotypes.Export {
	var uniques sync.Map
	return []gotypes.Export{
		{Name: "Equal", Value: func(x, y any) bool { return m.Open(x) == m.Open(y) }},
		{Name: "Close", Value: func(x any) any { return m.Close(x) }},
		{Name: "CloseAll", Value: func(list []any) []any { return closeAll(m, list) }},
		{Name: "Clear", Value: clearMap},
		{Name: "Runes", Value: runes},
		{Name: "Unique", Value: func(value, pointer any) any {
			first, _ := uniques.LoadOrStore(value, pointer)
			return first
		}},
	}
}

// closeAll closes the values of a list, in another where that changes them.
func closeAll(m *mint.Maker, list []any) []any {
	if list == nil {
		return nil
	}
	closed := make([]any, len(list))
	for i, x := range list {
		closed[i] = m.Close(x)
	}
	return closed
}

// clearMap empties a map, of keys that are not equal to themselves too.
func clearMap(m any) { reflect.ValueOf(m).Clear() }

// A placedRune is a rune of a string and where it starts.
type placedRune struct {
	At   int
	Rune rune
}

func runes(s string) []placedRune {
	list := make([]placedRune, 0, len(s))
	for i, r := range s {
		list = append(list, placedRune{i, r})
	}
	return list
}

// A conversion is a function from any to a type, made once for each type.
type conversion struct {
	kind string
	to   reflect.Type
}

// converting makes a function from any to a type of what it does with a value.
func converting(to reflect.Type, convert func(x any) reflect.Value) reflect.Value {
	ft := reflect.FuncOf([]reflect.Type{reflect.TypeFor[any]()}, []reflect.Type{to}, false)
	return reflect.MakeFunc(ft, func(args []reflect.Value) []reflect.Value {
		out := reflect.New(to).Elem()
		if v := convert(args[0].Interface()); v.IsValid() {
			out.Set(v)
		}
		return []reflect.Value{out}
	})
}

// closedAs is a function that closes a value and gives it an interface type.
func (l *Lowerer) closedAs(t reflect.Type) reflect.Value {
	return converting(t, func(x any) reflect.Value { return reflect.ValueOf(l.types.Close(x)) })
}

// opened is a function that takes a value out of an interface, the zero value
// out of nil.
func (l *Lowerer) opened(t reflect.Type) reflect.Value {
	return converting(t, func(x any) reflect.Value { return reflect.ValueOf(l.types.Open(x)) })
}

// converted is a function that converts a value to a type, for conversions
// that the interpreter only takes note of.
func converted(t reflect.Type) reflect.Value {
	return converting(t, func(x any) reflect.Value {
		v := reflect.ValueOf(x)
		switch {
		case t.Kind() == reflect.String && v.Kind() == reflect.Slice:
			return reflect.ValueOf(text(v)).Convert(t)
		case t.Kind() == reflect.Slice && v.Kind() == reflect.String:
			return letters(v.String(), t)
		}
		return v.Convert(t)
	})
}

// text is the text that a slice of bytes or runes spells, whatever their type is called.
func text(v reflect.Value) string {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		return string(v.Bytes())
	}
	runes := make([]rune, v.Len())
	for i := range runes {
		runes[i] = rune(v.Index(i).Int())
	}
	return string(runes)
}

// letters is the slice of bytes or runes that spells a text.
func letters(s string, t reflect.Type) reflect.Value {
	if t.Elem().Kind() == reflect.Uint8 {
		v := reflect.MakeSlice(t, len(s), len(s))
		copy(v.Bytes(), s)
		return v
	}
	runes := []rune(s)
	v := reflect.MakeSlice(t, len(runes), len(runes))
	for i, c := range runes {
		v.Index(i).SetInt(int64(c))
	}
	return v
}

// held is a function that passes an interface value on, unless it is nil.
func held(t reflect.Type) reflect.Value {
	return reflect.MakeFunc(reflect.FuncOf([]reflect.Type{t}, []reflect.Type{t}, false), func(args []reflect.Value) []reflect.Value {
		if args[0].IsNil() {
			dereferenceNil()
		}
		return args
	})
}

// nothing is a function that gives the zero value of a type.
func nothing(t reflect.Type) reflect.Value {
	zero := []reflect.Value{reflect.Zero(t)}
	return reflect.MakeFunc(reflect.FuncOf(nil, []reflect.Type{t}, false), func([]reflect.Value) []reflect.Value { return zero })
}

// invoking is a function that calls a method of an interface type with the
// rest of its arguments.
func (l *Lowerer) invoking(of reflect.Type, name string, method reflect.Type) reflect.Value {
	in := []reflect.Type{of}
	for p := range method.Ins() {
		in = append(in, p)
	}
	var out []reflect.Type
	for r := range method.Outs() {
		out = append(out, r)
	}
	return reflect.MakeFunc(reflect.FuncOf(in, out, method.IsVariadic()), func(args []reflect.Value) []reflect.Value {
		if args[0].IsNil() {
			dereferenceNil()
		}
		receiver := reflect.ValueOf(l.types.Open(args[0].Interface()))
		return l.types.Call(receiver, name, args[1:], method.IsVariadic())
	})
}

// binding is a function that gives a method of a minted type its code.
func (l *Lowerer) binding(of reflect.Type, method string) reflect.Value {
	return reflect.ValueOf(func(code any) {
		if named, ok := l.types.Named(of); ok {
			named.Bind(method, reflect.ValueOf(code))
		}
	})
}

// dereferenceNil panics as Go does.
func dereferenceNil() {
	var p *int
	*p = 0
}
