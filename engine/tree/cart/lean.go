package cart

import (
	"maps"
	"math"
	"slices"

	"unfold/engine/codec"
)

// A Lean tree says what a grown one does in 16 bytes a node, for forests.
type Lean struct {
	nodes []leanNode
	means []float64         // of responses: what leaves say
	width int               // how many responses a leaf has; zero of classes
	sets  [][]int8          // the branches of levels
	spare map[int32][]split // surrogates, by node
}

// A leanNode is a test whose first branch is the node behind it, or a leaf.
type leanNode struct {
	at     float64 // numbers up to it take the first branch; of levels, which set they are in
	column int32   // and what stands above it; a leaf is negative
	second int32   // the node of the second branch; of a leaf the class, or where its means begin
}

// What stands above the column of a node.
const (
	ofLevels      = 1 << 29 // the column has levels
	secondHeavier = 1 << 30 // the second branch has more rows
	columnMask    = ofLevels - 1
)

// Lean returns the tree without its rows.
func (g *Grown) Lean() *Lean {
	t := &Lean{nodes: make([]leanNode, len(g.nodes)), width: g.table.width}
	for i := range g.nodes {
		n, out := &g.nodes[i], &t.nodes[i]
		if n.column == leaf {
			out.column, out.second = leaf, g.said(n, t)
			continue
		}
		out.at, out.column, out.second = n.at, n.column, n.second
		if n.to != nil {
			out.at, out.column = float64(len(t.sets)), out.column|ofLevels
			t.sets = append(t.sets, n.to)
		}
		if g.weightBelow(n.second) > g.weightBelow(n.first) {
			out.column |= secondHeavier
		}
		if len(n.instead) > 0 {
			if t.spare == nil {
				t.spare = map[int32][]split{}
			}
			t.spare[int32(i)] = n.instead
		}
	}
	return t
}

// Fields tells the nodes, number by number, and what stands aside of them. A tree is for
// rows of some columns, and says classes, or so many responses.
func (t *Lean) Fields(f *codec.Fields) {
	at, column, second := make([]float64, len(t.nodes)), make([]int32, len(t.nodes)), make([]int32, len(t.nodes))
	for i, n := range t.nodes {
		at[i], column[i], second[i] = n.at, n.column, n.second
	}
	f.Numbers("at", &at)
	f.Int32s("column", &column)
	f.Int32s("second", &second)
	f.Floats("means", &t.means)
	codec.List(f, "sets", &t.sets, func(f *codec.Fields, set *[]int8) {
		f.Int8s("set", set)
		f.Check(areSides(*set), "a level takes no branch that there is")
	})
	spare := slices.Sorted(maps.Keys(t.spare))
	f.Int32s("spared", &spare)
	instead := make([][]split, len(spare))
	for i, node := range spare {
		instead[i] = t.spare[node]
	}
	codec.List(f, "spare", &instead, splitFields)
	t.width = f.Shape.Responses
	f.Check(len(at) > 0 && len(at) == len(column) && len(at) == len(second) && len(spare) == len(instead), "%d, %d and %d numbers of nodes", len(at), len(column), len(second))
	if f.Reading() {
		t.nodes, t.spare = make([]leanNode, len(at)), make(map[int32][]split, len(spare))
		for i := range t.nodes {
			t.nodes[i] = leanNode{at[i], column[i], second[i]}
		}
		for i, node := range spare {
			t.spare[node] = instead[i]
		}
	}
	for i := 0; i < len(t.nodes) && f.Good(); i++ {
		t.checkNode(f, i)
	}
}

// splitFields tells the splits that are asked instead of one.
func splitFields(f *codec.Fields, all *[]split) {
	codec.List(f, "instead", all, func(f *codec.Fields, s *split) {
		column := int(s.column)
		f.Int("column", &column)
		f.Bool("reversed", &s.reversed)
		f.Number("at", &s.at)
		f.Int8s("to", &s.to)
		codec.Indices(f, []int{column}, f.Columns())
		f.Check(areSides(s.to), "a level takes no branch that there is")
		s.column = int32(column)
	})
}

// areSides reports whether all are branches, or none.
func areSides(to []int8) bool {
	return !slices.ContainsFunc(to, func(side int8) bool { return side != 0 && side != 1 && side != noSide })
}

