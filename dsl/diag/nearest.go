package diag

import (
	"strings"
	"unicode/utf8"
)

// Nearest returns the name that a misspelt one most likely means. Case does
// not count; a shared beginning does, since words are rarely mistyped at the
// first letters and often cut short.
func Nearest(name string, among []string) (string, bool) {
	best, bestCost := "", 0
	typed := strings.ToLower(name)
	for _, candidate := range among {
		word := strings.ToLower(candidate)
		cost := 2*distance(typed, word) - min(2, sharedPrefix(typed, word))
		if abbreviates(typed, word) || abbreviates(word, typed) {
			cost = 0
		}
		if cost > allowance(typed) {
			continue
		}
		if best == "" || cost < bestCost || cost == bestCost && candidate < best {
			best, bestCost = candidate, cost
		}
	}
	return best, best != ""
}

// allowance is the highest cost at which a name still resembles another: one
// slip in three letters.
func allowance(name string) int {
	n := utf8.RuneCountInString(name)
	if n < 3 {
		return 1
	}
	return 2 * ((n + 1) / 3)
}

// abbreviates reports whether short is the beginning of long.
func abbreviates(short, long string) bool {
	return len(short) >= 3 && strings.HasPrefix(long, short)
}

func sharedPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// distance counts the letters to insert, delete, replace or swap with their
// neighbour (optimal string alignment) that make b of a.
//
// It keeps three rows of the usual table: d[i][j] for the last three i.
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	before := make([]int, len(t)+1)
	last := make([]int, len(t)+1)
	row := make([]int, len(t)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(s); i++ {
		row[0] = i
		for j := 1; j <= len(t); j++ {
			replace := last[j-1]
			if s[i-1] != t[j-1] {
				replace++
			}
			row[j] = min(last[j]+1, row[j-1]+1, replace)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(t)]
}
