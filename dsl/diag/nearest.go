package diag

import (
	"strings"
	"unicode/utf8"

	"unfold/engine/wording"
)

// Nearest returns the name that a misspelt one most likely means. Case does
// not count; a shared beginning does, since words are rarely mistyped at the
// first letters and often cut short.
func Nearest(name string, among []string) (string, bool) {
	best, bestCost := "", 0
	typed := strings.ToLower(name)
	for _, candidate := range among {
		word := strings.ToLower(candidate)
		cost := 2*wording.Distance(typed, word) - min(2, sharedPrefix(typed, word))
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
