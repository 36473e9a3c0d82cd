package figure

import (
	"encoding/csv"
	"math"
	"strconv"
	"strings"
)

// A Sheet is a table of results as data: what stands in it, and what is to be
// noticed. Renderers decide its looks.
type Sheet struct {
	Title   string
	Columns []string
	Rows    [][]Cell
	Foot    []string // sentences under the table: the test, its assumptions, n
}

// A Cell is an entry of a sheet.
type Cell struct {
	Text  string  // as it is read
	Value float64 // in full; NaN for what is no number
	Mark  Mark
}

// A Mark says how an entry compares with the others of its row or column.
type Mark int

// The marks.
const (
	Plain Mark = iota
	Best
	Tied // not told apart from the best by the test under the table
)

// Nothing is how a cell reads that has neither a number nor a word.
const Nothing = "—"

// Word is a cell without a number.
func Word(text string) Cell { return Cell{Text: text, Value: math.NaN()} }

// Figures is a cell with a number, written with so many decimals.
func Figures(v float64, decimals int) Cell {
	if math.IsNaN(v) {
		return Word(Nothing)
	}
	return Cell{Text: strconv.FormatFloat(v, 'f', decimals, 64), Value: v}
}

// CSV writes the sheet as comma-separated values (RFC 4180), numbers in full. What
// has nothing is empty, so that columns of numbers are read as such.
func (s *Sheet) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write(s.Columns)
	for _, row := range s.Rows {
		record := make([]string, len(row))
		for i, c := range row {
			record[i] = c.Text
			if c.Text == Nothing {
				record[i] = ""
			}
			if !math.IsNaN(c.Value) {
				record[i] = strconv.FormatFloat(c.Value, 'g', -1, 64)
			}
		}
		w.Write(record)
	}
	w.Flush()
	return b.String()
}
