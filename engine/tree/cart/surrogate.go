package cart

import (
	"cmp"
	"slices"
)

// A surrogate is a split by another column that sends rows the same way, and how
// much weight of them.
type surrogate struct {
	split
	agrees int64
}

// surrogates returns the splits by other columns that send most rows to the side
// where they are, most of them first: of rows that have a side and the cell. None
// of them is worse than to send all these to the heavier side (Breiman et al. 1984,
// section 5.3). It is not nil, which stands for surrogates that nobody has looked for.
func (t *Table) surrogates(column int32, rows []int32, sides []int8, weights []uint16, most int, w *scratch) []split {
	instead := []split{}
	if most == 0 {
		return instead
	}
	known, members := make([]int32, 0, len(rows)), make([]uint32, 0, len(rows))
	for i, r := range rows {
		if sides[i] != noSide {
			known, members = append(known, r), append(members, uint32(weightOf(weights, r))<<1|uint32(sides[i]))
		}
	}
	var found []surrogate
	for c := range t.columns {
		if int32(c) == column || t.columns[c].count < 2 {
			continue
		}
		if s, better := t.surrogate(c, known, members, w); better {
			found = append(found, s)
		}
	}
	slices.SortStableFunc(found, func(a, b surrogate) int { return cmp.Compare(b.agrees, a.agrees) })
	for _, s := range found[:min(most, len(found))] {
		instead = append(instead, s.split)
	}
	return instead
}

// surrogate returns the split of a column that agrees most with the sides of rows,
// and whether it is better than to send all that have the cell to the heavier side.
func (t *Table) surrogate(c int, rows []int32, members []uint32, w *scratch) (s surrogate, better bool) {
	k := &t.columns[c]
	codes := w.sidesOf(k, rows, members)
	var total [2]int64
	for _, of := range codes {
		total[0] += of.weight[0]
		total[1] += of.weight[1]
	}
	if k.levels {
		s = levelSurrogate(codes, k.count, total)
		s.column = int32(c)
	} else if len(codes) > 1 {
		s = t.thresholdSurrogate(c, codes, total)
	}
	return s, len(codes) > 1 && s.agrees > max(total[0], total[1])
}

// A codeSides is the weight of rows of one code on each side.
type codeSides struct {
	code   uint32
	weight [2]int64
}

// sidesOf returns the codes that rows have, ascending: counted where there are few,
// else of the rows in order.
func (w *scratch) sidesOf(c *column, rows []int32, members []uint32) []codeSides {
	w.bySide = w.bySide[:0]
	if c.count <= 2*len(rows) {
		w.counts = grown(w.counts, 2*(c.count+1))
		clear(w.counts)
		for i, r := range rows {
			w.counts[2*c.codes[r]+members[i]&1] += members[i] >> 1
		}
		for code := range uint32(c.count) {
			if first, second := w.counts[2*code], w.counts[2*code+1]; first+second > 0 {
				w.bySide = append(w.bySide, codeSides{code, [2]int64{int64(first), int64(second)}})
			}
		}
		return w.bySide
	}
	for _, key := range w.gather(c, rows, members) {
		code, last := uint32(key>>codeShift), len(w.bySide)-1
		if last < 0 || w.bySide[last].code != code {
			w.bySide = append(w.bySide, codeSides{code: code})
			last++
		}
		w.bySide[last].weight[key&1] += int64(uint32(key) >> 1)
	}
	return w.bySide
}

// thresholdSurrogate tries every cut, both ways round.
func (t *Table) thresholdSurrogate(c int, codes []codeSides, total [2]int64) (best surrogate) {
	var low [2]int64
	var at cut
	reversed := false
	for i, of := range codes[:len(codes)-1] {
		low[0] += of.weight[0]
		low[1] += of.weight[1]
		for turn, agrees := range [2]int64{low[0] + total[1] - low[1], low[1] + total[0] - low[0]} {
			if agrees > best.agrees {
				best.agrees, at, reversed = agrees, cut{below: of.code, above: codes[i+1].code}, turn == 1
			}
		}
	}
	best.split = t.newSplit(c, at)
	best.reversed = reversed
	return best
}

// levelSurrogate sends each level to where most of its rows are.
func levelSurrogate(codes []codeSides, levels int, total [2]int64) (s surrogate) {
	heavier := int8(0)
	if total[1] > total[0] {
		heavier = 1
	}
	s.to = make([]int8, levels)
	for i := range s.to {
		s.to[i] = noSide
	}
	for _, of := range codes {
		side := heavier
		if of.weight[1-side] > of.weight[side] {
			side = 1 - side
		}
		s.to[of.code] = side
		s.agrees += of.weight[side]
	}
	return s
}

// surrogatesOf returns the surrogates of a node: those that it grew with, or those
// of its rows, all of which know their side.
func (g *Grown) surrogatesOf(n *node, most int, w *scratch) []split {
	if n.instead != nil {
		return n.instead
	}
	rows := g.rows[n.lo:n.hi]
	sides := make([]int8, len(rows))
	for i := g.nodes[n.second].lo - n.lo; int(i) < len(sides); i++ {
		sides[i] = 1
	}
	return g.table.surrogates(n.column, rows, sides, g.weights, most, w)
}
