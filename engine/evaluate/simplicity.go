package evaluate

import (
	"cmp"
	"slices"
	"unfold/engine"
)

// bySimplicity returns all settings of the varied parameters from simple to
// rich, and the place of each among them. The first parameter that tells two
// settings apart decides, in the order of the sentence; if none does, the order
// in which they are written.
func bySimplicity(varied []engine.Candidates) (simplest, richness []int) {
	settings := 1
	for _, v := range varied {
		settings *= len(v.Values)
	}
	simplest, richness = make([]int, settings), make([]int, settings)
	rank := make([]int, settings) // ranks of the values as the digits of one number
	for s := range simplest {
		simplest[s] = s
		for v, digit := range engine.Digits(varied, s) {
			rank[s] = rank[s]*len(varied[v].Values) + varied[v].Ranks[digit]
		}
	}
	slices.SortStableFunc(simplest, func(a, b int) int { return cmp.Compare(rank[a], rank[b]) })
	for at, s := range simplest {
		richness[s] = at
	}
	return simplest, richness
}
