package dataset

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/data/profile"
	"unfold/engine/internal/numeral"
	"unfold/engine/wording"
)

// remark says what was decided rather than asked for, and what looks as if it
// was not meant.
func (l *Load) remark(ctx context.Context, g *grid, r *roles, t *engine.Table) {
	if !g.headed {
		engine.Remark(ctx, "no header: columns are named x1 to x%d", len(g.columns))
	}
	last := g.columns[r.last(g)].name
	switch {
	case r.guessed && t.HasClasses() && r.doubtful:
		engine.Remark(ctx, `the last column, %s, is the class: %d different values; label="none" makes it a feature`, t.Label, len(t.Classes))
	case r.guessed && t.HasClasses():
		engine.Remark(ctx, "the last column, %s, is the class: %d different values", t.Label, len(t.Classes))
	case r.guessed && t.HasResponse():
		engine.Remark(ctx, "the last column, %s, is the response: its numbers are not those of a few classes", t.Label)
	case r.guessed:
		engine.Remark(ctx, "all columns are numbers, and all are features; response=%q has the last one learned", last)
	}
	var categorical []string
	for _, c := range t.Columns {
		if c.Levels != nil {
			categorical = append(categorical, c.Name)
		}
	}
	if len(categorical) > 0 {
		engine.Remark(ctx, "categorical: %s", wording.Names(categorical))
	}
	r.remarkCells(ctx, g, t)
	profile.RemarkSpellings(ctx, t)
	if !l.keeps && (len(l.Features) == 0 || strings.HasPrefix(l.Features[0], "-")) {
		profile.RemarkIdentifiers(ctx, t)
	}
	if !l.keeps {
		profile.RemarkFar(ctx, t)
	}
}

// remarkCells says how the cells to learn from, and to be learned, were read.
func (r *roles) remarkCells(ctx context.Context, g *grid, t *engine.Table) {
	var incomplete []string
	absent := 0
	for i, c := range r.features {
		if n := g.columns[c].absent; n > 0 {
			absent += n
			incomplete = append(incomplete, t.Columns[i].Name)
		}
	}
	if absent > 0 {
		engine.Remark(ctx, "%d cells are missing: %s", absent, wording.Names(incomplete))
	}
	if g.decimal.comma && g.decimal.point && g.decimal.commaLine > 0 {
		engine.Remark(ctx, "commas were read as decimal marks, first in line %d", g.decimal.commaLine)
	}
	used := slices.Concat(r.features, r.responses, r.kept, []int{r.label})
	g.remarkMoments(ctx, used)
	g.remarkNumbers(ctx, used)
}

// remarkNumbers says how numbers were read that ParseFloat does not read, once
// for each notation, and which digits were lost.
func (g *grid) remarkNumbers(ctx context.Context, used []int) {
	type way struct {
		numeral.Notation
		doubtful bool
	}
	var order []way
	columns, example := map[way][]string{}, map[way]*reading{}
	for _, c := range used {
		if c < 0 {
			continue
		}
		column := &g.columns[c]
		if column.rounded != "" {
			engine.Remark(ctx, "%s holds whole numbers beyond 2⁵³, such as %s, whose last digits are lost; categorical=%q keeps them apart", column.name, column.rounded, column.name)
		}
		r := column.reading
		if r == nil {
			continue
		}
		w := way{r.Notation, !math.IsNaN(r.other)}
		if columns[w] == nil {
			order, example[w] = append(order, w), r
		}
		columns[w] = append(columns[w], column.name)
	}
	for _, w := range order {
		engine.Remark(ctx, "%s: %s", wording.Names(columns[w]), example[w])
	}
}

// String says what a word was read as, and how to have it read otherwise.
func (r *reading) String() string {
	text := fmt.Sprintf("numbers as in %q were read as %s", r.word, formatShortest(r.value))
	if r.Unit == "%" {
		text += ", in per cent"
	}
	if math.IsNaN(r.other) {
		return text
	}
	mark := "comma"
	if r.Decimal == ',' {
		mark = "point"
	}
	return fmt.Sprintf("%s; decimal=%q if it is %s", text, mark, formatShortest(r.other))
}
