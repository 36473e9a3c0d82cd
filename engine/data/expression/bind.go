package expression

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/internal/calendar"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// A Formula is an expression that has met the columns of a table.
type Formula struct {
	Columns []int    // the positions of those that it reads, ascending
	Levels  []string // of a value that is one of them, by its number; nil of numbers
	Mixed   string   // units that it adds or compares without converting them, such as "$ and €"; empty if there are none

	value operand
}

// Of returns the value for a row: NaN where there is none.
func (f *Formula) Of(row []float64) float64 { return f.value.of(row) }

// Missing reports whether a cell that the formula reads is missing.
func (f *Formula) Missing(row []float64) bool {
	return slices.ContainsFunc(f.Columns, func(c int) bool { return math.IsNaN(row[c]) })
}

// Why says what went wrong with a row without a missing cell that has no value:
// "division by 0".
func (f *Formula) Why(row []float64) string { return f.value.why(row) }

// Names returns the columns that the expression names, each once.
func (e *Expression) Names() []string {
	var names []string
	var walk func(n node)
	walk = func(n node) {
		if n.op == column && !slices.Contains(names, n.text) {
			names = append(names, n.text)
		}
		for _, part := range n.parts {
			walk(part)
		}
	}
	walk(e.root)
	return names
}

// Condition reports whether the value is true or false, and no number.
func (e *Expression) Condition() bool {
	switch op := e.root.op; op {
	case "and", "or", "not", "missing":
		return true
	default:
		return orders[op] != nil
	}
}

// Bind finds the columns of the expression among those of a table.
func (e *Expression) Bind(columns []engine.Column) (*Formula, error) {
	b := &binder{param: e.param, columns: columns, formula: new(Formula)}
	value, err := b.bind(e.root)
	if err != nil {
		return nil, err
	}
	switch value.kind {
	case text:
		return nil, b.fault(fmt.Sprintf("%q is a text, not a number", e.Text), remedy.Say("compare it with a column"))
	}
	f := b.formula
	f.Levels = value.levels
	f.value = value
	slices.Sort(f.Columns)
	return f, nil
}

// An operand is a part of a formula: its kind is number, condition, text or levelled.
type operand struct {
	kind   string
	of     func(row []float64) float64 // NaN for no value; a level's number; not of texts
	parts  []operand
	wrong  string        // what it means to have no value where all parts have one
	unit   string        // beside the numbers of a column
	form   calendar.Form // of a column of dates, or of times of day
	levels []string      // of a categorical column
	text   string        // of a text or a column

	literal bool // a number as it was written
}

// What an operand is besides a number or a text.
const (
	condition = "condition"
	levelled  = "categorical column"
)

// why finds the first part that has no value although its parts have one.
func (o operand) why(row []float64) string {
	for _, part := range o.parts {
		if part.of != nil && math.IsNaN(part.of(row)) {
			return part.why(row)
		}
	}
	return o.wrong
}

// A binder makes the operands of a formula.
type binder struct {
	param   string
	columns []engine.Column
	formula *Formula
}

func (b *binder) fault(cause string, advice remedy.Remedy) *engine.Error {
	return &engine.Error{Param: b.param, Cause: cause, Remedy: advice}
}

func (b *binder) bind(n node) (operand, error) {
	switch n.op {
	case number:
		return operand{kind: number, literal: true, of: func([]float64) float64 { return n.value }}, nil
	case text:
		return operand{kind: text, text: n.text}, nil
	case column:
		return b.column(n.text)
	}
	parts := make([]operand, len(n.parts))
	for i, part := range n.parts {
		var err error
		if parts[i], err = b.bind(part); err != nil {
			return operand{}, err
		}
	}
	switch {
	case n.op == "and", n.op == "or", n.op == "not":
		return b.logical(n, parts)
	case orders[n.op] != nil:
		return b.comparison(n.op, parts[0], parts[1])
	case n.op == "missing":
		return b.missing(parts[0])
	case dateParts[n.op] != nil:
		return b.part(n.op, parts[0])
	case n.op == "if":
		return b.choice(parts)
	}
	return b.arithmetic(n.op, parts)
}

// column finds a column by its name.
func (b *binder) column(name string) (operand, error) {
	names := engine.NamesOf(b.columns)
	c := slices.Index(names, name)
	if c < 0 {
		return operand{}, b.fault(fmt.Sprintf("no column %q", name), b.meant(name, names))
	}
	if !slices.Contains(b.formula.Columns, c) {
		b.formula.Columns = append(b.formula.Columns, c)
	}
	o := operand{kind: number, text: name, of: func(row []float64) float64 { return row[c] }}
	if o.form = calendar.Of(b.columns[c].Written); o.form == "" {
		o.unit = strings.TrimPrefix(b.columns[c].Written, ",")
	}
	if b.columns[c].Levels != nil {
		o.kind, o.levels = levelled, b.columns[c].Levels
	}
	return o, nil
}

// meant says what a name that no column has may have meant.
func (b *binder) meant(name string, names []string) remedy.Remedy {
	of := slices.IndexFunc(b.columns, func(c engine.Column) bool { return slices.Contains(c.Levels, name) })
	switch near := wording.Nearest(name, names); {
	case of >= 0:
		return remedy.Say("write '%s' in quotes if it is the level of %s", name, names[of])
	case len(near) > 0:
		return remedy.Say("did you mean %s?", strings.Join(near, ", "))
	}
	return remedy.Say("the columns are %s", wording.List(names))
}

