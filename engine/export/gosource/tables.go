package gosource

import (
	"fmt"
	"slices"
	"strings"

	"unfold/engine/export"
)

// declare adds a variable with a name of its own, and returns that.
func (b *body) declare(op *export.Operation, what, kind, elements string) string {
	first := []rune(word(op.Part))
	base := strings.ToLower(string(first[:1])) + string(first[1:]) + capital(what)
	name := base
	for n := 2; b.taken[name]; n++ {
		name = fmt.Sprintf("%s%d", base, n)
	}
	b.taken[name] = true
	text := fmt.Sprintf("var %s = %s{%s}\n", name, kind, elements)
	b.tables = append(b.tables, text)
	return name
}

// row declares the numbers of a constant.
func (b *body) row(op *export.Operation) string {
	return b.declare(op, op.Table.Name, "[]float64", numbers(op.Table.RawRowView(0)))
}

// matrix declares a table once, a line for each row.
func (b *body) matrix(op *export.Operation) string {
	if name, known := b.named[op.Table]; known {
		return name
	}
	var rows strings.Builder
	n, _ := op.Table.Dims()
	for i := range n {
		fmt.Fprintf(&rows, "\n{%s},", numbers(op.Table.RawRowView(i)))
	}
	name := b.declare(op, op.Table.Name, "[][]float64", rows.String()+"\n")
	b.named[op.Table] = name
	return name
}

// namesOf is the variable that says what numbers are called, nil if nothing does.
func (b *body) namesOf(op *export.Operation) string {
	switch {
	case op.Names == nil:
		return "nil"
	case slices.Equal(op.Names, b.columns):
		return "Columns"
	case b.prepared == nil:
		b.prepared = op.Names
		b.declare(&export.Operation{Part: "prepared"}, "columns", "[]string", quoted(op.Names))
	}
	return "preparedColumns"
}

// places writes the places of columns, as a variable where they are many.
func (b *body) places(op *export.Operation) string {
	const few = 12
	if len(op.At) <= few {
		return integers(op.At)
	}
	return b.declare(op, "columns", "[]int", integers(op.At)) + "..."
}

// trees declares trees, a line for each node.
func (b *body) trees(op *export.Operation) string {
	var all strings.Builder
	for t := range op.Trees {
		all.WriteString("\n{")
		for i := range op.Trees[t].Nodes {
			all.WriteString("\n{" + node(&op.Trees[t].Nodes[i], op.Trees[t].Fractional) + "},")
		}
		all.WriteString("\n},")
	}
	return b.declare(op, "trees", "[][]node", all.String()+"\n")
}

// node writes the fields of a node.
func node(n *export.Node, fractional bool) string {
	if n.Next == nil {
		return fmt.Sprintf("says: []float64{%s}", numbers(n.Says))
	}
	text := fmt.Sprintf("column: %d, ", n.Column)
	if n.Levels {
		text += "levels: true, "
	} else {
		text += fmt.Sprintf("bound: %s, ", number(n.Bound))
	}
	text += fmt.Sprintf("next: []int{%s}, ", integers(n.Next))
	if fractional {
		return text + fmt.Sprintf("branches: []int{%s}, weights: []float64{%s}", integers(n.Branches), numbers(n.Weights))
	}
	return text + fmt.Sprintf("unknown: %d", n.Unknown)
}
