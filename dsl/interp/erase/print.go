package erase

import (
	"fmt"
	"go/types"
	"reflect"
	"strings"
)

// Format prints a value as package fmt prints one of its type.
func (v Value) Format(s fmt.State, verb rune) {
	format := fmt.FormatString(s, verb)
	nothing, asked := false, ""
	if _, pointer := v.of.Underlying().(*types.Pointer); pointer {
		nothing = v.in == nil || reflect.ValueOf(v.in).IsNil()
	}
	defer func() {
		switch r := recover(); {
		case r == nil:
		case nothing:
			fmt.Fprint(s, "<nil>")
		default:
			fmt.Fprintf(s, "%%!%c(PANIC=%s method: %v)", verb, asked, r)
		}
	}()
	switch {
	case v.has("Format", "func(fmt.State, int32)"):
		asked = "Format"
		v.of.eraser.invoke(v, "Format", []reflect.Value{reflect.ValueOf(&s).Elem(), reflect.ValueOf(verb)}, false)
		return
	case verb == 'v' && s.Flag('#') && v.has("GoString", "func() string"):
		asked = "GoString"
		fmt.Fprint(s, v.ask("GoString"))
		return
	case verb == 'v' && s.Flag('#'):
		var b strings.Builder
		(&source{eraser: v.of.eraser, b: &b}).value(reflect.ValueOf(v.in), v.of.Type, 0)
		fmt.Fprint(s, b.String())
		return
	case !strings.ContainsRune("vsxXq", verb):
	case v.has("Error", "func() string"):
		asked = "Error"
		fmt.Fprintf(s, format, v.ask("Error"))
		return
	case v.has("String", "func() string"):
		asked = "String"
		fmt.Fprintf(s, format, v.ask("String"))
		return
	}
	fmt.Fprintf(s, format, (&viewer{eraser: v.of.eraser, asked: printed}).whole(v))
}

// printed reports whether package fmt asks a value how it is printed.
func printed(v Value) bool {
	return v.has("Format", "func(fmt.State, int32)") || v.has("Error", "func() string") || v.has("String", "func() string") || v.has("GoString", "func() string")
}

// marshalled reports whether encoding/json asks a value how it is written.
func marshalled(v Value) bool {
	return v.has("MarshalJSON", "func() ([]uint8, error)") || v.has("MarshalText", "func() ([]uint8, error)")
}
