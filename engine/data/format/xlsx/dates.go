package xlsx

import (
	"strings"
	"time"

	"unfold/engine/internal/calendar"
)

// An epoch is what the numbers of dates count from.
type epoch struct{ from1904 bool }

// since1970 is a date of a workbook in days since the beginning of 1970. Workbooks that
// count from 1900 have a 29 February of that year, so days before it are one later.
func (e epoch) since1970(v float64) float64 {
	const from1900, from1904, phantom = 25569, 24107, 60
	switch {
	case e.from1904:
		return toMillisecond(v - from1904)
	case v < phantom:
		return toMillisecond(v + 1 - from1900)
	}
	return toMillisecond(v - from1900)
}

// toMillisecond takes off what counting days from so long ago has rounded.
func toMillisecond(days float64) float64 {
	return calendar.Days(calendar.Time(days).Round(time.Millisecond))
}

// formOf is what a format of numbers, with its code if the workbook has one, shows: a
// date, a time of day alone, or neither.
func formOf(id int, code string) calendar.Form {
	switch {
	case code == "" && (id >= 14 && id <= 17 || id == 22 || id >= 27 && id <= 31 || id == 36 || id >= 50 && id <= 58):
		return calendar.Date
	case code == "" && id >= 18 && id <= 21:
		return calendar.Clock
	case code != "" && strings.ContainsAny(letters(code), "yd"):
		return calendar.Date
	case code != "" && strings.Contains(letters(code), "h"):
		return calendar.Clock
	}
	return ""
}

// letters are those of a code that stand for parts of a number, in lower case: neither
// in quotes nor in brackets, nor behind a mark that makes them themselves.
func letters(code string) string {
	var found strings.Builder
	positive, _, _ := strings.Cut(code, ";")
	var until rune
	skip := false
	for _, c := range strings.ToLower(positive) {
		switch {
		case skip:
			skip = false
		case until != 0:
			if c == until {
				until = 0
			}
		case c == '"':
			until = '"'
		case c == '[':
			until = ']'
		case c == '\\' || c == '_' || c == '*':
			skip = true
		default:
			found.WriteRune(c)
		}
	}
	return found.String()
}
