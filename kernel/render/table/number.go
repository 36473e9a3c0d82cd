package table

import (
	"math"
	"strconv"
	"strings"
)

// The words for what is not a number that can be printed.
const (
	Missing       = "missing"
	NotANumber    = "not a number"
	Infinity      = "infinity"
	MinusInfinity = "minus infinity"
)

// Number writes v with four significant digits or more, plainly where it can
// be read so, and the three that are no numbers as words.
func Number(v float64) string {
	switch a := math.Abs(v); {
	case math.IsNaN(v):
		return NotANumber
	case math.IsInf(v, 1):
		return Infinity
	case math.IsInf(v, -1):
		return MinusInfinity
	case v == math.Trunc(v) && a < 1e9:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case a < 1e-4 || a >= 1e9:
		return strconv.FormatFloat(v, 'e', 3, 64)
	case a < 1000:
		return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(v, 'f', 4, 64), "0"), ".")
	default:
		return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(v, 'f', 1, 64), "0"), ".")
	}
}

// Fixed writes v with the given number of decimals.
func Fixed(v float64, decimals int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Number(v)
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

// Count writes a number with its noun, such as 1 row or 2 rows.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
