package xlsx

import "strings"

// A calendar is what the numbers of dates count from.
type calendar struct{ from1904 bool }

// since1970 is a date of a workbook in days since the beginning of 1970. Workbooks that
// count from 1900 have a 29 February of that year, so days before it are one later.
func (c calendar) since1970(v float64) float64 {
	const from1900, from1904, phantom = 25569, 24107, 60
	switch {
	case c.from1904:
		return v - from1904
	case v < phantom:
		return v + 1 - from1900
	}
	return v - from1900
}

// isDate reports whether a format of numbers, with its code if the workbook has one,
// shows a date: those that show the time of day alone do not.
func isDate(id int, code string) bool {
	if code == "" {
		return id >= 14 && id <= 17 || id == 22 || id >= 27 && id <= 31 || id == 36 || id >= 50 && id <= 58
	}
	return strings.ContainsAny(letters(code), "yd")
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
