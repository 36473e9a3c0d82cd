package profile

import (
	"slices"
	"strings"
	"time"
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

// dateForms are how files write days and moments that have but one reading: a day
// before or after its month does not, unless points part them.
var dateForms = [...]string{time.DateOnly, time.DateTime, time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04", "2006-01-02T15:04", "2006/01/02", "02.01.2006"}

// momentsOf returns when each of some levels is, in seconds since 1970, if all are dates
// written alike.
func momentsOf(levels []Level) ([]float64, bool) {
	moments := make([]float64, len(levels))
	return moments, slices.ContainsFunc(dateForms[:], func(form string) bool {
		for l, level := range levels {
			t, err := time.Parse(form, level.Name)
			if err != nil {
				return false
			}
			moments[l] = float64(t.Unix())
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
