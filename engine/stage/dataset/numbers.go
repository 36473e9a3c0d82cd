package dataset

import (
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

// A reading is how the words of a column were read as numbers.
type reading struct {
	numeral.Notation
	word  string  // one of them
	value float64 // what it was read as
	other float64 // what it would be with the other decimal mark, where both fit all words; NaN otherwise
}

// readWritten reads the words of column c as numbers, if they are numbers that
// people write and all of them agree on one notation. Where two notations fit
// all of them, with a decimal point and with a decimal comma, the mark that the
// file has otherwise decides, and the reading tells both.
func (g *grid) readWritten(c int) {
	column := &g.columns[c]
	if column.spoken == 0 || column.kind == declaredCategorical || column.parsed {
		return
	}
	column.parsed = true
	figures := make([]numeral.Numeral, len(column.words))
	for i, word := range column.words {
		var ok bool
		if figures[i], ok = numeral.Parse(word); !ok {
			g.readTruth(c)
			g.readMoments(c)
			return
		}
	}
	var values, others []float64
	var chosen numeral.Notation
	for _, n := range g.notations(column, figures[0]) {
		read, ok := n.ReadAll(figures)
		switch {
		case !ok:
		case values == nil:
			values, chosen = read, n
		case column.like != nil && *column.like != "" && chosen.String() == *column.like:
			// no doubt: it is written as it was
		case !slices.Equal(values, read):
			others = read
		}
	}
	if values == nil || others != nil && g.hasPlainThousands(c) {
		return
	}
	column.reading = newReading(column.words, chosen, values, others)
	if at := slices.IndexFunc(column.words, func(word string) bool { return delimited.HasLeadingZero([]byte(word)) }); at >= 0 {
		column.zeros = column.words[at]
	}
	for i, v := range values {
		if column.rounded == "" && chosen.Rounds(figures[i], v) {
			column.rounded = column.words[i]
		}
	}
	g.replace(c, values)
}

// notations are those in which the column may be written, judged by its first
// numeral and by the cells that are numbers without any: those of the file's own
// decimal mark first.
func (g *grid) notations(column *cellColumn, first numeral.Numeral) []numeral.Notation {
	bare := g.rows()-column.absent-column.spoken > 0 // some cells are numbers as they stand
	switch {
	case bare && (first.Hex || first.Unit != ""):
		return nil
	case first.Hex:
		return []numeral.Notation{{Hex: true}}
	}
	var fit []numeral.Notation
	for _, n := range numeral.Plain {
		point := n.Decimal == '.'
		if point && (!g.decimal.point || column.commaLine > 0) || !point && (g.decimal.given && !g.decimal.comma || column.pointLine > 0) {
			continue
		}
		n.Unit = first.Unit
		fit = append(fit, n)
	}
	comma := g.decimal.comma
	if column.like != nil {
		comma = strings.HasPrefix(*column.like, ",")
	}
	if comma {
		slices.SortStableFunc(fit, func(a, b numeral.Notation) int { return int(a.Decimal) - int(b.Decimal) })
	}
	return fit
}

// hasPlainThousands reports whether a number of 1000 or more stands in column c
// without marks of thousands, so that what looks like them may be decimal
// marks, and decimal= does not say.
func (g *grid) hasPlainThousands(c int) bool {
	if g.decimal.given {
		return false
	}
	return slices.ContainsFunc(g.numbers(c), func(v float64) bool { return math.Abs(v) >= 1000 })
}

// newReading tells how words were read, by the longest of them, or of those that
// another decimal mark would make another number; nil if all are digits alone.
func newReading(words []string, n numeral.Notation, values, others []float64) *reading {
	r := &reading{Notation: n, other: math.NaN()}
	for i, word := range words {
		differs := others != nil && values[i] != others[i]
		told := !math.IsNaN(r.other)
		switch {
		case numeral.IsWhole(word):
		case differs && (!told || len(word) > len(r.word)):
			r.word, r.value, r.other = word, values[i], others[i]
		case !told && len(word) > len(r.word):
			r.word, r.value = word, values[i]
		}
	}
	if r.word == "" {
		return nil
	}
	return r
}

// replace puts the values of the words of column c into its cells.
func (g *grid) replace(c int, values []float64) {
	column := &g.columns[c]
	for row, n := range column.word {
		if n > 0 {
			g.cells[row*len(g.columns)+c] = values[n-1]
		}
	}
	column.words, column.number, column.word, column.spoken = nil, nil, nil, 0
}

// rowOf is the row of the first cell that is word i of the column.
func (column *cellColumn) rowOf(i int) int { return slices.Index(column.word, int32(i+1)) }

// notation tells how the numbers of the column are written, for new rows to be
// read alike: see [engine.Column].
func (column *cellColumn) notation() string {
	switch {
	case column.form != "":
		return string(column.form)
	case column.reading != nil:
		return column.reading.Notation.String()
	case column.commaLine > 0:
		return ","
	}
	return ""
}

// inUnit names the unit of numbers that are written so.
func inUnit(written string) string {
	unit, form := strings.TrimPrefix(written, ","), calendar.Of(written)
	switch {
	case form == calendar.Clock:
		return "times of day"
	case form != "":
		return "dates"
	case unit != "":
		return "numbers with " + unit
	}
	return "numbers without a unit"
}

// countWords counts the cells of a column that are words and no number in any
// notation, and returns the first of them.
func (column *cellColumn) countWords() (count int, first int) {
	first = -1
	other := make([]bool, len(column.words))
	for i, word := range column.words {
		_, numeric := numeral.Parse(word)
		other[i] = !numeric
		if !numeric && first < 0 {
			first = i
		}
	}
	for _, n := range column.word {
		if n > 0 && other[n-1] {
			count++
		}
	}
	return count, first
}

// notNumericError is the error of a column of numbers that holds a word, or
// whose numbers are not written alike.
func (g *grid) notNumericError(c int) error {
	column := &g.columns[c]
	if column.open != nil {
		return g.openDatesError(c)
	}
	if stray := g.strayAmongDates(c); stray >= 0 {
		return g.notDateError(c, stray)
	}
	if _, first := column.countWords(); first >= 0 {
		word := column.words[first]
		return &engine.Error{
			Param:  "path",
			Cause:  fmt.Sprintf("%s: column %d (%s) holds %q, which is not a number", g.place(column.rowOf(first)), c+1, column.name, word),
			Remedy: remedy.Say("mend the cell").Or(remedy.Set("na", word).If("that means missing")).Or(remedy.Set("categorical", column.name)),
		}
	}
	return &engine.Error{
		Param:  "path",
		Cause:  fmt.Sprintf("column %d (%s) writes numbers in more than one way: %q in %s, %s", c+1, column.name, column.words[0], g.place(column.rowOf(0)), g.unlikeFirst(c)),
		Remedy: remedy.Say("write them alike").Or(remedy.Set("decimal", "comma", "point").If("they differ by their decimal marks")).Or(remedy.Set("categorical", column.name)),
	}
}

// unlikeFirst shows a cell of column c that no notation has together with the
// first word.
func (g *grid) unlikeFirst(c int) string {
	column := &g.columns[c]
	figures := make([]numeral.Numeral, 0, len(column.words))
	for i, word := range column.words {
		f, _ := numeral.Parse(word)
		figures = append(figures, f)
		together := func(n numeral.Notation) bool {
			n.Unit, n.Hex = figures[0].Unit, figures[0].Hex
			_, ok := n.ReadAll(figures)
			return ok
		}
		if !slices.ContainsFunc(numeral.Plain, together) {
			return fmt.Sprintf("%q in %s", word, g.place(column.rowOf(i)))
		}
	}
	for row := range g.rows() {
		v := g.cells[row*len(g.columns)+c]
		told := column.pointLine == 0 && column.commaLine == 0 && math.Abs(v) < 1000 && figures[0].Unit == "" && !figures[0].Hex
		if !math.IsNaN(v) && !told && g.lines[row] >= max(column.pointLine, column.commaLine) {
			return fmt.Sprintf("%s in %s", formatShortest(v), g.place(row))
		}
	}
	return "and others"
}
