package profile

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"unfold/engine/wording"
)

// Suspicions are sentences about what of a column may not be meant as it stands:
// numbers and words that may stand for missing cells, digits that were lost, cells
// that all are alike, or none.
func (c *Column) Suspicions() []string {
	var told []string
	tell := func(format string, args ...any) { told = append(told, fmt.Sprintf(c.Name+" "+format, args...)) }
	switch {
	case c.Kind == Empty:
		tell("has no value in any row")
	case c.Different == 1 && c.Missing == 0:
		tell("has the same value in all rows, which tells none of them apart")
	case c.Kind == Category && c.Different == c.Known() && c.Known() > 2:
		tell("has another value in each row, as names of rows have")
	}
	if c.Infinite > 0 {
		tell("has %s without an end: infinite", wording.Plural(c.Infinite, "number"))
	}
	const exact = 1 << 53
	if c.Kind == Whole && (c.Quartiles[0] < -exact || c.Quartiles[4] > exact) {
		tell("has whole numbers beyond 2⁵³, whose last digits a number does not hold")
	}
	if code, ok := c.loneCode(); ok {
		tell("has the value %s far from all others, which may stand for missing cells", code)
	}
	for _, level := range c.Levels {
		if standsForMissing(level.Name) {
			tell("has the value %q in %s, which may stand for missing cells", level.Name, wording.Plural(level.Rows, "row"))
		}
	}
	return told
}

// loneCode returns the least or the most of the numbers, if it is written with nines
// alone, such as −999, and farther from the next number than all others span.
func (c *Column) loneCode() (string, bool) {
	low, second, before, high := c.Quartiles[0], c.inner[0], c.inner[1], c.Quartiles[4]
	switch {
	case c.Different < 3 || c.form != "":
	case isCode(low) && second-low > high-second:
		return formatCode(low), true
	case isCode(high) && high-before > before-low:
		return formatCode(high), true
	}
	return "", false
}

// isCode reports whether a number is one that people write where they have none.
func isCode(v float64) bool {
	digits := formatCode(math.Abs(v))
	return strings.Trim(digits, "9") == "" && (v < 0 || len(digits) > 1)
}

func formatCode(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
