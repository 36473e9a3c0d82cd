package cart

import (
	"unfold/engine/tree"
)

// A split is what a node asks.
type split struct {
	column   int32
	reversed bool    // of surrogates: small numbers take the second branch
	at       float64 // numbers up to it take the first branch
	below    uint32  // their largest code in the node
	to       []int8  // of levels: the branch of each; nil of numbers
}

// newSplit makes a split of a cut, at the middle between two values.
func (t *Table) newSplit(column int, c cut) split {
	s := split{column: int32(column), below: c.below, to: c.to}
	if c.to == nil {
		values := t.columns[column].values
		low, high := values[c.below], values[c.above]
		if s.at = float64(low/2) + float64(high/2); !(low <= s.at && s.at < high) {
			s.at = low
		}
	}
	return s
}

// side returns the branch that a row of the table takes, or noSide.
func (t *Table) side(s *split, row int32) int8 {
	c := &t.columns[s.column]
	code := c.codes[row]
	switch {
	case code == uint32(c.count):
		return noSide
	case s.to != nil:
		return s.to[code]
	case (c.values[code] <= s.at) != s.reversed:
		return 0
	}
	return 1
}

// divide brings the rows of a node into the order of its branches, and returns
// where the second begins; where rows lack the cell also the surrogates, by which
// these go, and then with most of the others.
func (g *grower) divide(s split, lo, hi int) (mid int, instead []split) {
	rows, spare := g.rows[lo:hi], g.room[lo:hi]
	c := &g.table.columns[s.column]
	if s.to == nil && !c.missing {
		first, second := 0, 0
		for _, r := range rows {
			if c.codes[r] <= s.below {
				rows[first] = r
				first++
			} else {
				spare[second] = r
				second++
			}
		}
		copy(rows[first:], spare[:second])
		return lo + first, nil
	}
	g.sides = grown(g.sides, len(rows))
	unknown := 0
	for i, r := range rows {
		if g.sides[i] = g.table.side(&s, r); g.sides[i] == noSide {
			unknown++
		}
	}
	if unknown > 0 {
		instead = g.table.surrogates(s.column, rows, g.sides, g.weights, g.rule.Surrogates, g.scratch)
		g.sendUnknown(rows, instead)
	}
	return lo + arrange(rows, spare, g.sides), instead
}

// arrange brings rows into the order of their sides and returns where the second
// begins.
func arrange(rows, spare []int32, sides []int8) int {
	first, second := 0, 0
	for i, r := range rows {
		if sides[i] == 0 {
			rows[first] = r
			first++
		} else {
			spare[second] = r
			second++
		}
	}
	copy(rows[first:], spare[:second])
	return first
}

// sendUnknown gives a side to rows that have none: by the first surrogate that
// knows, then the heavier side, of equals the first.
func (g *grower) sendUnknown(rows []int32, instead []split) {
	var weight [2]int64
	for i, r := range rows {
		for k := 0; g.sides[i] == noSide && k < len(instead); k++ {
			g.sides[i] = g.table.side(&instead[k], r)
		}
		if g.sides[i] != noSide {
			weight[g.sides[i]] += weightOf(g.weights, r)
		}
	}
	heavier := int8(0)
	if weight[1] > weight[0] {
		heavier = 1
	}
	for i := range rows {
		if g.sides[i] == noSide {
			g.sides[i] = heavier
		}
	}
}

func weightOf(weights []uint16, row int32) int64 {
	if weights == nil {
		return 1
	}
	return int64(weights[row])
}

// public returns the split as readers of trees know it.
func (s *split) public() tree.Split {
	if s.to == nil {
		return tree.Threshold{Column: int(s.column), At: s.at, Reversed: s.reversed}
	}
	to := make([]int, len(s.to))
	for level, side := range s.to {
		to[level] = tree.CannotTell
		if side != noSide {
			to[level] = int(side)
		}
	}
	return tree.Levels{Column: int(s.column), To: to, Ways: 2}
}
