package dimension

import (
	"cmp"
	"slices"

	"unfold/engine/internal/moments"
)

// A Level is where curves lie level and together.
type Level struct {
	Value    float64 // the mean of what they say there
	From, To float64 // the scales
}

// Curves are level where the largest of all that they say there is so much larger
// than the least, over scales of which the largest is so much larger.
const (
	together  = 1.15
	spanned   = 4
	agreeing  = 2 // curves at least, with
	estimated = 2 // estimates each
)

// LevelOf returns the longest run of scales over which all curves say about the
// same, in ratio of the largest to the smallest scale; of equally long ones that of
// smaller scales. At least two curves must speak there. It returns ok false where
// there is none: such rows have no one dimension.
func LevelOf(curves []Curve) (l Level, ok bool) {
	type point struct {
		reach, value float64
		curve        int
	}
	var all []point
	for at, c := range curves {
		for i, reach := range c.Reach {
			all = append(all, point{reach, c.Estimates[i].Value, at})
		}
	}
	slices.SortStableFunc(all, func(a, b point) int { return cmp.Compare(a.reach, b.reach) })
	start := 0 // of the longest run so far
	for a, first := range all {
		low, high := first.value, first.value
		var values []float64
		counts := make([]int, len(curves))
		speaking := 0
		for _, p := range all[a:] {
			if low, high = min(low, p.value), max(high, p.value); high > together*low {
				break
			}
			values = append(values, p.value)
			if counts[p.curve]++; counts[p.curve] == estimated {
				speaking++
			}
			long := p.reach / first.reach
			longer := !ok || long > l.To/l.From || a == start && long == l.To/l.From
			if speaking >= agreeing && long >= spanned && longer {
				l, ok, start = Level{moments.Mean(values), first.reach, p.reach}, true, a
			}
		}
	}
	return l, ok
}
