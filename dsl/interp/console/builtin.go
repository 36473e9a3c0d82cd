package console

import (
	"fmt"
	"math"
	"reflect"
	"strings"
)

// Print is the builtin print, in the runtime's forms.
func (c *Console) Print(args ...any) { c.printed(args, "", "") }

// Println is the builtin println.
func (c *Console) Println(args ...any) { c.printed(args, " ", "\n") }

func (c *Console) printed(args []any, between, end string) {
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = printedValue(reflect.ValueOf(a))
	}
	c.Drain()
	c.cells.Current().write("stderr", strings.Join(words, between)+end)
}

// printedValue is a value without the methods of its type.
func printedValue(v reflect.Value) string {
	switch {
	case !v.IsValid():
		return "nil"
	case v.CanFloat():
		return printedFloat(v.Float())
	case v.CanComplex():
		return fmt.Sprintf("(%s%si)", printedFloat(real(v.Complex())), printedFloat(imag(v.Complex())))
	case v.CanInt():
		return fmt.Sprint(v.Int())
	case v.CanUint():
		return fmt.Sprint(v.Uint())
	case v.Kind() == reflect.Bool:
		return fmt.Sprint(v.Bool())
	case v.Kind() == reflect.String:
		return v.String()
	}
	return fmt.Sprintf("%#x", v.Pointer())
}

// printedFloat is a number with a sign, seven digits and three of exponent.
func printedFloat(f float64) string {
	switch {
	case f != f:
		return "NaN"
	case math.IsInf(f, 1):
		return "+Inf"
	case math.IsInf(f, -1):
		return "-Inf"
	}
	text := fmt.Sprintf("%+.6e", f)
	at := strings.IndexByte(text, 'e') + 2
	if len(text)-at < 3 {
		text = text[:at] + "0" + text[at:]
	}
	return text
}
