package expression

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"unfold/engine"
	"unfold/engine/internal/calendar"
	"unfold/engine/internal/elementary"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// A function of numbers, by its name in [functions].
type function struct {
	written     string // with its arguments
	least, most int    // how many it takes
	of          func(x []float64) float64
	wrong       string // what it means when it has no value
}

// functions are those that an expression may call. The last two are no functions of
// numbers alone, and bind.go makes them.
var functions = map[string]function{
	"log":     {"log(x)", 1, 1, one(elementary.Log), "logarithm of 0 or less"},
	"log2":    {"log2(x)", 1, 1, one(elementary.Log2), "logarithm of 0 or less"},
	"log10":   {"log10(x)", 1, 1, one(elementary.Log10), "logarithm of 0 or less"},
	"exp":     {"exp(x)", 1, 1, one(elementary.Exp), "exponential beyond all numbers"},
	"sqrt":    {"sqrt(x)", 1, 1, one(math.Sqrt), "root of a negative number"},
	"abs":     {"abs(x)", 1, 1, one(math.Abs), ""},
	"floor":   {"floor(x)", 1, 1, one(math.Floor), ""},
	"ceil":    {"ceil(x)", 1, 1, one(math.Ceil), ""},
	"round":   {"round(x)", 1, 1, one(math.Round), ""},
	"sin":     {"sin(x)", 1, 1, one(elementary.Sin), ""},
	"cos":     {"cos(x)", 1, 1, one(elementary.Cos), ""},
	"tanh":    {"tanh(x)", 1, 1, one(elementary.Tanh), ""},
	"min":     {"min(x, y)", 2, 16, slices.Min[[]float64], ""}, // missing if one is
	"max":     {"max(x, y)", 2, 16, slices.Max[[]float64], ""},
	"missing": {"missing(x)", 1, 1, nil, ""},
	"if":      {"if(condition, value, otherwise)", 3, 3, nil, ""},
}

// dateParts are the functions of dates, which bind.go makes too.
var dateParts = map[string]func(t time.Time) float64{}

func init() {
	for _, p := range calendar.Parts {
		functions[p.Name], dateParts[p.Name] = function{p.Name + "(date)", 1, 1, nil, ""}, p.Of
	}
}

func one(f func(float64) float64) func([]float64) float64 {
	return func(x []float64) float64 { return f(x[0]) }
}

// arithmetic are the operators between numbers, and what it means when one has no
// value.
var arithmetic = map[string]function{
	"+":      {of: func(x []float64) float64 { return x[0] + x[1] }, wrong: "sum beyond all numbers"},
	"-":      {of: func(x []float64) float64 { return x[0] - x[1] }, wrong: "difference beyond all numbers"},
	"*":      {of: func(x []float64) float64 { return x[0] * x[1] }, wrong: "product beyond all numbers"},
	"/":      {of: func(x []float64) float64 { return x[0] / x[1] }, wrong: "division by 0"},
	"^":      {of: func(x []float64) float64 { return elementary.Pow(x[0], x[1]) }, wrong: "power that is no finite number"},
	"negate": {of: func(x []float64) float64 { return -x[0] }},
}

// orders are the comparisons of numbers.
var orders = map[string]func(a, b float64) bool{
	"<":  func(a, b float64) bool { return a < b },
	"<=": func(a, b float64) bool { return a <= b },
	">":  func(a, b float64) bool { return a > b },
	">=": func(a, b float64) bool { return a >= b },
	"==": func(a, b float64) bool { return a == b },
	"!=": func(a, b float64) bool { return a != b },
}

// arguments says how many values a function takes.
func (f function) arguments() string {
	if f.least < f.most {
		return fmt.Sprintf("%d to %d values", f.least, f.most)
	}
	return wording.Count(f.least, "value")
}

// unknownFunction is the error of a name before a parenthesis.
func (p *parser) unknownFunction(name string) *engine.Error {
	names := slices.Sorted(maps.Keys(functions))
	advice := remedy.Say("there are %s", strings.Join(names, ", "))
	if near := wording.Nearest(name, names); len(near) > 0 {
		advice = remedy.Say("did you mean %s?", strings.Join(near, ", "))
	}
	return p.fault(fmt.Sprintf("there is no function %q", name), advice)
}