// checkNode checks that ways lead down, to leaves that say something.
func (t *Lean) checkNode(f *codec.Fields, i int) {
	n := &t.nodes[i]
	if n.column < 0 {
		said := f.Shape.Classes
		if t.width > 0 {
			said = len(t.means) - t.width + 1
		}
		f.Check(n.second >= 0 && int(n.second) < said, "node %d says %d", i, n.second)
		return
	}
	f.Check(int(n.column&columnMask) < f.Columns() && i+1 < len(t.nodes) && int(n.second) > i && int(n.second) < len(t.nodes), "node %d leads nowhere", i)
	f.Check(n.column&ofLevels == 0 || n.at >= 0 && n.at < float64(len(t.sets)), "node %d asks for levels that there are not", i)
}

// weightBelow is the weight of a node's rows.
func (g *Grown) weightBelow(at int32) (sum int64) {
	for _, r := range g.rows[g.nodes[at].lo:g.nodes[at].hi] {
		sum += weightOf(g.weights, r)
	}
	return sum
}

// said returns the class of a leaf, or where its means stand in t.
func (g *Grown) said(n *node, t *Lean) int32 {
	rows := g.rows[n.lo:n.hi]
	if g.table.classes == 0 {
		mean, _, _ := g.table.moments(rows, g.weights)
		t.means = append(t.means, mean...)
		return int32(len(t.means) - len(mean))
	}
	best := g.table.labels[rows[0]]
	if !slices.ContainsFunc(rows, func(r int32) bool { return g.table.labels[r] != best }) {
		return int32(best)
	}
	counts := map[uint32]int64{}
	for _, r := range rows {
		counts[g.table.labels[r]] += weightOf(g.weights, r)
	}
	for class, count := range counts {
		if count > counts[best] || count == counts[best] && class < best {
			best = class
		}
	}
	return int32(best)
}

// Asks reports of each of d columns whether the tree asks for it.
func (t *Lean) Asks(d int) []bool {
	asks := make([]bool, d)
	for i := range t.nodes {
		if column := t.nodes[i].column; column != leaf {
			asks[column&columnMask] = true
		}
		for _, s := range t.spare[int32(i)] {
			asks[s.column] = true
		}
	}
	return asks
}

// Class returns the class that the tree says of a row.
func (t *Lean) Class(row []float64) int { return int(t.nodes[t.leaf(row)].second) }

// Means returns what the tree says of the responses of a row; not to be changed.
func (t *Lean) Means(row []float64) []float64 {
	first := t.nodes[t.leaf(row)].second
	return t.means[first : int(first)+t.width]
}

// leaf returns the leaf that a row comes to.
func (t *Lean) leaf(row []float64) int32 {
	for at := int32(0); ; {
		n := &t.nodes[at]
		if n.column < 0 {
			return at
		}
		if n.column&ofLevels == 0 {
			v := row[n.column&columnMask]
			if v <= n.at {
				at++
				continue
			}
			if v > n.at {
				at = n.second
				continue
			}
		}
		if t.asked(at, row) == 0 {
			at++
		} else {
			at = n.second
		}
	}
}

// asked returns the branch of a row at a node of levels, or whose cell it lacks.
func (t *Lean) asked(at int32, row []float64) int8 {
	n := &t.nodes[at]
	s := split{column: n.column & columnMask, at: n.at}
	if n.column&ofLevels != 0 {
		s.to = t.sets[int(n.at)]
	}
	if side := s.sideOf(row); side != noSide {
		return side
	}
	for i := range t.spare[at] {
		if side := t.spare[at][i].sideOf(row); side != noSide {
			return side
		}
	}
	if n.column&secondHeavier != 0 {
		return 1
	}
	return 0
}

// sideOf returns the branch of a row that is not of the table, or noSide.
func (s *split) sideOf(row []float64) int8 {
	v := row[s.column]
	switch {
	case math.IsNaN(v):
		return noSide
	case s.to != nil:
		if v < 0 || v >= float64(len(s.to)) {
			return noSide
		}
		return s.to[int(v)]
	case (v <= s.at) != s.reversed:
		return 0
	}
	return 1
}
