package dataset

import (
	"cmp"
	"slices"
	"strings"
)

// nearest returns up to three of the names that word may have meant, best
// first: names that begin with it, and names at most a third of its letters
// away.
func nearest(word string, names []string) []string {
	type candidate struct {
		name string
		away int
	}
	var near []candidate
	lower := strings.ToLower(word)
	for _, name := range names {
		other := strings.ToLower(name)
		away := distance(lower, other)
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

// distance is the edit distance of Levenshtein between a and b.
func distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range from {
		diagonal := row[0]
		row[0] = i + 1
		for j, s := range to {
			change := diagonal
			if r != s {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}
