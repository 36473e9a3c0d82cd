// Package newrows takes rows that a run has not seen to where its held rows went:
// matched by the names of columns and the texts of levels, prepared, mapped and
// predicted by what was learned. It imports the vocabulary of the engine and its
// checks. Start at [Match] and [Predict].
package newrows

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// Check returns an error that names the columns which are not among the given
// ones, with a remedy; nil if none is lacking.
func Check(h engine.Header, names []string) error {
	there := map[string]bool{}
	for _, name := range names {
		there[name] = true
	}
	var lacking, alike []string
	for _, c := range h.Columns {
		if there[c.Name] {
			continue
		}
		lacking = append(lacking, strconv.Quote(c.Name))
		for _, name := range names {
			if strings.EqualFold(strings.TrimSpace(name), strings.TrimSpace(c.Name)) {
				alike = append(alike, strconv.Quote(name))
			}
		}
	}
	if lacking == nil {
		return nil
	}
	advice := remedy.Say("columns are matched by their names, and these are there: %s", wording.List(names))
	if alike != nil {
		advice = remedy.Say("names that differ only in case or blanks are there, rename them: %s", wording.List(alike))
	}
	return &engine.Error{Cause: "the new rows lack columns that were learned from: " + wording.List(lacking), Remedy: advice}
}

// Match returns the rows of a table in the columns of h, n×d: whatever the
// table takes a column for, a feature, a target or neither, it is found by its
// name. Levels that h does not have become [engine.Unseen], with a remark that names
// them; so are columns remarked on that are of no use. It fails where a column
// is lacking, and where words stand for numbers.
//
// A table whose columns have the names of h in their order matches column by
// column; only there may names come twice.
func Match(ctx context.Context, h engine.Header, t *engine.Table) (*mat.Dense, error) {
	have := everyColumn(t)
	names := make([]string, len(have))
	places := map[string][]int{} // of the columns with a name
	for i, column := range have {
		names[i] = column.Name
		places[column.Name] = append(places[column.Name], i)
	}
	if err := Check(h, names); err != nil {
		return nil, err
	}
	inOrder := slices.Equal(engine.NamesOf(h.Columns), engine.NamesOf(t.Columns))
	x := mat.NewDense(t.Len(), len(h.Columns), nil)
	for c, want := range h.Columns {
		at := places[want.Name]
		switch {
		case inOrder:
			at = []int{c}
		case len(at) > 1:
			return nil, &engine.Error{Cause: fmt.Sprintf("the new rows have %d columns called %q, in another order than those that were learned from", len(at), want.Name), Remedy: remedy.Say("give each a name of its own")}
		}
		if err := have[at[0]].fill(ctx, x, c, want); err != nil {
			return nil, err
		}
	}
	remarkUseless(ctx, h, names)
	return x, nil
}

// remarkUseless notes columns from which nothing was learned, unless that is
// known of them.
func remarkUseless(ctx context.Context, h engine.Header, names []string) {
	known := map[string]bool{}
	for _, name := range slices.Concat(engine.NamesOf(h.Columns), h.Target, h.Aside) {
		known[name] = true
	}
	var useless []string
	for _, name := range names {
		if !known[name] {
			useless = append(useless, strconv.Quote(name))
		}
	}
	if useless != nil {
		engine.Remark(ctx, "columns of the new rows that nothing was learned from are ignored: %s", wording.List(useless))
	}
}

// admit refuses rows that come without names, and so must have the columns in
// their order, where they cannot have.
func admit(h engine.Header, x *mat.Dense) error {
	n, d := x.Dims()
	if d != len(h.Columns) {
		return &engine.Error{Cause: fmt.Sprintf("new rows have %d columns, the data have %d", d, len(h.Columns)), Remedy: remedy.Say("give the columns of the data, in their order, without the label")}
	}
	for c, column := range h.Columns {
		if column.Levels == nil {
			continue
		}
		for i := range n {
			v := x.At(i, c)
			if number := math.Trunc(v) == v && engine.Unseen <= v && v < float64(len(column.Levels)); !number && !math.IsNaN(v) {
				return &engine.Error{Cause: fmt.Sprintf("row %d has %v in column %q, whose %d levels (%s) are numbered from 0", i, v, column.Name, len(column.Levels), wording.List(column.Levels)), Remedy: remedy.Say("give the rows with their names, as a file or a table, so that levels are matched by their texts")}
			}
		}
	}
	return nil
}

