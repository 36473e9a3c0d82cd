package sketch

import (
	"math"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"

	"unfold/engine/figure"
)

// How wide the name of a line is at most, and a cell, and how many of these are worth a
// sketch.
const (
	widestName = 16
	widestCell = 4
	fewest     = 16 // cells: fewer are read as numbers
)

// Grid returns a sketch of a figure of cells, the darker the more of its character is
// filled, or nothing for others. Rows beyond the height of a sketch share lines, which have
// their mean shades; columns beyond its width are left out.
func Grid(fig *figure.Figure) string {
	cells, ok := cellsOf(fig)
	if !ok {
		return ""
	}
	count := min(len(cells.Shade), rows)
	names := make([]string, count)
	wide := 0
	for line := range count {
		if from := line * len(cells.Shade) / count; from < len(fig.Y.Labels) {
			names[line] = runewidth.Truncate(fig.Y.Labels[from], widestName, "…")
		}
		wide = max(wide, runewidth.StringWidth(names[line]))
	}
	each := max(1, min(widestCell, columns/len(cells.Shade[0])))
	var b strings.Builder
	negative := false
	for line := range count {
		lo, hi := line*len(cells.Shade)/count, (line+1)*len(cells.Shade)/count
		negative = negative || slices.ContainsFunc(slices.Concat(cells.Shade[lo:hi]...), func(v float64) bool { return v < 0 })
		b.WriteString(runewidth.FillLeft(names[line], wide) + " │" + shaded(cells.Shade[lo:hi], each) + "│\n")
	}
	if negative {
		b.WriteString("below zero: " + strings.Join(strings.Split(strings.TrimSpace(below), ""), " ") + "\n")
	}
	across := "across:"
	for i, name := range fig.X.Labels {
		if i > 0 {
			across += ","
		}
		if runewidth.StringWidth(across+name) > columns+wide {
			b.WriteString(across + "\n")
			across = "       "
		}
		across += " " + name
	}
	if len(fig.X.Labels) > 0 {
		b.WriteString(across + "\n")
	}
	return b.String()
}

// cellsOf returns the cells of a figure that has nothing else, if there are enough of them.
func cellsOf(fig *figure.Figure) (figure.Cells, bool) {
	if len(fig.Layers) != 1 {
		return figure.Cells{}, false
	}
	cells, ok := fig.Layers[0].(figure.Cells)
	return cells, ok && len(cells.Shade) > 0 && len(cells.Shade)*len(cells.Shade[0]) >= fewest
}

// below are the signs of what is below zero, by how far.
const below = " ·-=≡"

// shaded writes a line: the mean shades of some rows, a question mark where there is none.
func shaded(some [][]float64, each int) string {
	steps, minus := []rune(" ░▒▓█"), []rune(below)
	var b strings.Builder
	for column := range some[0] {
		if (column+1)*each > columns {
			break
		}
		sum, known := 0.0, 0
		for _, row := range some {
			if v := row[column]; !math.IsNaN(v) {
				sum, known = sum+v, known+1
			}
		}
		letter := '?'
		if known > 0 {
			size := min(int(math.Abs(sum)/float64(known)*float64(len(steps))), len(steps)-1)
			letter = steps[size]
			if sum < 0 {
				letter = minus[size]
			}
		}
		b.WriteString(strings.Repeat(string(letter), each))
	}
	return b.String()
}
