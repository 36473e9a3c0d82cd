package explore

import (
	"math"
	"slices"

	"unfold/engine/data/profile"
)

// besideLike orders columns so that such as say much of each other stand together: groups
// of them are joined by their mean distance 1 − |v|, the nearest first, of equally near ones
// the first, and with those ends together that are nearest..
func besideLike(found [][]profile.Association) []int {
	away := func(i, j int) float64 {
		if v := found[i][j].Value; !math.IsNaN(v) {
			return 1 - math.Abs(v)
		}
		return 1
	}
	groups := make([][]int, len(found))
	for i := range groups {
		groups[i] = []int{i}
	}
	for len(groups) > 1 {
		a, b, nearest := 0, 1, math.Inf(1)
		for j := range groups {
			for i := range j {
				if d := meanDistance(groups[i], groups[j], away); d < nearest {
					a, b, nearest = i, j, d
				}
			}
		}
		groups[a] = joinEnds(groups[a], groups[b], away)
		groups = slices.Delete(groups, b, b+1)
	}
	return groups[0]
}

// meanDistance is that of the pairs of two groups.
func meanDistance(a, b []int, away func(i, j int) float64) float64 {
	sum := 0.0
	for _, i := range a {
		for _, j := range b {
			sum += away(i, j)
		}
	}
	return sum / float64(len(a)*len(b))
}

// joinEnds puts two groups beside each other, each turned so that their nearest ends meet;
// of equally near ones as they are.
func joinEnds(a, b []int, away func(i, j int) float64) []int {
	turned := func(g []int) []int {
		g = slices.Clone(g)
		slices.Reverse(g)
		return g
	}
	var best []int
	nearest := math.Inf(1)
	for _, left := range [][]int{a, turned(a)} {
		for _, right := range [][]int{b, turned(b)} {
			if d := away(left[len(left)-1], right[0]); d < nearest {
				best, nearest = slices.Concat(left, right), d
			}
		}
	}
	return best
}
