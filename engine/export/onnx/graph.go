package onnx

import (
	"fmt"

	"unfold/engine/export"
)

// A graph is an ONNX graph on its way: nodes, and tensors that were learned.
type graph struct {
	nodes, tensors []message
	count          int
	tables         map[*export.Table]string
	values         []string // of the operations: the names of their results
	accepted       []string // of the rows that are not refused: 1, else 0
}

// fresh returns a name that nothing has.
func (g *graph) fresh(what string) string {
	g.count++
	return fmt.Sprintf("%s_%d", what, g.count)
}

// node adds a node with one result, which it names.
func (g *graph) node(op string, inputs []string, attributes ...attribute) string {
	return g.nodes1(op, inputs, 1, attributes...)[0]
}

// nodes1 adds a node with some results.
func (g *graph) nodes1(op string, inputs []string, results int, attributes ...attribute) []string {
	var m message
	for _, in := range inputs {
		m.text(1, in)
	}
	var names []string
	for range results {
		names = append(names, g.fresh(op))
		m.text(2, names[len(names)-1])
	}
	m.text(4, op)
	for _, a := range attributes {
		m.part(5, a.message())
	}
	g.nodes = append(g.nodes, m)
	return names
}

// name gives a result a name by which it is known outside.
func (g *graph) name(outside, inside string) {
	var m message
	m.text(1, inside)
	m.text(2, outside)
	m.text(4, "Identity")
	g.nodes = append(g.nodes, m)
}

// doubles adds a tensor of numbers.
func (g *graph) doubles(what string, values []float64, dims ...int) string {
	name := g.fresh(what)
	g.tensors = append(g.tensors, doubleTensor(name, values, dims...))
	return name
}

// whole adds a tensor of whole numbers.
func (g *graph) whole(what string, values []int, dims ...int) string {
	name := g.fresh(what)
	g.tensors = append(g.tensors, int64Tensor(name, values, dims...))
	return name
}

// number adds a number.
func (g *graph) number(v float64) string { return g.doubles("number", []float64{v}, 1, 1) }

// list adds whole numbers, such as the axes that an operator takes as an input.
func (g *graph) list(values ...int) string { return g.whole("list", values, len(values)) }

// table adds a learned table, once.
func (g *graph) table(part string, t *export.Table) string {
	if name, known := g.tables[t]; known {
		return name
	}
	n, d := t.Dims()
	name := g.doubles(part+"_"+t.Name, values(t), n, d)
	g.tables[t] = name
	return name
}

// values are the numbers of a table, row after row.
func values(t *export.Table) []float64 {
	n, d := t.Dims()
	all := make([]float64, 0, n*d)
	for i := range n {
		all = append(all, t.RawRowView(i)...)
	}
	return all
}

// cast changes what numbers are written as.
func (g *graph) cast(v string, kind int) string {
	return g.node("Cast", []string{v}, attribute{"to", kind})
}

// truth makes 1 and 0 of yes and no.
func (g *graph) truth(v string) string { return g.cast(v, doubles) }

// where takes a where the condition, yes or no, holds, and b elsewhere.
func (g *graph) where(condition, a, b string) string {
	return g.node("Where", []string{condition, a, b})
}

// axis1 is the attribute of operators that go along a row.
var axis1 = attribute{"axis", 1}
