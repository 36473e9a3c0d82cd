package table

import (
	"fmt"
	"strings"
)

// Width is how wide text is set, in columns of a terminal.
const Width = 100

const (
	between  = 2  // columns between columns
	longCell = 48 // a longer cell is cut where the table would be too wide
)

// Text sets the table in at most Width columns. Columns that do not fit are
// left out, which the last line says.
func (t Table) Text() string {
	columns := make([][]string, len(t.Columns))
	widths := make([]int, len(t.Columns))
	total := -between
	for i, c := range t.Columns {
		columns[i] = append([]string{clean(c.Name)}, t.aligned(i, " ")...)
		widths[i] = widest(columns[i])
		total += widths[i] + between
	}
	fit := len(t.Columns)
	if total > Width {
		fit = t.shrink(columns, widths)
	}
	var b strings.Builder
	if t.Title != "" {
		b.WriteString(clean(t.Title) + "\n")
	}
	for r := range len(t.Rows) + 1 {
		var line strings.Builder
		for i := range fit {
			if i > 0 {
				line.WriteString(strings.Repeat(" ", between))
			}
			fill := strings.Repeat(" ", widths[i]-width(columns[i][r]))
			if t.Columns[i].Numbers {
				line.WriteString(fill + columns[i][r])
			} else {
				line.WriteString(columns[i][r] + fill)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	b.WriteString(t.rest(fit))
	return strings.TrimRight(b.String(), "\n")
}

// shrink cuts long cells and returns how many columns then fit.
func (t Table) shrink(columns [][]string, widths []int) int {
	used := -between
	for i, column := range columns {
		for r, cell := range column {
			column[r] = terminal.Truncate(cell, longCell, "…")
		}
		widths[i] = widest(column)
		if used += widths[i] + between; used > Width && i > 0 {
			return i
		}
	}
	return len(columns)
}

// rest says what is not shown.
func (t Table) rest(fit int) string {
	var left []string
	if t.More != "" {
		left = append(left, t.More)
	}
	if n := len(t.Columns) - fit; n > 0 {
		left = append(left, fmt.Sprintf("%d more columns", n))
	}
	if left == nil {
		return ""
	}
	return "… " + strings.Join(left, ", ")
}

func widest(cells []string) int {
	w := 0
	for _, cell := range cells {
		w = max(w, width(cell))
	}
	return w
}
