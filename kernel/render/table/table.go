// Package table sets tables in text and in HTML from one description. In both,
// numbers of a column are aligned on their decimal point, and nothing that
// comes from data is taken for markup.
package table

import (
	"strings"
	"unfold/engine/figure"
	"unicode"

	"github.com/mattn/go-runewidth"
)

// A Table is a title, a head and rows of cells.
type Table struct {
	Title   string
	Columns []Column
	Rows    [][]string // each as long as Columns
	// Named says that the first cell of each row is its name.
	Named bool
	// MoreRows and MoreColumns count what is left out; none below one.
	MoreRows, MoreColumns int
	// Marks, by row and column, are what is to be noticed; nil for nothing.
	Marks [][]figure.Mark
	// Whole sets columns that do not fit a terminal under the others, with the
	// names of the rows before them, instead of leaving them out.
	Whole bool
	// Foot are sentences under the table.
	Foot []string
}

// A Column is the head of a column.
type Column struct {
	Name string
	// Numbers aligns the cells on their decimal point; words among them go to
	// the right.
	Numbers bool
}

// Of makes a table of plain cells. A column whose cells are all numbers is
// aligned as such, and the first column names the rows.
func Of(title string, header []string, rows [][]string) Table {
	t := Table{Title: title, Named: true}
	for _, name := range header {
		t.Columns = append(t.Columns, Column{Name: name})
	}
	for _, row := range rows {
		cells := make([]string, len(header))
		copy(cells, row)
		t.Rows = append(t.Rows, cells)
	}
	for i := range t.Columns {
		t.Columns[i].Numbers = t.allNumbers(i)
	}
	return t
}

// allNumbers reports whether column i has numbers and little else: blanks and
// the words for what has no number may stand among them.
func (t Table) allNumbers(i int) bool {
	some := false
	for _, row := range t.Rows {
		switch row[i] {
		case "", "—", Missing, NotANumber, Infinity, MinusInfinity:
		default:
			if !startsNumber(row[i]) {
				return false
			}
			some = true
		}
	}
	return some
}

// startsNumber reports whether s begins as a number does: 0.97 ± 0.02 is one.
func startsNumber(s string) bool {
	s = strings.TrimLeft(s, "+-−")
	return s != "" && s[0] >= '0' && s[0] <= '9'
}

// split parts a number before its decimal point; a number without one is all
// head.
func split(s string) (head, tail string) {
	end := strings.IndexFunc(s, func(r rune) bool { return !strings.ContainsRune("+-−0123456789", r) })
	if end < 0 || !startsNumber(s) {
		return s, ""
	}
	return s[:end], s[end:]
}

// width is the number of columns that s takes in a terminal.
func width(s string) int { return terminal.StringWidth(s) }

// terminal measures text apart from the locale of the process, so that the
// same table is the same text everywhere.
var terminal = &runewidth.Condition{}

// aligned returns the cells of column i, the numbers among them filled on the
// right so that, set flush right, their points stand in line. Blank gives the
// filler that is as wide as a character.
func (t Table) aligned(i int, blank func(rune) rune) []string {
	cells := make([]string, len(t.Rows))
	var longest []rune
	for r, row := range t.Rows {
		cells[r] = clean(row[i])
		if _, tail := split(cells[r]); t.Columns[i].Numbers && len([]rune(tail)) > len(longest) {
			longest = []rune(tail)
		}
	}
	for r, cell := range cells {
		if _, tail := split(cell); t.Columns[i].Numbers && startsNumber(cell) {
			for _, c := range longest[len([]rune(tail)):] {
				cells[r] += string(blank(c))
			}
		}
	}
	return cells
}

// clean makes one line of a cell: control characters, also those that would
// colour or clear a terminal, become blanks.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
}
