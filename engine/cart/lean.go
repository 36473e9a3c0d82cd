package cart

import (
	"math"
	"slices"
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
