package gosource

import (
	"fmt"
	"go/token"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// number writes a number by the shortest text that gives its bits.
func number(v float64) string {
	switch {
	case math.IsNaN(v):
		return "math.NaN()"
	case math.IsInf(v, 1):
		return "math.Inf(1)"
	case math.IsInf(v, -1):
		return "math.Inf(-1)"
	case v == 0 && math.Signbit(v):
		return "math.Copysign(0, -1)"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// numbers writes numbers in a row.
func numbers(row []float64) string {
	texts := make([]string, len(row))
	for i, v := range row {
		texts[i] = number(v)
	}
	return strings.Join(texts, ", ")
}

// integers writes whole numbers in a row.
func integers(row []int) string {
	texts := make([]string, len(row))
	for i, v := range row {
		texts[i] = strconv.Itoa(v)
	}
	return strings.Join(texts, ", ")
}

// quoted writes texts in a row.
func quoted(texts []string) string {
	all := make([]string, len(texts))
	for i, t := range texts {
		all[i] = strconv.Quote(t)
	}
	return strings.Join(all, ", ")
}

// comment writes text as a comment, whatever characters it has.
func comment(text string) string {
	var b strings.Builder
	for _, line := range strings.Split(text, "\n") {
		line = strings.Map(func(r rune) rune {
			if unicode.IsControl(r) && r != '\t' {
				return ' '
			}
			return r
		}, line)
		fmt.Fprintln(&b, strings.TrimRight("// "+line, " "))
	}
	return b.String()
}

// isPackage reports whether a package that is imported can have the name.
func isPackage(name string) bool {
	return token.IsIdentifier(name) && name != "_" && name != "main"
}

// word makes an identifier of a word, of letters and digits alone.
func word(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
	if s == "" || !unicode.IsLetter([]rune(s)[0]) {
		return "part" + s
	}
	return s
}

// capital writes a word with a capital first.
func capital(s string) string {
	r := []rune(word(s))
	return string(append([]rune{unicode.ToUpper(r[0])}, r[1:]...))
}
