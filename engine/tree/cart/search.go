package cart

import (
	"unfold/engine/internal/parallel"
)

// search returns the best split of the node that is open; its column is leaf if
// there is none.
func (g *grower) search() (split, error) {
	switch {
	case g.rule.Columns > 0:
		return g.searchSome(), nil
	case g.large > 0:
		return g.searchAtOnce()
	}
	best, at := none(), leaf
	for c := range g.table.columns {
		if found := g.cutOf(c, g.scratch); beats(found.score, best.score) {
			best, at = found, c
		}
	}
	return g.splitOf(at, best), nil
}

// searchSome looks at columns in random order.
func (g *grower) searchSome() split {
	best, at := none(), leaf
	for looked := range g.columns {
		if looked >= g.rule.Columns && best.found() {
			break
		}
		drawn := looked + g.rule.Random.Below(len(g.columns)-looked)
		g.columns[looked], g.columns[drawn] = g.columns[drawn], g.columns[looked]
		if found := g.cutOf(g.columns[looked], g.scratch); beats(found.score, best.score) {
			best, at = found, g.columns[looked]
		}
	}
	return g.splitOf(at, best)
}

// searchAtOnce looks at all columns in parallel, and compares them in their order.
func (g *grower) searchAtOnce() (split, error) {
	cuts := make([]cut, len(g.columns))
	g.scratches.taken = 0
	err := parallel.With(g.ctx, len(cuts), 1, g.scratches.take, func(w *scratch, lo, hi int) {
		for c := lo; c < hi; c++ {
			cuts[c] = g.cutOf(c, w)
		}
	})
	best, at := none(), leaf
	for c, found := range cuts {
		if beats(found.score, best.score) {
			best, at = found, c
		}
	}
	return g.splitOf(at, best), err
}

// cutOf returns the best cut of a column.
func (g *grower) cutOf(c int, w *scratch) cut {
	column := &g.table.columns[c]
	switch {
	case column.count < 2:
		return none()
	case column.levels:
		return g.target.sets(column, w)
	}
	return g.target.cut(column, w)
}

func (g *grower) splitOf(column int, c cut) split {
	if column == leaf {
		return split{column: leaf}
	}
	return g.table.newSplit(column, c)
}
