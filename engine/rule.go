package engine

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Rule says which values a parameter may take. It prints itself, tests a
// value, and supplies one just outside, from which a test is made.
type Rule interface {
	// String reads after "must be": "at least 1".
	String() string
	// Allows reports whether v (int, float64 or string) will do.
	Allows(v any) bool
	// Outside returns a value of the parameter's type that will not do, and
	// whether there is one.
	Outside() (any, bool)
}

// Auto is the value of a number that the method chooses by its own rule. It
// lies outside the range of every parameter that admits it.
const Auto = 0

// AnyValue allows everything.
func AnyValue() Rule { return anything{} }

// AtLeast allows numbers from low upwards.
func AtLeast(low float64) Rule {
	return interval{low: low, high: math.Inf(1), text: fmt.Sprintf("at least %g", low)}
}

// Above allows numbers greater than low.
func Above(low float64) Rule {
	return interval{low: low, openLow: true, high: math.Inf(1), text: fmt.Sprintf("above %g", low)}
}

// Between allows numbers from low to high, both included.
func Between(low, high float64) Rule {
	return interval{low: low, high: high, text: fmt.Sprintf("from %g to %g", low, high)}
}

// From allows numbers from low, included, up to but not high.
func From(low, high float64) Rule {
	return interval{low: low, high: high, openHigh: true, text: fmt.Sprintf("from %g up to but not %g", low, high)}
}

// Inside allows numbers greater than low and less than high.
func Inside(low, high float64) Rule {
	return interval{low: low, openLow: true, high: high, openHigh: true, text: fmt.Sprintf("between %g and %g, both excluded", low, high)}
}

// OneOf allows the given words. An empty one among them is allowed without
// being told of: it is what a Go program leaves that has nothing to say.
func OneOf(words ...string) Rule { return choice(words) }

// OrAuto allows what rule allows, and the word auto, kept as Auto in a number
// and as "auto" in a text.
func OrAuto(rule Rule) Rule { return orAuto{rule} }

type anything struct{}

func (anything) String() string       { return "anything" }
func (anything) Allows(any) bool      { return true }
func (anything) Outside() (any, bool) { return nil, false }

type interval struct {
	low, high         float64
	openLow, openHigh bool
	text              string
}

func (r interval) String() string { return r.text }

func (r interval) Allows(v any) bool {
	x, ok := number(v)
	if !ok || math.IsNaN(x) || math.IsInf(x, 0) {
		return false
	}
	if x < r.low || r.openLow && x == r.low {
		return false
	}
	return x < r.high || !r.openHigh && x == r.high
}

func (r interval) Outside() (any, bool) {
	if r.openLow {
		return r.low, true
	}
	return r.low - 1, true
}

type choice []string

func (c choice) String() string {
	var quoted []string
	for _, w := range c.told() {
		quoted = append(quoted, fmt.Sprintf("%q", w))
	}
	return "one of " + strings.Join(quoted, ", ")
}

func (c choice) Allows(v any) bool {
	s, ok := v.(string)
	return ok && slices.Contains(c, s)
}

func (c choice) Outside() (any, bool) { return strings.Join(c, "-") + "-not", true }

// told returns the words that say something.
func (c choice) told() []string {
	return slices.DeleteFunc(slices.Clone(c), func(w string) bool { return w == "" })
}

// Words returns the words that the rule allows, if it allows words only.
func Words(r Rule) []string {
	switch r := r.(type) {
	case choice:
		return r.told()
	case orAuto:
		return append(slices.Clone(Words(r.Rule)), "auto")
	}
	return nil
}

type orAuto struct{ Rule }

func (r orAuto) String() string { return r.Rule.String() + ", or auto" }

func (r orAuto) Allows(v any) bool { return isAuto(v) || r.Rule.Allows(v) }

func (r orAuto) Outside() (any, bool) {
	v, ok := r.Rule.Outside()
	if x, is := number(v); is && x == Auto {
		return -1.0, true // a Go program's zero means auto
	}
	return v, ok
}

// ruleOfNumbers is what a rule says of values that are not auto.
func ruleOfNumbers(r Rule) Rule {
	if or, is := r.(orAuto); is {
		return or.Rule
	}
	return r
}

// admitsAuto reports whether the word auto is a value of the parameter.
func admitsAuto(r Rule) bool { _, ok := r.(orAuto); return ok }

func isAuto(v any) bool {
	if x, ok := number(v); ok {
		return x == Auto
	}
	return v == "auto"
}

// number returns v as a number if it is one.
func number(v any) (float64, bool) {
	switch v := v.(type) {
	case int:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}
