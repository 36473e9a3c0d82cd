package table

import (
	"strings"

	"unfold/engine"
)

// signs stand after the numbers that are marked, in text and on a page alike:
// bold alone is lost in a terminal, in a copy, and to who listens.
var signs = map[engine.Mark]string{engine.Plain: " ", engine.Best: "*", engine.Tied: "~"}

// mark returns the mark of a cell.
func (t Table) mark(row, column int) engine.Mark {
	if row >= len(t.Marks) || column >= len(t.Marks[row]) {
		return engine.Plain
	}
	return t.Marks[row][column]
}

// marked reports whether some cell of a column has a mark, so that all its
// cells leave room for one.
func (t Table) marked(column int) bool {
	for row := range t.Rows {
		if t.mark(row, column) != engine.Plain {
			return true
		}
	}
	return false
}

// key says what the marks in the table mean; it is empty without marks.
func (t Table) key() string {
	used := map[engine.Mark]bool{}
	for _, row := range t.Marks {
		for _, m := range row {
			used[m] = true
		}
	}
	var words []string
	if used[engine.Best] {
		words = append(words, signs[engine.Best]+" best")
	}
	if used[engine.Tied] {
		words = append(words, signs[engine.Tied]+" not told apart from the best")
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
