package gosource

import (
	"fmt"
	"strings"

	"unfold/engine"
	"unfold/engine/export"
)

// body is the functions of a source on their way.
type body struct {
	columns  []string // what rows have
	list     []export.Operation
	uses     []int    // how often the result of each operation is needed
	text     []string // what its result is called, or the expression that is it
	counts   int      // of variables
	helpers  map[string]bool
	tables   []string // variables of what was learned
	prepared []string // what prepared columns are called, where a variable says that
	named    map[*export.Table]string
	taken    map[string]bool // names of tables
}

// newBody finds which results are needed.
func newBody(m *export.Model) *body {
	b := &body{columns: engine.NamesOf(m.Header.Columns), list: m.Operations.List(), helpers: map[string]bool{}, named: map[*export.Table]string{}, taken: map[string]bool{}}
	b.uses, b.text = make([]int, len(b.list)), make([]string, len(b.list))
	b.uses[m.Place.Index()]++
	if m.Prediction != nil {
		b.uses[m.Prediction.Index()]++
	}
	for i := len(b.list) - 1; i >= 0; i-- {
		if b.uses[i] > 0 || refuses(b.list[i].Op) {
			for _, of := range b.list[i].Of {
				b.uses[of]++
			}
		}
	}
	return b
}

// refuses reports whether an operation may end a computation.
func refuses(op export.Op) bool { return op == export.Finite || op == export.Present }

// statements writes the operations from one up to another; fail is what a refusal
// returns. Results that are needed once stand where they are needed.
func (b *body) statements(from, to int, fail string) string {
	const long = 90
	var out strings.Builder
	part := ""
	begin := func(op *export.Operation) {
		if op.Part != part {
			part = op.Part
			fmt.Fprintf(&out, "// %s\n", part)
		}
	}
	for i := from; i <= to; i++ {
		op := &b.list[i]
		if refuses(op.Op) {
			b.text[i] = b.refusal(&out, op, fail)
			continue
		}
		if b.uses[i] == 0 || op.Op == export.Input {
			continue
		}
		b.text[i] = b.expression(op)
		last := i+1 <= to && b.list[i+1].Part != op.Part
		if simple := op.Op == export.Constant; !simple && (b.uses[i] > 1 || len(b.text[i]) > long || last) {
			begin(op)
			b.text[i] = b.variable(&out, b.text[i])
		}
	}
	return out.String()
}

// variable gives an expression a name.
func (b *body) variable(out *strings.Builder, expression string) string {
	b.counts++
	name := fmt.Sprintf("x%d", b.counts)
	fmt.Fprintf(out, "%s := %s\n", name, expression)
	return name
}

// refusal writes what refuses rows, and returns what they are called then.
func (b *body) refusal(out *strings.Builder, op *export.Operation, fail string) string {
	x := b.text[op.Of[0]]
	if strings.Contains(x, "(") {
		x = b.variable(out, x)
	}
	refuse := "finite"
	if op.Op == export.Present {
		refuse = "present"
	}
	b.call("name")
	fmt.Fprintf(out, "if err := %s(%s, %s); err != nil {\nreturn %s\n}\n", b.call(refuse), x, b.namesOf(op), fail)
	return x
}

// call notes that a helper is called.
func (b *body) call(name string) string {
	need(b.helpers, name)
	return name
}

// calls are the helpers of operations that take their operands alone.
var calls = map[export.Op]string{
	export.Concat: "join", export.Add: "add", export.Sub: "sub", export.Mul: "mul", export.Div: "div", export.Max: "larger",
	export.Coarse: "coarse", export.Missing: "missing", export.Equal: "equal", export.AtMost: "atMost", export.Where: "choose",
	export.Sum: "sum", export.Largest: "largest", export.ArgMax: "argMax", export.At: "take",
}

// functions are those of math for operations on each number.
var functions = map[export.Op]string{export.Exp: "math.Exp", export.Sqrt: "math.Sqrt", export.Tanh: "math.Tanh"}

// expression writes an operation.
func (b *body) expression(op *export.Operation) string {
	of := make([]string, len(op.Of))
	for i, at := range op.Of {
		of[i] = b.text[at]
	}
	if name, plain := calls[op.Op]; plain {
		return fmt.Sprintf("%s(%s)", b.call(name), strings.Join(of, ", "))
	}
	if name, each := functions[op.Op]; each {
		return fmt.Sprintf("%s(%s, %s)", b.call("each"), of[0], name)
	}
	switch op.Op {
	case export.Constant:
		if op.Table.Name == "" {
			return fmt.Sprintf("[]float64{%s}", numbers(op.Table.RawRowView(0)))
		}
		return b.row(op)
	case export.Columns:
		return fmt.Sprintf("%s(%s, %s)", b.call("columns"), of[0], b.places(op))
	case export.Least:
		return fmt.Sprintf("%s(%s, %d)", b.call("least"), of[0], op.K)
	case export.Lookup:
		return fmt.Sprintf("%s[int(%s[0])]", b.matrix(op), of[0])
	case export.MatMul:
		return fmt.Sprintf("%s(%s, %s)", b.call("times"), of[0], b.matrix(op))
	case export.Squares:
		return fmt.Sprintf("%s(%s, %s)", b.call("squares"), of[0], b.matrix(op))
	case export.Trees:
		return b.ask(op, of[0])
	}
	panic("gosource: an operation that nothing stands for")
}

// ask writes what asks trees.
func (b *body) ask(op *export.Operation, x string) string {
	if len(op.Trees) == 1 && op.Trees[0].Fractional {
		return fmt.Sprintf("%s(%s, %s[0])", b.call("spread"), x, b.trees(op))
	}
	return fmt.Sprintf("%s(%s, %s...)", b.call("ask"), x, b.trees(op))
}
