package sketch

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unfold/engine/figure"

	"github.com/mattn/go-runewidth"
)

// Multiples sketches small multiples, a line for each part: its title, its first
// line or what stands for it as a row of bars, higher for more, on the limits of
// its axis, and what that line goes along; or its bars, if they stand on nothing but zero
// and upwards. Scatters, boxes and cells need more room than a line, and are left out.
//
// It returns nothing for a figure without parts.
func Multiples(fig *figure.Figure) string {
	wide := 0
	parts := slices.DeleteFunc(slices.Clone(fig.Parts), needsRoom)
	for _, part := range parts {
		wide = max(wide, runewidth.StringWidth(part.Title))
	}
	var b strings.Builder
	for _, part := range parts {
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

// First sketches the first of small multiples that each have points and nothing else, under
// its title; nothing of others, and of parts in groups.
func First(fig *figure.Figure) string {
	if len(fig.Parts) == 0 || slices.ContainsFunc(fig.Parts, func(part *figure.Figure) bool {
		leaves := part.Leaves()
		return len(leaves) != 1 || !onlyPoints(leaves[0])
	}) {
		return ""
	}
	drawn := Scatter(fig.Parts[0].Leaves()[0])
	if drawn == "" {
		return ""
	}
	return fig.Parts[0].Title + "\n" + drawn
}

// onlyPoints reports whether a figure has points and nothing else.
func onlyPoints(fig *figure.Figure) bool {
	return len(fig.Layers) > 0 && !slices.ContainsFunc(fig.Layers, func(l figure.Layer) bool { _, are := l.(figure.Points); return !are })
}

// needsRoom reports whether a figure has neither lines nor bars, but something else.
func needsRoom(fig *figure.Figure) bool {
	return len(fig.Layers) > 0 && !slices.ContainsFunc(fig.Layers, func(l figure.Layer) bool {
		switch l.(type) {
		case figure.Line, figure.Bars:
			return true
		}
		return false
	})
}

// heights are bars from the lowest to the highest.
var heights = []rune("▁▂▃▄▅▆▇█")

// spark is the first line of a figure as bars; nothing without one.
func spark(fig *figure.Figure) string {
	for _, layer := range fig.Layers {
		if bars, ok := layer.(figure.Bars); ok {
			return tally(fig.X, bars)
		}
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

// tally writes bars from zero to the highest, blank of zero, and what they go along;
// nothing of bars below zero.
func tally(axis figure.Axis, bars figure.Bars) string {
	most := 0.0
	for _, y := range bars.Y {
		if !(y >= 0) {
			return ""
		}
		most = max(most, y)
	}
	if most == 0 {
		return ""
	}
	var b strings.Builder
	for _, y := range bars.Y {
		if y == 0 {
			b.WriteRune(' ')
			continue
		}
		b.WriteRune(heights[max(int(math.Ceil(y/most*float64(len(heights)))), 1)-1])
	}
	low, high := bars.Low[0], bars.High[len(bars.High)-1]
	if axis.Whole {
		low, high = math.Ceil(low)+0, math.Floor(high)+0 // no −0
	}
	along := digits(low) + " to " + digits(high)
	if axis.Labels != nil {
		along = strings.Join(axis.Labels, ", ")
	}
	return fmt.Sprintf("%s  %s", runewidth.FillRight(b.String(), tallied), runewidth.Truncate(along, columns, "…"))
}

// tallied is the width that bars are filled to.
const tallied = 16

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
