package interp

import (
	"fmt"
	"reflect"
)

// A named value of the session reaches fmt as a wrapper that has its String
// method and nothing else of it. A formatted wrapper answers the other verbs
// with the value itself, as Go does.
type formatted struct {
	text  fmt.Stringer
	value any
}

// Format implements fmt.Formatter.
func (s formatted) Format(f fmt.State, verb rune) {
	var shown any = s.value
	switch {
	case verb == 'v' && f.Flag('#'):
	case verb == 'v', verb == 's', verb == 'q', verb == 'x', verb == 'X':
		shown = s.text.String()
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), shown)
}

// formattable replaces wrappers among the arguments of a formatted print.
// Errors stay, since %w must find them.
func formattable(args []any) []any {
	out := make([]any, len(args))
	for i, a := range args {
		out[i] = a
		text, ok := a.(fmt.Stringer)
		if _, isError := a.(error); !ok || isError {
			continue
		}
		if v := reflect.ValueOf(a); v.Kind() == reflect.Struct && v.NumField() > 0 && v.Type().Field(0).Name == "IValue" {
			out[i] = formatted{text: text, value: v.Field(0).Interface()}
		}
	}
	return out
}
