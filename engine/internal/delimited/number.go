package delimited

import (
	"bytes"
	"math"
	"strconv"
)

// ParseNumber reads decimal numbers, inf and nan, in any case, as
// strconv.ParseFloat does, but not its hexadecimal ones.
func ParseNumber(cell []byte) (float64, bool) {
	if len(cell) == 0 {
		return math.NaN(), false
	}
	switch c := cell[0]; {
	case c >= '0' && c <= '9', c == '-', c == '+', c == '.':
		if bytes.IndexByte(cell, 'x') >= 0 || bytes.IndexByte(cell, 'X') >= 0 {
			return math.NaN(), false
		}
	case c != 'n' && c != 'N' && c != 'i' && c != 'I':
		return math.NaN(), false
	}
	v, err := strconv.ParseFloat(string(cell), 64)
	if err != nil {
		return math.NaN(), false
	}
	return v, true
}

// HasLeadingZero reports whether a cell is digits alone of which the first is an idle 0,
// as postcodes and other names have it.
func HasLeadingZero(cell []byte) bool {
	return len(cell) > 1 && cell[0] == '0' && bytes.IndexFunc(cell, func(c rune) bool { return c < '0' || c > '9' }) < 0
}