// A namedColumn is a column of a table with its cells, whatever it is for.
type namedColumn struct {
	engine.Column
	rows []int // where each row stands in the source
	at   func(i int) float64
}

// everyColumn lists the features of a table, then what is set aside, then what
// is to be learned.
func everyColumn(t *engine.Table) []namedColumn {
	var all []namedColumn
	add := func(c engine.Column, at func(i int) float64) { all = append(all, namedColumn{c, t.Rows, at}) }
	for c, column := range t.Columns {
		add(column, func(i int) float64 { return t.X.At(i, c) })
	}
	for c, column := range t.Aside.Columns {
		add(column, func(i int) float64 { return t.Aside.X.At(i, c) })
	}
	if t.HasClasses() {
		add(engine.Column{Name: t.Label, Levels: t.Classes}, func(i int) float64 { return float64(t.Labels[i]) })
	}
	for c, name := range t.ResponseNames() {
		add(engine.Column{Name: name}, func(i int) float64 { return t.Response.At(i, c) })
	}
	return all
}

// fill writes the cells into column c of x, as the cells of want.
func (n namedColumn) fill(ctx context.Context, x *mat.Dense, c int, want engine.Column) error {
	convert := n.toNumbers
	if want.Levels != nil {
		convert = n.toLevels(want.Levels)
	}
	unseen := unseenLevels{}
	rows, _ := x.Dims()
	for i := range rows {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		v := n.at(i)
		if math.IsNaN(v) {
			x.Set(i, c, v)
			continue
		}
		number, known := convert(v)
		switch {
		case known:
		case want.Levels == nil:
			return &engine.Error{Cause: fmt.Sprintf("row %d has %q in column %q, which held numbers where it was learned from", n.row(i), n.text(v), n.Name), Remedy: remedy.Say("mend the cell, or leave it empty if nothing is known")}
		default:
			unseen.add(n.text(v), n.row(i))
		}
		x.Set(i, c, number)
	}
	unseen.remark(ctx, want)
	return nil
}

// toNumbers reads a cell as a number, which the text of a level may be.
func (n namedColumn) toNumbers(v float64) (number float64, known bool) {
	if n.Levels == nil {
		return v, true
	}
	number, err := strconv.ParseFloat(n.text(v), 64)
	return number, err == nil
}

// toLevels reads cells as the numbers of the given levels.
func (n namedColumn) toLevels(levels []string) func(v float64) (number float64, known bool) {
	numbers := make(map[string]float64, len(levels))
	for i, text := range levels {
		numbers[text] = float64(i)
	}
	return func(v float64) (float64, bool) {
		if number, known := numbers[n.text(v)]; known {
			return number, true
		}
		return engine.Unseen, false
	}
}

// text writes a cell as its source has it, a number by as few digits as tell
// it.
func (n namedColumn) text(v float64) string {
	switch {
	case n.Levels == nil:
		return strconv.FormatFloat(v+0, 'g', -1, 64) // −0 becomes 0
	case v < 0:
		return "" // a class that is hidden, or a level that was not seen before
	}
	return n.Levels[int(v)]
}

// row is where a row stands in the source.
func (n namedColumn) row(i int) int {
	if i < len(n.rows) {
		return n.rows[i]
	}
	return i
}

// mostTold is how many levels are kept to be told: one more than are written out.
const mostTold = 4

// unseenLevels are the levels of a column that were not there before, with the
// rows that have them.
type unseenLevels struct {
	levels []string // one more than are told, at most
	rows   int
	first  int
}

func (s *unseenLevels) add(level string, row int) {
	if s.rows == 0 {
		s.first = row
	}
	s.rows++
	if level = strconv.Quote(level); len(s.levels) <= mostTold && !slices.Contains(s.levels, level) {
		s.levels = append(s.levels, level)
	}
}

func (s *unseenLevels) remark(ctx context.Context, c engine.Column) {
	if s.rows == 0 {
		return
	}
	engine.Remark(ctx, "column %q has levels that were not learned from, in %s, first row %d: %s; they count as none of %s: mend them if they are misspelt, else learn from rows that have them",
		c.Name, wording.Count(s.rows, "row"), s.first, wording.List(s.levels), wording.List(c.Levels))
}
