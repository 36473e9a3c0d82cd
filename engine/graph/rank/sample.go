package rank

import (
	"context"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// Sample returns the rows from which to rank all others by Compare, in order,
// or nil for all of them. Where all would take more than about a second of a
// processor, it draws some with a fixed seed and remarks on that: all are
// taken up to some 10,000 rows of few columns, or 5,000 if k is large.
func Sample(ctx context.Context, data, placed engine.Distances, k int) []int {
	const seed = 1
	n := data.Len()
	size := rowsOf(n, width(data)+width(placed), k)
	if size == n {
		return nil
	}
	engine.Remark(ctx, "compares %d of the %d training rows, drawn with seed %d, with all others", size, n, seed)
	rows := random.New(seed, "ranks").Permutation(n)[:size]
	slices.Sort(rows)
	return rows
}

// rowsOf says how many of n rows are looked from. Work is counted in fifths
// of a nanosecond, which a pair takes for one and a half columns; what it takes
// besides was measured on spaces of which one keeps most neighbours.
func rowsOf(n, columns, k int) int {
	const (
		most    = 3_000_000_000
		fewest  = 200
		counted = 20
		ordered = 100
	)
	pair := counted + columns + columns/2
	if k > mostCounted {
		pair += ordered - counted
	}
	return min(n, max(fewest, most/pair/n))
}

// width is how many columns a distance is made of, about.
func width(d engine.Distances) int {
	const unknown = 10
	if p, ok := d.(engine.Pointed); ok {
		_, columns := p.Points().Dims()
		return columns
	}
	return unknown
}
