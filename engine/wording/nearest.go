package wording

import (
	"cmp"
	"slices"
	"strings"
)

// Nearest returns up to three of the names that word may have meant, best
// first: names that begin with it, and names at most a third of its letters
// away.
func Nearest(word string, names []string) []string {
	type candidate struct {
		name string
		away int
	}
	var near []candidate
	lower := strings.ToLower(word)
	for _, name := range names {
		other := strings.ToLower(name)
		away := Distance(lower, other)
		if lower != "" && strings.HasPrefix(other, lower) {
			away = 0
		}
		if away <= max(1, len(word)/3) && away < len(word) {
			near = append(near, candidate{name, away})
		}
	}
	slices.SortStableFunc(near, func(a, b candidate) int {
		return cmp.Or(a.away-b.away, strings.Compare(a.name, b.name))
	})
	var out []string
	for _, c := range near {
		if len(out) < 3 && !slices.Contains(out, c.name) {
			out = append(out, c.name)
		}
	}
	return out
}

// Distance counts the letters to insert, to drop, to change or to swap with
// the next, each at most once, that lead from a to b: the optimal string
// alignment of Damerau 1964, doi:10.1145/363958.363994.
func Distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	before, above, row := make([]int, len(to)+1), make([]int, len(to)+1), make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i := range from {
		before, above, row = above, row, before
		row[0] = i + 1
		for j := range to {
			change := above[j]
			if from[i] != to[j] {
				change++
			}
			row[j+1] = min(change, row[j]+1, above[j+1]+1)
			if i > 0 && j > 0 && from[i] == to[j-1] && from[i-1] == to[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(to)]
}
