package onnx

import (
	"math"

	"unfold/engine/export"
)

// direct are operators that do to numbers just what an operation does.
var direct = map[export.Op]string{
	export.Add: "Add", export.Sub: "Sub", export.Mul: "Mul", export.Div: "Div", export.Max: "Max",
	export.Exp: "Exp", export.Sqrt: "Sqrt", export.Tanh: "Tanh", export.MatMul: "MatMul",
}

// say adds the nodes of an operation, and returns the name of what they result in.
func (g *graph) say(op *export.Operation) string {
	of := make([]string, len(op.Of))
	for i, at := range op.Of {
		of[i] = g.values[at]
	}
	if op.Table != nil && op.Op != export.Squares {
		of = append(of, g.table(op.Part, op.Table))
	}
	if name, ok := direct[op.Op]; ok {
		return g.node(name, of)
	}
	switch op.Op {
	case export.Input:
		return input
	case export.Constant:
		return of[0]
	case export.Columns:
		return g.node("Gather", []string{of[0], g.list(op.At...)}, axis1)
	case export.Concat:
		return g.node("Concat", of, axis1)
	case export.Trees:
		return g.trees(op, of[0])
	case export.Squares:
		return g.squares(op, of[0])
	case export.Finite, export.Present:
		return g.refuse(op.Op, of[0])
	case export.Lookup:
		rows := g.node("Reshape", []string{g.cast(of[0], int64s), g.list(-1)})
		return g.node("Gather", []string{of[1], rows}, attribute{"axis", 0})
	case export.At:
		return g.node("GatherElements", []string{of[0], g.cast(of[1], int64s)}, axis1)
	case export.Least:
		found := g.nodes1("TopK", []string{of[0], g.list(op.K)}, 2, axis1, attribute{"largest", 0}, attribute{"sorted", 1})
		return g.cast(found[1], doubles)
	}
	return g.judge(op.Op, of)
}

// judge adds the nodes of comparisons, and of what makes one number of a row.
func (g *graph) judge(op export.Op, of []string) string {
	switch op {
	case export.Missing:
		return g.truth(g.node("IsNaN", of))
	case export.Equal:
		return g.truth(g.node("Equal", of))
	case export.AtMost:
		return g.truth(g.node("LessOrEqual", of))
	case export.Where:
		return g.where(g.cast(of[0], bools), of[1], of[2])
	case export.Sum:
		return g.node("ReduceSum", []string{of[0], g.list(1)}, attribute{"keepdims", 1})
	case export.Largest:
		return g.node("ReduceMax", []string{of[0], g.list(1)}, attribute{"keepdims", 1})
	case export.ArgMax:
		return g.cast(g.node("ArgMax", of, axis1, attribute{"keepdims", 1}), doubles)
	case export.Coarse:
		return g.coarse(of[0])
	}
	panic("onnx: an operation that no operator stands for")
}

// coarse rounds numbers to 36 bits behind the leading one, by a product and two
// differences whose roundings leave just that (Veltkamp; Dekker 1971,
// doi:10.1007/BF01397083). A rest of half a unit to the bit goes to the even number here,
// and up in the engine.
func (g *graph) coarse(v string) string {
	const dropped = 16
	large := g.node("Mul", []string{v, g.number(1<<dropped + 1)})
	return g.node("Sub", []string{large, g.node("Sub", []string{large, v})})
}

// squares sums the squared differences column by column, as the engine does, so that
// rows that are equally far from another are so here too.
func (g *graph) squares(op *export.Operation, x string) string {
	n, d := op.Table.Dims()
	columns := []string{x}
	if d > 1 {
		ones := make([]int, d)
		for c := range ones {
			ones[c] = 1
		}
		columns = g.nodes1("Split", []string{x, g.list(ones...)}, d, axis1)
	}
	sum := ""
	for c, column := range columns {
		points := make([]float64, n)
		for i := range points {
			points[i] = op.Table.At(i, c)
		}
		off := g.node("Sub", []string{column, g.doubles(op.Part+"_"+op.Table.Name, points, 1, n)})
		square := g.node("Mul", []string{off, off})
		if c == 0 {
			sum = square
		} else {
			sum = g.node("Add", []string{sum, square})
		}
	}
	return sum
}

// refuse notes which rows have all the numbers that they must have. What is computed of
// the others is put aside at the end, since a graph cannot fail.
func (g *graph) refuse(op export.Op, x string) string {
	good := ""
	if op == export.Finite { // infinity and what is no number give none times zero
		good = g.node("Equal", []string{g.node("Mul", []string{x, g.number(0)}), g.number(0)})
	} else {
		infinite := g.node("Equal", []string{g.node("Abs", []string{x}), g.number(math.Inf(1))})
		good = g.node("Not", []string{infinite})
	}
	all := g.node("ReduceMin", []string{g.truth(good), g.list(1)}, attribute{"keepdims", 1})
	g.accepted = append(g.accepted, all)
	return x
}
