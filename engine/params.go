package engine

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// Params gathers the parameters of a method. A method declares each with one
// line that names the field, the word, the default, the rule and a sentence;
// the order of the lines is the order of positional arguments.
type Params struct {
	list []*Param
}

// A Param is one declared parameter, bound to the field that holds its value.
type Param struct {
	Name     string
	Type     Type
	Default  any // nil when required
	Rule     Rule
	Doc      string
	Required bool
	Columns  bool // it takes names of columns of the data
	Quiet    bool // a pipeline does not write it where it has its default
	Digits   bool // a whole number stands for the text of its digits
	Listed   bool // a list in brackets is a Go value of it, and no candidates
	Shared   bool // every stage of the role has it, so help and documents tell it once
	Role     Role // of the stage that it takes, if it takes one

	Simplicity Simplicity // which of its values are simpler

	what  string // that a parameter takes of any role, for readers
	field any    // *int, *float64, *string, *[]string, *any or a pointer to an interface of methods
}

// Type is the sort of value that a parameter takes.
type Type int

// The types.
const (
	Int    Type = iota // a whole number
	Float              // a number
	Text               // a word or a sentence in quotes
	Texts              // a list of them
	Any                // a Go value: a matrix, a slice, ...
	Nested             // a stage with its arguments: map=pieces(count=8)
)

var typeNames = [...]string{"a whole number", "a number", "text in quotes", "a list of texts", "a Go value", "a stage"}

func (t Type) String() string { return typeNames[t] }

// Int declares a whole number.
func (p *Params) Int(field *int, name string, byDefault int, rule Rule, doc string) *Param {
	return p.declare(&Param{Name: name, Type: Int, Default: byDefault, Rule: rule, Doc: doc, field: field})
}

// Float declares a number.
func (p *Params) Float(field *float64, name string, byDefault float64, rule Rule, doc string) *Param {
	return p.declare(&Param{Name: name, Type: Float, Default: byDefault, Rule: rule, Doc: doc, field: field})
}

// Text declares a word.
func (p *Params) Text(field *string, name, byDefault string, rule Rule, doc string) *Param {
	return p.declare(&Param{Name: name, Type: Text, Default: byDefault, Rule: rule, Doc: doc, field: field})
}

// Texts declares a list of words, empty by default. In a pipeline it is a list
// in brackets, a []string or one text with commas.
func (p *Params) Texts(field *[]string, name, doc string) *Param {
	return p.declare(&Param{Name: name, Type: Texts, Default: []string(nil), Rule: AnyValue(), Doc: doc, field: field})
}

// Any declares a Go value, nil by default.
func (p *Params) Any(field *any, name, doc string) *Param {
	return p.declare(&Param{Name: name, Type: Any, Rule: AnyValue(), Doc: doc, field: field})
}

// Require makes the parameter one that must be given.
func (p *Param) Require() {
	p.Required, p.Default = true, nil
	if p.Type == Nested {
		p.Rule = AnyValue()
	}
}

// OfColumns marks a parameter whose texts are names of columns, so that a front
// end can offer them.
func (p *Param) OfColumns() { p.Columns = true }

// Quietly marks a parameter that few sentences are about: the text of a
// pipeline leaves it out where it has its default.
func (p *Param) Quietly() *Param {
	p.Quiet = true
	return p
}

// OrNumber has a text take a whole number for its digits: image=64 is image="64".
func (p *Param) OrNumber() { p.Digits = true }

// Silent reports whether the text of a pipeline leaves the parameter out: empty
// texts say nothing, nor do quiet parameters that have their default.
func (p *Param) Silent() bool {
	switch v := p.Value().(type) {
	case nil:
		return p.Quiet
	case string:
		return v == "" || p.Quiet && v == p.Default
	case []string:
		return len(v) == 0
	case int, float64:
		return p.Quiet && v == p.Default
	case Method:
		return p.Quiet && p.Default != nil && p.Format(v) == p.Format(p.Default)
	}
	return false
}

func (p *Params) declare(param *Param) *Param {
	p.list = append(p.list, param)
	return param
}

// ParamsOf returns the parameters of a method in order, bound to its fields.
func ParamsOf(m Method) []*Param {
	var p Params
	m.Params(&p)
	return p.list
}

// SetDefaults gives every field of m its default.
func SetDefaults(m Method) {
	for _, p := range ParamsOf(m) {
		p.store(p.Default)
	}
}

// unsaid reports whether the field holds a zero that the rule refuses, so that
// nothing can have been meant by it.
func (p *Param) unsaid() bool {
	return p.Default != nil && reflect.ValueOf(p.field).Elem().IsZero() && p.Check() != nil
}

// Value returns what the parameter's field holds.
func (p *Param) Value() any { return reflect.ValueOf(p.field).Elem().Interface() }

