package export_test

import (
	"errors"
	"math"
	"sort"

	"unfold/engine/export"
	"unfold/engine/internal/equal"
)

// errRefused is the error of a row that an operation refuses.
var errRefused = errors.New("refused")

// evaluate computes all operations of a row, by their definitions.
func evaluate(list []export.Operation, row []float64) ([][]float64, error) {
	all := make([][]float64, len(list))
	for i := range list {
		op := &list[i]
		of := make([][]float64, len(op.Of))
		for k, at := range op.Of {
			of[k] = all[at]
		}
		if op.Op == export.Input {
			all[i] = row
			continue
		}
		var err error
		if all[i], err = operate(op, of); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// operate computes one operation.
func operate(op *export.Operation, of [][]float64) ([]float64, error) {
	out := make([]float64, op.Width)
	switch op.Op {
	case export.Constant:
		return op.Table.RawRowView(0), nil
	case export.Finite, export.Present:
		for _, v := range of[0] {
			if math.IsInf(v, 0) || math.IsNaN(v) && op.Op == export.Finite {
				return nil, errRefused
			}
		}
		return of[0], nil
	case export.Concat:
		out = out[:0]
		for _, x := range of {
			out = append(out, x...)
		}
	case export.Lookup:
		return op.Table.RawRowView(int(of[0][0])), nil
	case export.Trees:
		out = out[:0]
		for t := range op.Trees {
			out = append(out, says(&op.Trees[t], of[0])...)
		}
	case export.Least:
		places := make([]int, len(of[0]))
		for i := range places {
			places[i] = i
		}
		sort.SliceStable(places, func(a, b int) bool { return of[0][places[a]] < of[0][places[b]] })
		for i := range out {
			out[i] = float64(places[i])
		}
	default:
		for i := range out {
			out[i] = number(op, of, i)
		}
	}
	return out, nil
}

// number computes one number of a result.
func number(op *export.Operation, of [][]float64, i int) float64 {
	at := func(k int) float64 {
		if len(of[k]) == 1 {
			return of[k][0]
		}
		return of[k][i]
	}
	truth := map[bool]float64{true: 1}
	switch op.Op {
	case export.Columns:
		return of[0][op.At[i]]
	case export.At:
		return of[0][int(of[1][i])]
	case export.Add:
		return at(0) + at(1)
	case export.Sub:
		return at(0) - at(1)
	case export.Mul:
		return at(0) * at(1)
	case export.Div:
		return at(0) / at(1)
	case export.Max:
		return max(at(0), at(1))
	case export.Exp:
		return math.Exp(at(0))
	case export.Sqrt:
		return math.Sqrt(at(0))
	case export.Tanh:
		return math.Tanh(at(0))
	case export.Coarse:
		return equal.Middle(at(0))
	case export.Missing:
		return truth[math.IsNaN(at(0))]
	case export.Equal:
		return truth[at(0) == at(1)]
	case export.AtMost:
		return truth[at(0) <= at(1)]
	case export.Where:
		if at(0) != 0 {
			return at(1)
		}
		return at(2)
	}
	return fold(op, of[0], i)
}

// fold computes what is one number of many.
func fold(op *export.Operation, x []float64, i int) (sum float64) {
	place := 0
	for c, v := range x {
		switch op.Op {
		case export.Sum:
			sum += v
		case export.MatMul:
			sum += float64(v * op.Table.At(c, i))
		case export.Squares:
			sum += float64((v - op.Table.At(i, c)) * (v - op.Table.At(i, c)))
		}
		if v > x[place] {
			place = c
		}
	}
	switch op.Op {
	case export.Largest:
		return x[place]
	case export.ArgMax:
		return float64(place)
	}
	return sum
}

// says is what the leaves of a tree say of a row.
func says(t *export.Tree, row []float64) []float64 {
	if !t.Fractional {
		n := &t.Nodes[0]
		for n.Next != nil {
			to := next(n, row)
			if to < 0 {
				to = n.Unknown
			}
			n = &t.Nodes[to]
		}
		return n.Says
	}
	sums := make([]float64, t.Width())
	var visit func(at int, share float64)
	visit = func(at int, share float64) {
		n := &t.Nodes[at]
		if n.Next == nil {
			for i, v := range n.Says {
				sums[i] += float64(share * v)
			}
			return
		}
		if to := next(n, row); to >= 0 {
			visit(to, share)
			return
		}
		total := 0.0
		for _, w := range n.Weights {
			total += w
		}
		for i, next := range n.Branches {
			visit(next, float64(share*n.Weights[i])/total)
		}
	}
	visit(0, 1)
	return sums
}

// next is the node that a row goes on at, or −1 where a node cannot tell.
func next(n *export.Node, row []float64) int {
	v := row[n.Column]
	switch {
	case n.Levels && v >= 0 && v < float64(len(n.Next)):
		return n.Next[int(v)]
	case n.Levels || math.IsNaN(v):
		return -1
	case v <= n.Bound:
		return n.Next[0]
	}
	return n.Next[1]
}
