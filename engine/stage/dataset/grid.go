package dataset

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/internal/calendar"
	"unfold/engine/internal/delimited"
	"unfold/engine/internal/numeral"
	"unfold/engine/remedy"
)

// A grid is the cells of a file as they were read, before it is known which
// columns are features and which is to be learned.
type grid struct {
	columns []cellColumn
	cells   []float64 // row by row; NaN where a cell is missing or a word
	lines   []int     // the line of the file that each row began at, or the row where it has none; nil of numbers alone
	counted bool      // rows are counted, since the file has no lines
	parts   []part    // the files that the rows are from, where there are several
	headed  bool      // the file names its columns
	guessed bool      // by its first row, which nobody says does
	sparse  bool      // it leaves out cells that are 0, and so may leave out columns

	dates   calendar.Form   // the order of day and month, if it is given
	missing map[string]bool // the words for a missing cell
	odd     bool            // one of those words reads as a number
	decimal decimalMark
	most    int // cells that may be held
}

// A cellColumn is what a grid knows of a column besides its numbers.
type cellColumn struct {
	name   string
	kind   columnKind
	mends  []mend           // what its cells went through
	words  []string         // the different words in it
	number map[string]int32 // of each word, counted from one
	word   []int32          // by row, the number of its word or 0; shorter than the rows where only zeros follow

	spoken    int                // cells that are words
	absent    int                // cells that are missing
	pointLine int                // the line of the first number with a decimal point
	commaLine int                // and with a decimal comma
	parsed    bool               // whether its words are numbers that people write
	reading   *reading           // how they were read, if they are
	truth     bool               // its words were true and false, which are 1 and 0 now
	form      calendar.Form      // of its numbers, which are days; empty if they are no moments
	zoned     bool               // its dates named their zones
	open      []calendar.Reading // its words are dates in more than one way
	zeros     string             // a number with zeros before it, "" for none
	like      *string            // how they were written where the column was learned from: see written
	rounded   string             // a whole number beyond what float64 tells apart, "" for none
}

// A columnKind is what a file declares a column to be.
type columnKind int

const (
	undeclared columnKind = iota
	declaredNumeric
	declaredCategorical
)

// A decimalMark says which character separates whole numbers from fractions.
type decimalMark struct {
	comma, point bool // which may
	given        bool // by decimal=
	commaLine    int  // where each was first seen
	pointLine    int
}

// usuallyMissing are the words for a missing cell unless na= leaves them out.
var usuallyMissing = []string{"?", "NA", "N/A", "na", "n/a", "null", "NULL", "Null"}

// newGrid returns a grid without cells. Words of na= are missing besides the usual ones, or
// alone behind "only".
func (l *Load) newGrid() *grid {
	missing := l.NA
	if len(missing) > 0 && missing[0] == "only" {
		missing = missing[1:]
	} else {
		missing = slices.Concat(usuallyMissing, missing)
	}
	g := &grid{missing: map[string]bool{}, decimal: decimalMark{point: true}, dates: orders[l.Dates], most: l.cells()}
	for _, word := range missing {
		word = strings.TrimSpace(word)
		g.missing[word] = true
		if _, ok := delimited.ParseNumber([]byte(word)); ok {
			g.odd = true
		}
	}
	return g
}

// rows returns how many rows the grid has.
func (g *grid) rows() int {
	if len(g.columns) == 0 {
		return 0
	}
	return len(g.cells) / len(g.columns)
}

// name gives the columns their names; empty ones are named by position, and a
// name that came before gets a number.
func (g *grid) name(names []string) {
	g.columns = make([]cellColumn, len(names))
	taken := map[string]bool{}
	for i, name := range names {
		if name = strings.ToValidUTF8(name, "\uFFFD"); name == "" {
			name = fmt.Sprintf("x%d", i+1)
		}
		unique := name
		for copies := 2; taken[unique]; copies++ {
			unique = fmt.Sprintf("%s.%d", name, copies)
		}
		taken[unique] = true
		g.columns[i].name = unique
	}
}

