package profile

import (
	"slices"
	"strings"
)

// sayYesAndNo reports whether levels are the two answers to a question.
func sayYesAndNo(levels []Level) bool {
	answers := [][2]string{{"false", "true"}, {"no", "yes"}, {"f", "t"}, {"n", "y"}, {"off", "on"}}
	if len(levels) > 2 {
		return false
	}
	return slices.ContainsFunc(answers, func(a [2]string) bool {
		for _, level := range levels {
			if word := strings.ToLower(level.Name); word != a[0] && word != a[1] {
				return false
			}
		}
		return true
	})
}

// standIns are words that files have where a value is missing, beside those that a
// reader takes for missing cells by itself.
var standIns = [...]string{"-", "--", ".", "#n/a", "<na>", "(null)", "nil", "none", "n.a.", "missing", "unknown", "undefined", "not available", "no data"}

// standsForMissing reports whether a level looks like one that is none.
func standsForMissing(level string) bool {
	return slices.Contains(standIns[:], strings.ToLower(strings.TrimSpace(level)))
}
