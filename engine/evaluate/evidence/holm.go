package evidence

import (
	"cmp"
	"slices"
)

// Holm adjusts the p-values of a family of tests so that each can be held
// against the level of the whole family (Holm 1979): the i-th smallest of m is
// multiplied by m−i+1, and is at least as large as those before it and at most 1.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	adjusted, least := make([]float64, len(p)), 0.0
	for i, at := range order {
		least = max(least, min(1, float64(len(p)-i)*p[at]))
		adjusted[at] = least
	}
	return adjusted
}
