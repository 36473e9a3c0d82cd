package dataset

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
	"unfold/engine/stage/generator"
	"unfold/engine/wording"
)

// table makes a table of the cells that were read: it decides what each
// column is, and learns classes and levels.
func (l *Load) table(ctx context.Context, g *grid) (*engine.Table, error) {
	if g.rows() == 0 {
		cause := "the file has no rows"
		if g.headed {
			cause = "the file has a header but no rows"
		}
		return nil, &engine.Error{Param: "path", Cause: cause, Remedy: remedy.Say("give a file with rows")}
	}
	if l.learned != nil {
		return l.newRows(ctx, g)
	}
	if err := l.mendAll(g); err != nil {
		return nil, err
	}
	if err := g.judgeHeader(ctx); err != nil {
		return nil, err
	}
	for _, name := range l.Categorical {
		c, err := g.find("categorical", name)
		if err != nil {
			return nil, err
		}
		g.columns[c].kind = declaredCategorical
	}
	roles, err := l.assignRoles(ctx, g)
	if err != nil {
		return nil, err
	}
	target, err := roles.readTarget(g)
	if err != nil {
		return nil, err
	}
	if target, err = generator.CheckKnown(target, g.rows()); err != nil {
		return nil, err
	}
	table, err := g.table(&roles, target, g.everyRow())
	if err != nil {
		return nil, err
	}
	if table.Image, err = l.imageOf(table); err != nil {
		return nil, err
	}
	l.remark(ctx, g, &roles, table)
	return table, nil
}

// table makes a table of the given rows. The grid is used up.
func (g *grid) table(r *roles, target engine.Target, rows []int) (*engine.Table, error) {
	t := &engine.Table{Target: target, Rows: rows, Aside: g.copyAside(rows, r.aside)}
	var err error
	if t.Columns, err = g.encode(r.features); err != nil {
		return nil, err
	}
	t.X = g.extract(rows, r.features)
	return t, nil
}

// everyRow returns the positions of all rows.
func (g *grid) everyRow() []int {
	rows := make([]int, g.rows())
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// copyAside copies columns that are not learned from. With a word among its
// cells a column is one of levels, whatever the others are.
func (g *grid) copyAside(rows, columns []int) engine.Aside {
	if len(columns) == 0 {
		return engine.Aside{}
	}
	a := engine.Aside{X: mat.NewDense(len(rows), len(columns), nil), Columns: make([]engine.Column, len(columns))}
	for to, c := range columns {
		column := &g.columns[c]
		g.readWritten(c)
		a.Columns[to] = engine.Column{Name: column.name, Written: column.notation()}
		if column.spoken == 0 && column.kind != declaredCategorical {
			for i, r := range rows {
				a.X.Set(i, to, g.cells[r*len(g.columns)+c])
			}
			continue
		}
		of, names := g.levels(c)
		a.Columns[to].Levels = append([]string{}, names...)
		for i, r := range rows {
			if a.X.Set(i, to, float64(of[r])); of[r] < 0 {
				a.X.Set(i, to, math.NaN())
			}
		}
	}
	return a
}

// find returns the column of a name, or of a position counted from 1, or from
// −1 backwards.
func (g *grid) find(param, name string) (int, error) {
	name = strings.TrimSpace(name)
	if c := g.position(name); c >= 0 {
		return c, nil
	}
	d := len(g.columns)
	if at, err := strconv.Atoi(name); err == nil {
		if at >= 1 && at <= d {
			return at - 1, nil
		}
		if at <= -1 && at >= -d {
			return d + at, nil
		}
	}
	names := make([]string, d)
	for i, c := range g.columns {
		names[i] = c.name
	}
	advice := remedy.Say("did you mean %s?", strings.Join(wording.Nearest(name, names), ", "))
	if len(wording.Nearest(name, names)) == 0 {
		advice = remedy.Say("the columns are %s", wording.Names(names))
	}
	return 0, &engine.Error{Param: param, Cause: fmt.Sprintf("no column %q", name), Remedy: advice}
}

// findAll returns the columns of several names, each of them once. Names that
// are one name of a column once they are joined by commas mean that column.
func (g *grid) findAll(param string, names []string) ([]int, error) {
	if c := g.position(strings.Join(names, ",")); c >= 0 {
		return []int{c}, nil
	}
	var found []int
	for _, name := range names {
		c, err := g.find(param, name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(found, c) {
			return nil, &engine.Error{Param: param, Cause: fmt.Sprintf("column %s is named twice", g.columns[c].name), Remedy: remedy.Say("name each column once")}
		}
		found = append(found, c)
	}
	return found, nil
}

func (g *grid) position(name string) int {
	return slices.IndexFunc(g.columns, func(c cellColumn) bool { return c.name == name })
}

// isCategorical reports whether the cells of column c are levels. A word in a
// column of numbers is an error.
func (g *grid) isCategorical(c int) (bool, error) {
	switch column := &g.columns[c]; {
	case column.kind == declaredCategorical:
		return true, nil
	case g.isNumeric(c):
		return false, nil
	case column.kind == undeclared && g.isWords(c) && column.open == nil && g.strayAmongDates(c) < 0:
		return true, nil
	}
	return false, g.notNumericError(c)
}

// isNumeric reports whether all cells of column c are numbers, as they stand or
// as people write them.
func (g *grid) isNumeric(c int) bool {
	g.readWritten(c)
	return g.columns[c].spoken == 0 && g.columns[c].kind != declaredCategorical
}

// isWords reports whether most cells of column c are words, and no numbers.
func (g *grid) isWords(c int) bool {
	g.readWritten(c)
	column := &g.columns[c]
	present := g.rows() - column.absent
	if 2*column.spoken <= present {
		return false
	}
	strays, _ := column.countWords()
	return 2*strays > present
}

// encode describes the given columns, and replaces the cells of categorical ones
// by the numbers of their levels.
func (g *grid) encode(features []int) ([]engine.Column, error) {
	columns := make([]engine.Column, len(features))
	for i, c := range features {
		columns[i].Name, columns[i].Mends = g.columns[c].name, g.columns[c].mends
		categorical, err := g.isCategorical(c)
		if err != nil {
			return nil, err
		}
		if !categorical {
			columns[i].Written = g.columns[c].notation()
			continue
		}
		of, names := g.levels(c)
		columns[i].Levels = append([]string{}, names...)
		for row, level := range of {
			at := row*len(g.columns) + c
			if g.cells[at] = float64(level); level < 0 {
				g.cells[at] = math.NaN()
			}
		}
	}
	return columns, nil
}

// extract returns the given columns of the given rows, which ascend, as a
// matrix. It is built in the cells of the grid, which cannot be used any more.
func (g *grid) extract(rows, columns []int) *mat.Dense {
	d := len(g.columns)
	kept := make([]float64, len(columns))
	to := 0
	for _, r := range rows {
		row := g.cells[r*d : (r+1)*d]
		for i, c := range columns {
			kept[i] = row[c]
		}
		to += copy(g.cells[to:], kept)
	}
	return mat.NewDense(len(rows), len(columns), g.cells[:to:to])
}
