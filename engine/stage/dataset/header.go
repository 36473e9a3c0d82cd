package dataset

import (
	"context"
	"fmt"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/calendar"
	"unfold/engine/internal/numeral"
	"unfold/engine/remedy"
)

// judgeHeader looks at a first row that was taken for the names of the columns although no
// number, date or truth value below it says so. It is told; and asked about where a
// name stands among the cells below it, as it does in a row like any other.
func (g *grid) judgeHeader(ctx context.Context) error {
	ofValues := func(c cellColumn) bool {
		return c.spoken == 0 && c.absent < g.rows() || len(c.words) > 0 && isValue(c.words[0])
	}
	if !g.guessed || slices.ContainsFunc(g.columns, ofValues) {
		return nil
	}
	for i, c := range g.columns {
		if c.number[c.name] > 0 {
			return &engine.Error{
				Param:  "header",
				Cause:  fmt.Sprintf("the first row may name the columns, but %q stands among the cells of column %d too (%s)", c.name, i+1, g.place(c.rowOf(int(c.number[c.name])-1))),
				Remedy: remedy.Set("header", "no").If("it is a row").Or(remedy.Set("header", "yes").If("it names them")),
			}
		}
	}
	engine.Remark(ctx, `no cell is a number, and the first row was taken for the names of the columns; header="no" makes it a row`)
	return nil
}

// isValue reports whether a word is what names of columns seldom are: a number, a date or a
// truth value.
func isValue(word string) bool {
	_, number := numeral.Parse(word)
	return number || calendar.Looks(word) || isTruth(word)
}
