package table

import (
	"strings"
	"unfold/engine/figure"
)

// signs stand after the numbers that are marked, in text and on a page alike:
// bold alone is lost in a terminal, in a copy, and to who listens.
var signs = map[figure.Mark]string{figure.Plain: " ", figure.Best: "*", figure.Tied: "~"}

// mark returns the mark of a cell.
func (t Table) mark(row, column int) figure.Mark {
	if row >= len(t.Marks) || column >= len(t.Marks[row]) {
		return figure.Plain
	}
	return t.Marks[row][column]
}

// marked reports whether some cell of a column has a mark, so that all its
// cells leave room for one.
func (t Table) marked(column int) bool {
	for row := range t.Rows {
		if t.mark(row, column) != figure.Plain {
			return true
		}
	}
	return false
}

// key says what the marks in the table mean; it is empty without marks.
func (t Table) key() string {
	used := map[figure.Mark]bool{}
	for _, row := range t.Marks {
		for _, m := range row {
			used[m] = true
		}
	}
	var words []string
	if used[figure.Best] {
		words = append(words, signs[figure.Best]+" best")
	}
	if used[figure.Tied] {
		words = append(words, signs[figure.Tied]+" not told apart from the best")
	}
	return strings.Join(words, ", ")
}

// under returns the lines under the table: what its marks mean, and its foot.
func (t Table) under() []string {
	if key := t.key(); key != "" {
		return append([]string{key}, t.Foot...)
	}
	return t.Foot
}