// arithmetic makes a number of numbers. Whatever is no finite number is missing.
func (b *binder) arithmetic(op string, parts []operand) (operand, error) {
	f, known := arithmetic[op]
	if !known {
		f = functions[op]
	}
	for i := range parts {
		var err error
		if parts[i], err = b.numeric(parts[i], op); err != nil {
			return operand{}, err
		}
	}
	o := operand{kind: number, parts: parts, wrong: f.wrong, of: func(row []float64) float64 {
		var few [2]float64
		x := few[:0]
		for _, part := range parts {
			x = append(x, part.of(row))
		}
		v := f.of(x)
		if math.IsInf(v, 0) || slices.ContainsFunc(x, math.IsNaN) {
			return math.NaN()
		}
		return v
	}}
	if op == "+" || op == "-" {
		o.unit = b.commonUnit(parts[0], parts[1])
	}
	return o, nil
}

// numeric refuses what is no number in arithmetic; a condition is 1 or 0.
func (b *binder) numeric(o operand, op string) (operand, error) {
	switch o.kind {
	case text:
		return o, b.fault(fmt.Sprintf("%q is a text, of which %s makes nothing", o.text, op), remedy.Say("compare it with a column"))
	case levelled:
		return o, b.fault(fmt.Sprintf("column %s is categorical, of which %s makes nothing", o.text, op), remedy.Say("compare it with one of its levels, %s", quoted(o.levels)))
	}
	return o, nil
}

// commonUnit is the unit of a sum or a comparison; that its sides have different
// ones is kept for a remark.
func (b *binder) commonUnit(left, right operand) string {
	if left.unit != "" && right.unit != "" && left.unit != right.unit {
		b.formula.Mixed = left.unit + " and " + right.unit
	}
	if left.unit != "" {
		return left.unit
	}
	return right.unit
}

// logical joins conditions; NaN is neither true nor false.
func (b *binder) logical(n node, parts []operand) (operand, error) {
	for _, part := range parts {
		if part.kind != condition {
			return operand{}, b.fault(fmt.Sprintf("%q joins conditions, and not numbers", n.op), remedy.Say("compare each side with something: x > 0"))
		}
	}
	o := operand{kind: condition, parts: parts}
	if n.op == "not" {
		o.of = func(row []float64) float64 { return 1 - parts[0].of(row) }
		return o, nil
	}
	decides := 0.0 // whichever side has it decides
	if n.op == "or" {
		decides = 1
	}
	o.of = func(row []float64) float64 {
		left, right := parts[0].of(row), parts[1].of(row)
		if left == decides || right == decides {
			return decides
		}
		return left + right - (1 - decides) // the other truth value, or NaN
	}
	return o, nil
}

// missing is 1 where its argument has no value.
func (b *binder) missing(of operand) (operand, error) {
	if of.kind == text {
		return of, b.fault(fmt.Sprintf("%q is a text, which is never missing", of.text), remedy.Say("name a column without quotes"))
	}
	return operand{kind: condition, of: func(row []float64) float64 { return truth(math.IsNaN(of.of(row))) }}, nil
}

// choice takes one of two numbers, or of two words, by a condition.
func (b *binder) choice(parts []operand) (operand, error) {
	if parts[0].kind != condition {
		return operand{}, b.fault("the first argument of if is no condition", remedy.Say("write if(x > 0, x, 0)"))
	}
	worded := func(o operand) bool { return o.kind == text || o.kind == levelled }
	if worded(parts[1]) != worded(parts[2]) {
		return operand{}, b.fault("if gives a word on one side and a number on the other", remedy.Say("write if(x > 3, 'big', 'small'), or two numbers"))
	}
	result := operand{kind: number, parts: parts}
	if worded(parts[1]) {
		result.kind, result.levels = levelled, slices.Compact(slices.Sorted(slices.Values(slices.Concat(parts[1].words(), parts[2].words()))))
		parts = []operand{parts[0], parts[1].among(result.levels), parts[2].among(result.levels)}
		result.parts = parts
	} else {
		b.commonUnit(parts[1], parts[2])
	}
	result.of = func(row []float64) float64 {
		switch parts[0].of(row) {
		case 1:
			return parts[1].of(row)
		case 0:
			return parts[2].of(row)
		}
		return math.NaN()
	}
	return result, nil
}

// words are the levels of an operand, of which a text is the only one.
func (o operand) words() []string {
	if o.kind == text {
		return []string{o.text}
	}
	return o.levels
}

// among is an operand of levels as one of more levels.
func (o operand) among(levels []string) operand {
	number := make([]float64, len(o.words()))
	for i, word := range o.words() {
		number[i] = float64(slices.Index(levels, word))
	}
	if o.kind == text {
		return operand{kind: levelled, levels: levels, of: func([]float64) float64 { return number[0] }}
	}
	of := o.of
	o.levels, o.of = levels, func(row []float64) float64 {
		if v := of(row); v >= 0 {
			return number[int(v)]
		}
		return of(row) // missing, or unseen
	}
	return o
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func quoted(levels []string) string {
	all := make([]string, len(levels))
	for i, level := range levels {
		all[i] = fmt.Sprintf("%q", level)
	}
	return wording.List(all)
}