// Set converts v to the parameter's type, checks it against the rule and
// stores it. The word auto may stand for a number that admits it; the zero that it is
// kept as does not, if it is written where it is no value.
func (p *Param) Set(v any) error {
	converted, ok := p.convert(v)
	if !ok {
		return &Error{Param: p.Name, Cause: fmt.Sprintf("%s must be %s, not %s", p.Name, p.Wanted(), describe(v)), Remedy: p.example()}
	}
	if v != "auto" && p.Type != Text && p.Type != Nested && isAuto(converted) && !ruleOfNumbers(p.Rule).Allows(converted) {
		return p.refuse(converted)
	}
	return p.restore(converted)
}

// restore stores a value that was converted before.
func (p *Param) restore(v any) error {
	if err := p.checkRule(v); err != nil {
		return err
	}
	p.store(v)
	return nil
}

// Wanted says what the parameter takes: "a number", "a map form".
func (p *Param) Wanted() string {
	switch {
	case p.Type == Nested && p.Role == anyRole:
		return p.what
	case p.Type == Nested:
		return p.Role.WithArticle()
	}
	return p.Type.String()
}

// describe names a value for a reader, a stage by its word and role.
func describe(v any) string {
	if s, ok := v.(Step); ok {
		v = s.Method
	}
	if m, ok := v.(Method); ok && m != nil {
		if s, err := stageOf(m); err == nil {
			return fmt.Sprintf("%s, %s", s.Name, s.Role.WithArticle())
		}
	}
	return wording.Describe(v)
}

// Check checks the value of the field against the rule.
func (p *Param) Check() error {
	switch p.Type {
	case Any, Texts:
		return nil
	case Nested:
		return p.checkNested(p.Value())
	}
	return p.checkRule(p.Value())
}

// checkRule checks a value of the parameter's type against the rule.
func (p *Param) checkRule(v any) error {
	if p.Rule.Allows(v) {
		return nil
	}
	return p.refuse(v)
}

// refuse is the error of a value that the rule does not allow.
func (p *Param) refuse(v any) error {
	must := p.Rule.String()
	if x, ok := number(v); ok && (math.IsNaN(x) || math.IsInf(x, 0)) {
		must = "a finite number"
	}
	return &Error{Param: p.Name, Cause: fmt.Sprintf("%s = %s must be %s", p.Name, wording.Value(v), must)}
}

func (p *Param) convert(v any) (any, bool) {
	if admitsAuto(p.Rule) && v == "auto" {
		switch p.Type {
		case Int:
			return Auto, true
		case Float:
			return float64(Auto), true
		case Nested:
			return nil, true
		}
	}
	rv := reflect.ValueOf(v)
	if rv.IsValid() && rv.CanUint() && rv.Uint() <= math.MaxInt64 {
		rv = reflect.ValueOf(int64(rv.Uint()))
	}
	switch p.Type {
	case Int:
		if rv.IsValid() && rv.CanInt() {
			return int(rv.Int()), true
		}
		if rv.IsValid() && rv.CanFloat() && rv.Float() == math.Trunc(rv.Float()) && math.Abs(rv.Float()) < 1<<53 {
			return int(rv.Float()), true
		}
	case Float:
		if rv.IsValid() && rv.CanFloat() {
			return rv.Float(), true
		}
		if rv.IsValid() && rv.CanInt() {
			return float64(rv.Int()), true
		}
	case Text:
		if rv.IsValid() && rv.Kind() == reflect.String {
			return rv.String(), true
		}
		if p.Digits && rv.IsValid() && rv.CanInt() {
			return strconv.FormatInt(rv.Int(), 10), true
		}
	case Texts:
		switch v := v.(type) {
		case []string:
			return v, true
		case string:
			return strings.FieldsFunc(v, func(r rune) bool { return r == ',' }), true
		case []any:
			return wordsOf(v)
		}
	case Any:
		return v, true
	case Nested:
		return p.nested(v)
	}
	return nil, false
}

// wordsOf returns the texts of a list, if there is nothing else in it.
func wordsOf(list []any) ([]string, bool) {
	words := make([]string, len(list))
	for i, v := range list {
		word, ok := v.(string)
		if !ok {
			return nil, false
		}
		words[i] = word
	}
	return words, true
}

func (p *Param) store(v any) {
	field := reflect.ValueOf(p.field).Elem()
	if v == nil {
		field.SetZero()
		return
	}
	field.Set(reflect.ValueOf(v))
}

// example is the remedy for a value of the wrong type.
func (p *Param) example() remedy.Remedy {
	switch {
	case p.Required:
		return nil
	case p.Type == Texts:
		return remedy.Say("for example %s=\"a,b\"", p.Name)
	case p.Type == Nested && p.Default == nil:
		return nil
	}
	return remedy.Say("for example %s=%s", p.Name, p.Format(p.Default))
}

// Format writes v as an argument of the parameter is written in a pipeline.
func (p *Param) Format(v any) string {
	if p.Type != Text && admitsAuto(p.Rule) && (isAuto(v) || v == nil && p.Type == Nested) {
		return "auto"
	}
	if m, ok := p.methodOf(v); ok && p.Type == Nested {
		if s, err := stageOf(m); err == nil {
			return Step{Stage: s, Method: m}.String()
		}
	}
	if text, ok := v.(string); ok && p.Digits && text != "" && strings.Trim(text, "0123456789") == "" {
		return text
	}
	return wording.Value(v)
}
