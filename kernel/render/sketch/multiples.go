package sketch

import (
	"fmt"
	"math"
	"strings"
	"unfold/engine/figure"

	"github.com/mattn/go-runewidth"
)

// Multiples sketches small multiples, a line for each part: its title, its first
// line or what stands for it as a row of bars, higher for more, on the limits of
// its axis, and what that line goes along. Scatters need more room than a line,
// and are left out.
//
// It returns nothing for a figure without parts.
func Multiples(fig *figure.Figure) string {
	wide := 0
	for _, part := range fig.Parts {
		wide = max(wide, runewidth.StringWidth(part.Title))
	}
	var b strings.Builder
	for _, part := range fig.Parts {
		line := runewidth.FillRight(part.Title, wide)
		for _, leaf := range part.Leaves() {
			if bars := spark(leaf); bars != "" {
				line += "  " + bars
				break
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// heights are bars from the lowest to the highest.
var heights = []rune("▁▂▃▄▅▆▇█")

// spark is the first line of a figure as bars; nothing without one.
func spark(fig *figure.Figure) string {
	for _, layer := range fig.Layers {
		line, ok := layer.(figure.Line)
		if !ok || len(line.Y) == 0 {
			continue
		}
		low, high := limits(fig.Y, line.Y)
		var bars strings.Builder
		for _, y := range line.Y {
			at := (y - low) / (high - low)
			if math.IsNaN(at) {
				bars.WriteRune(' ')
				continue
			}
			bars.WriteRune(heights[min(max(int(at*float64(len(heights))), 0), len(heights)-1)])
		}
		if !line.Marked { // no values of its own along the axis
			return strings.Repeat(string([]rune(bars.String())[:1]), sparkless)
		}
		return fmt.Sprintf("%s  %s %s to %s", runewidth.FillRight(bars.String(), sparkless), fig.X.Label, digits(line.X[0]), digits(line.X[len(line.X)-1]))
	}
	return ""
}

// sparkless is how many bars stand for a line that goes along nothing.
const sparkless = 10

// limits are the ends of an axis, or of values where it has none.
func limits(axis figure.Axis, values []float64) (low, high float64) {
	if axis.Low < axis.High {
		return axis.Low, axis.High
	}
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	return low, high
}
