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
	known, members := make([]int32, 0, len(rows)), make([]uint64, 0, len(rows))
	for i, r := range rows {
		if sides[i] != noSide {
			known, members = append(known, r), append(members, uint64(weightOf(weights, r))<<1|uint64(sides[i]))
		}
	}
	var found []surrogate
	for c := range t.columns {
		if int32(c) == column || t.columns[c].count < 2 {
			continue
		}
		keys := w.gather(&t.columns[c], known, func(i int) uint64 { return members[i] })
		if keys == nil {
			continue
		}
		if s, better := t.surrogateOf(c, keys); better {
			found = append(found, s)
		}
	}
	slices.SortStableFunc(found, func(a, b surrogate) int { return cmp.Compare(b.agrees, a.agrees) })
	for _, s := range found[:min(most, len(found))] {
		instead = append(instead, s.split)
	}
	return instead
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

// surrogateOf returns the split of a column that agrees most with the sides of the
// keys, and whether it is better than to send all to the heavier side.
func (t *Table) surrogateOf(c int, keys []uint64) (s surrogate, better bool) {
	var total [2]int64
	for _, key := range keys {
		total[key&1] += int64(uint32(key) >> 1)
	}
	if t.columns[c].levels {
		s = levelSurrogate(keys, t.columns[c].count, total)
		s.column = int32(c)
	} else {
		s = t.thresholdSurrogate(c, keys, total)
	}
	return s, s.agrees > max(total[0], total[1])
}

// thresholdSurrogate tries every cut, both ways round.
func (t *Table) thresholdSurrogate(c int, keys []uint64, total [2]int64) (best surrogate) {
	var low [2]int64
	var at cut
	reversed, last := false, uint32(keys[0]>>codeShift)
	for _, key := range keys {
		if code := uint32(key >> codeShift); code != last {
			for turn, agrees := range [2]int64{low[0] + total[1] - low[1], low[1] + total[0] - low[0]} {
				if agrees > best.agrees {
					best.agrees, at, reversed = agrees, cut{below: last, above: code}, turn == 1
				}
			}
			last = code
		}
		low[key&1] += int64(uint32(key) >> 1)
	}
	best.split = t.newSplit(c, at)
	best.reversed = reversed
	return best
}

// levelSurrogate sends each level to where most of its rows are.
func levelSurrogate(keys []uint64, levels int, total [2]int64) (s surrogate) {
	heavier := int8(0)
	if total[1] > total[0] {
		heavier = 1
	}
	s.to = make([]int8, levels)
	for i := range s.to {
		s.to[i] = noSide
	}
	for len(keys) > 0 {
		code := uint32(keys[0] >> codeShift)
		var of [2]int64
		for len(keys) > 0 && uint32(keys[0]>>codeShift) == code {
			of[keys[0]&1] += int64(uint32(keys[0]) >> 1)
			keys = keys[1:]
		}
		side := heavier
		if of[1-side] > of[side] {
			side = 1 - side
		}
		s.to[code] = side
		s.agrees += of[side]
	}
	return s
}
