package dataset

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"unfold/engine"
	"unfold/engine/data/newrows"
	"unfold/engine/remedy"
)

// LoadMatching reads new rows by what the columns of the same names were where
// they were learned from: no last column is taken for a class, numbers are
// levels where they were levels. Label, Response,
// Features and Categorical have no say.
func (l *Load) LoadMatching(ctx context.Context, h engine.Header) (*engine.Table, error) {
	by := *l
	by.learned = &h
	return by.Load(ctx)
}

// Elsewhere returns the source with another path. The checksum stays behind,
// for it is of the first file, and so does what lies beside that. Of several tables that
// of the same name is meant; a file with one alone has it without.
func (l *Load) Elsewhere(path string) engine.Matcher {
	other := *l
	other.another = true
	other.Path, other.SHA256, other.Beside = path, "", ""
	return &other
}

// newRows makes a table of cells that are no training rows.
func (l *Load) newRows(ctx context.Context, g *grid) (*engine.Table, error) {
	if g.sparse {
		if err := g.addZeroColumns(l.learned.Columns); err != nil {
			return nil, err
		}
	}
	g.mendAsLearned(l.learned)
	r, err := g.matchColumns(l.learned)
	if err != nil {
		return nil, err
	}
	t, err := g.table(&r, engine.Target{}, g.everyRow())
	if err == nil {
		r.remarkCells(ctx, g, t)
	}
	return t, err
}

// matchColumns assigns roles to columns by name, and makes those that
// were learned from what they were.
func (g *grid) matchColumns(h *engine.Header) (roles, error) {
	r := roles{label: -1}
	names := make([]string, len(g.columns))
	for c := range g.columns {
		names[c] = g.columns[c].name
	}
	if err := g.checkPositions(h); err != nil {
		return r, err
	}
	if err := newrows.Check(*h, names); err != nil {
		return r, g.explainUnnamed(err)
	}
	learned := make(map[string]engine.Column, len(h.Columns))
	for _, c := range h.Columns {
		learned[c.Name] = c
	}
	for c := range g.columns {
		column := &g.columns[c]
		switch was, found := learned[column.name]; {
		case !found && slices.Contains(h.Target, column.name): // it is what will be predicted
		case !found:
			r.aside = append(r.aside, c)
		default:
			r.features = append(r.features, c)
			if err := g.matchColumn(c, was); err != nil {
				return r, err
			}
		}
	}
	return r, nil
}

// checkPositions refuses a file without names that has more columns than the one without
// names that was learned from: which of them are meant nobody can tell.
func (g *grid) checkPositions(h *engine.Header) error {
	known := slices.Concat(engine.NamesOf(h.Columns), h.Target, h.Aside)
	named := func(name string) bool { return !isPosition(name) }
	if g.headed || g.sparse || len(g.columns) <= len(known) || slices.ContainsFunc(known, named) {
		return nil
	}
	return &engine.Error{
		Param:  "path",
		Cause:  fmt.Sprintf("the file has %d columns without names, but %d where it was learned from, so that their places say nothing", len(g.columns), len(known)),
		Remedy: remedy.Say("name the columns in the first line of both files, or give rows of the same columns"),
	}
}

// matchColumn makes column c what it was where it was learned from: levels, or
// numbers that are written in the same unit.
func (g *grid) matchColumn(c int, was engine.Column) error {
	column := &g.columns[c]
	if was.Levels != nil {
		column.kind = declaredCategorical
		return nil
	}
	column.kind, column.like = declaredNumeric, &was.Written
	if !g.isNumeric(c) {
		return g.wordInNumbersError(c)
	}
	if is := column.notation(); g.rows() > column.absent && inUnit(is) != inUnit(was.Written) {
		return &engine.Error{
			Param:  "path",
			Cause:  fmt.Sprintf("column %d (%s) holds %s, but %s where it was learned from", c+1, column.name, inUnit(is), inUnit(was.Written)),
			Remedy: remedy.Say("write them alike in both files"),
		}
	}
	return nil
}

// explainUnnamed adds to the error of missing columns that the file names none.
func (g *grid) explainUnnamed(err error) error {
	var lacking *engine.Error
	if g.headed || !errors.As(err, &lacking) {
		return err
	}
	named := *lacking
	named.Remedy = remedy.Say("the file names no columns, so they are called x1 to x%d: name them in its first line", len(g.columns)).Or(remedy.Set("header", "yes").If("that is what the first line does"))
	return &named
}

// wordInNumbersError is the error of a word in a column that held numbers where
// it was learned from.
func (g *grid) wordInNumbersError(c int) error {
	column := &g.columns[c]
	_, first := column.countWords()
	if first < 0 || column.open != nil {
		return g.notNumericError(c)
	}
	word := column.words[first]
	return &engine.Error{
		Param:  "path",
		Cause:  fmt.Sprintf("%s: column %d (%s) holds %q, but held numbers where it was learned from", g.place(column.rowOf(first)), c+1, column.name, word),
		Remedy: remedy.Say("mend the cell").Or(remedy.Set("na", word).If("that means missing")),
	}
}

// addZeroColumns adds the columns that a sparse file leaves out at its end
// since all their cells are 0.
func (g *grid) addZeroColumns(columns []engine.Column) error {
	n, d := g.rows(), len(g.columns)
	for _, want := range columns {
		if g.position(want.Name) < 0 && isPosition(want.Name) {
			g.columns = append(g.columns, cellColumn{name: want.Name})
		}
	}
	wide := len(g.columns)
	if wide == d {
		return nil
	}
	if wide > g.most/max(1, n) {
		return tooManyCells(g.most)
	}
	cells := make([]float64, n*wide)
	for i := range n {
		copy(cells[i*wide:], g.cells[i*d:(i+1)*d])
	}
	g.cells = cells
	return nil
}

// isPosition reports whether a column is named by its position in a sparse
// file.
func isPosition(name string) bool {
	digits, named := strings.CutPrefix(name, "x")
	_, err := strconv.Atoi(digits)
	return named && err == nil
}