// add appends a row.
func (g *grid) add(line int, row [][]byte) error {
	if len(row) != len(g.columns) {
		against := "the row before it has"
		if g.headed {
			against = "the header has"
		}
		return delimited.Fault(line, fmt.Sprintf("%d cells where %s %d", len(row), against, len(g.columns)))
	}
	if len(g.cells)+len(row) > g.most {
		return tooManyCells(g.most)
	}
	at := len(g.lines)
	g.lines = append(g.lines, line)
	for c, cell := range row {
		g.cells = append(g.cells, math.NaN())
		if err := g.set(at, c, cell); err != nil {
			return err
		}
	}
	return nil
}

// set reads a cell, which is NaN so far. In each column, rows ascend.
func (g *grid) set(row, c int, cell []byte) error {
	column, line := &g.columns[c], g.lines[row]
	if len(cell) == 0 || g.odd && g.missing[string(cell)] {
		column.absent++
		return nil
	}
	value, comma, ok := g.parseCell(cell)
	switch {
	case ok && comma:
		keepFirst(&column.commaLine, line)
	case ok && column.pointLine == 0 && bytes.IndexByte(cell, '.') >= 0:
		column.pointLine = line
	}
	if g.decimal.comma && g.decimal.point {
		keepFirst(&g.decimal.commaLine, column.commaLine)
		keepFirst(&g.decimal.pointLine, column.pointLine)
	}
	if g.decimal.commaLine > 0 && g.decimal.pointLine > 0 {
		return &engine.Error{
			Param:  "decimal",
			Cause:  fmt.Sprintf("line %d has a decimal comma and line %d a decimal point", g.decimal.commaLine, g.decimal.pointLine),
			Remedy: remedy.Set("decimal", "comma", "point"),
		}
	}
	if ok && math.Abs(value) >= 1<<53 && numeral.IsWhole(string(cell)) {
		value, ok = math.NaN(), false // until it is known whether it is a name or a number
	}
	if ok && delimited.HasLeadingZero(cell) {
		value, ok = math.NaN(), false // until it is known whether it is a name or a number
	}
	g.cells[row*len(g.columns)+c] = value
	switch {
	case ok && math.IsNaN(value), !ok && g.missing[string(cell)]:
		column.absent++
	case !ok:
		column.addWord(row, cell)
	}
	return nil
}

// keepFirst sets kept to line unless it is set.
func keepFirst(kept *int, line int) {
	if *kept == 0 {
		*kept = line
	}
}

// addWord records that the cell of a row is a word.
func (c *cellColumn) addWord(row int, cell []byte) {
	if c.spoken == 0 {
		c.number = map[string]int32{}
	}
	c.spoken++
	n, known := c.number[string(cell)]
	if !known {
		c.words = append(c.words, strings.ToValidUTF8(string(cell), "\uFFFD"))
		n = int32(len(c.words))
		c.number[string(cell)] = n
	}
	for len(c.word) < row {
		c.word = append(c.word, 0)
	}
	c.word = append(c.word, n)
}

// parseCell reads a cell as a number, with the decimal marks that are allowed,
// and tells whether it has a comma. It returns NaN and false for a word.
func (g *grid) parseCell(cell []byte) (v float64, comma, ok bool) {
	if g.decimal.point {
		if v, ok := delimited.ParseNumber(cell); ok {
			return v, false, true
		}
	}
	if g.decimal.comma && bytes.IndexByte(cell, '.') < 0 && bytes.Count(cell, []byte{','}) <= 1 {
		if v, ok := delimited.ParseNumber(bytes.Replace(cell, []byte{','}, []byte{'.'}, 1)); ok {
			return v, bytes.IndexByte(cell, ',') >= 0, true
		}
	}
	return math.NaN(), false, false
}

func tooManyCells(most int) *engine.Error {
	return &engine.Error{
		Param:  "limit",
		Cause:  fmt.Sprintf("the table has more than %d cells, which takes %d MB", most, most>>17),
		Remedy: remedy.Raise("limit").Or(remedy.Say("take fewer rows or columns")),
	}
}

// place says where a row stands: "line 7", or "row 7" in files without lines, and of
// which file if there are several.
func (g *grid) place(row int) string {
	what, of := "line", ""
	if g.counted {
		what = "row"
	}
	for _, p := range g.parts {
		if row >= p.from {
			of = " of " + p.name
		}
	}
	return fmt.Sprintf("%s %d%s", what, g.lines[row], of)
}
