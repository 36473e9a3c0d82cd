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
	"unfold/engine/internal/naming"
)

// table makes a table of the cells that were read: it settles what each
// column is, learns classes and levels, and leaves out rows with nothing to be
// learned.
func (l *Load) table(ctx context.Context, g *grid) (*engine.Table, error) {
	if g.rows() == 0 {
		cause := "the file has no rows"
		if g.headed {
			cause = "the file has a header but no rows"
		}
		return nil, &engine.Error{Param: "path", Cause: cause, Remedy: "give a file with rows"}
	}
	for _, name := range l.Categorical {
		c, err := g.find("categorical", name)
		if err != nil {
			return nil, err
		}
		g.columns[c].kind = declaredCategorical
	}
	roles, err := l.roles(g)
	if err != nil {
		return nil, err
	}
	target, err := roles.target(g)
	if err != nil {
		return nil, err
	}
	rows, err := roles.complete(ctx, g, &target)
	if err != nil {
		return nil, err
	}
	table := &engine.Table{Target: target, Rows: rows}
	if table.Columns, err = g.settle(roles.features); err != nil {
		return nil, err
	}
	table.X = g.take(rows, roles.features)
	roles.remark(ctx, g, table)
	return table, nil
}

// roles says what each column is for, by position; −1 for none.
type roles struct {
	label, response int
	features        []int
	guessed         bool // label or response is the last column, by the rule
}

// roles settles what each column is for.
func (l *Load) roles(g *grid) (r roles, err error) {
	r.label, r.response = -1, -1
	none := l.Label == "none" && g.position("none") < 0
	if l.Label != "" && !none {
		if r.label, err = g.find("label", l.Label); err != nil {
			return r, err
		}
	}
	if l.Response != "" {
		if r.response, err = g.find("response", l.Response); err != nil {
			return r, err
		}
	}
	if l.Label == "" && l.Response == "" {
		r.guessed = true
		last := len(g.columns) - 1
		if categorical, err := g.isCategorical(last); err != nil {
			return r, err
		} else if categorical || g.fewWhole(last) {
			r.label = last
		} else {
			r.response = last
		}
	}
	if r.features, err = l.features(g, r); err != nil {
		return r, err
	}
	if len(r.features) == 0 {
		return r, &engine.Error{Param: "features", Cause: fmt.Sprintf("no column is left to learn from: the file has %d", len(g.columns)), Remedy: `name columns with features=, or set label="none"`}
	}
	return r, nil
}

// features returns the columns that features= names or leaves, without the
// label and the response.
func (l *Load) features(g *grid, r roles) ([]int, error) {
	var named []int
	left := make([]bool, len(g.columns))
	for _, name := range l.Features {
		if without, ok := strings.CutPrefix(name, "-"); ok && g.position(name) < 0 {
			c, err := g.find("features", without)
			if err != nil {
				return nil, err
			}
			left[c] = true
			continue
		}
		c, err := g.find("features", name)
		if err != nil {
			return nil, err
		}
		if c == r.label || c == r.response {
			return nil, &engine.Error{Param: "features", Cause: fmt.Sprintf("column %s is what is to be learned", g.columns[c].name), Remedy: "leave it out, or name another label"}
		}
		if !slices.Contains(named, c) {
			named = append(named, c)
		}
	}
	if named == nil {
		for c := range g.columns {
			named = append(named, c)
		}
	}
	return slices.DeleteFunc(named, func(c int) bool { return left[c] || c == r.label || c == r.response }), nil
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
	remedy := "did you mean " + strings.Join(naming.Nearest(name, names), ", ") + "?"
	if len(naming.Nearest(name, names)) == 0 {
		remedy = "the columns are " + listed(names)
	}
	return 0, &engine.Error{Param: param, Cause: fmt.Sprintf("no column %q", name), Remedy: remedy}
}

func (g *grid) position(name string) int {
	return slices.IndexFunc(g.columns, func(c cellColumn) bool { return c.name == name })
}

// isCategorical reports whether the cells of column c are levels. A word in a
// column of numbers is an error.
func (g *grid) isCategorical(c int) (bool, error) {
	column := &g.columns[c]
	present := g.rows() - column.absent
	switch {
	case column.kind == declaredCategorical:
		return true, nil
	case column.spoken == 0:
		return false, nil
	case column.kind == undeclared && 2*column.spoken > present:
		return true, nil
	}
	return false, g.notNumeric(c)
}

func (g *grid) notNumeric(c int) error {
	column := &g.columns[c]
	return &engine.Error{
		Param:  "path",
		Cause:  fmt.Sprintf("%scolumn %d (%s) holds %q, which is not a number", lineText(column.oddLine), c+1, column.name, column.oddWord),
		Remedy: fmt.Sprintf("mend the cell, or set na=%q if that means missing, or categorical=%q", column.oddWord, column.name),
	}
}

// target learns the classes and the response.
func (r *roles) target(g *grid) (engine.Target, error) {
	var target engine.Target
	if r.response >= 0 {
		column := &g.columns[r.response]
		target.Label = column.name
		if column.spoken > 0 {
			return target, g.notNumeric(r.response)
		}
		for at := r.response; at < len(g.cells); at += len(g.columns) {
			target.Response = append(target.Response, g.cells[at])
		}
	}
	if r.label >= 0 {
		target.Label = g.columns[r.label].name
		target.Labels, target.Classes = g.levels(r.label)
	}
	return target, nil
}

// complete returns the rows that have all there is to be learned, and keeps
// the target of those.
func (r *roles) complete(ctx context.Context, g *grid, target *engine.Target) ([]int, error) {
	var rows, without []int
	for i := range g.rows() {
		if target.Labels != nil && target.Labels[i] < 0 || target.Response != nil && math.IsNaN(target.Response[i]) {
			without = append(without, i)
		} else {
			rows = append(rows, i)
		}
	}
	if len(rows) == 0 {
		return nil, &engine.Error{Param: "label", Cause: fmt.Sprintf("no row has a value in column %s, which is to be learned", target.Label), Remedy: `name the label or response, or set label="none"`}
	}
	if len(without) > 0 {
		engine.Remark(ctx, "%d of %d rows have no %s and are left out, first row %d", len(without), g.rows(), target.Label, without[0])
		*target = target.Take(rows)
		if target.HasClasses() {
			left := classTarget(target.Label, target.Labels, target.Classes...)
			target.Labels, target.Classes = left.Labels, left.Classes
		}
	}
	return rows, nil
}

// settle returns what the given columns are, and puts level numbers into the
// cells of categorical ones.
func (g *grid) settle(features []int) ([]engine.Column, error) {
	columns := make([]engine.Column, len(features))
	for i, c := range features {
		columns[i].Name = g.columns[c].name
		categorical, err := g.isCategorical(c)
		if err != nil {
			return nil, err
		}
		if !categorical {
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

// take moves the given columns of the given rows, which ascend, to the front
// of the cells and returns them as a matrix. The grid is used up.
func (g *grid) take(rows, columns []int) *mat.Dense {
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

// remark says what was decided rather than asked for.
func (r *roles) remark(ctx context.Context, g *grid, t *engine.Table) {
	if !g.headed {
		engine.Remark(ctx, "no header: columns are named x1 to x%d", len(g.columns))
	}
	switch {
	case r.guessed && t.HasClasses():
		engine.Remark(ctx, "the last column, %s, is the class: %d different values", t.Label, len(t.Classes))
	case r.guessed:
		engine.Remark(ctx, "the last column, %s, is the response: its numbers are not those of a few classes", t.Label)
	}
	var categorical, incomplete []string
	absent := 0
	for i, c := range r.features {
		if t.Columns[i].Levels != nil {
			categorical = append(categorical, t.Columns[i].Name)
		}
		if n := g.columns[c].absent; n > 0 {
			absent += n
			incomplete = append(incomplete, t.Columns[i].Name)
		}
	}
	if len(categorical) > 0 {
		engine.Remark(ctx, "categorical: %s", listed(categorical))
	}
	if absent > 0 {
		engine.Remark(ctx, "%d cells are missing: %s", absent, listed(incomplete))
	}
	if g.decimal.comma && g.decimal.point && g.decimal.commaLine > 0 {
		engine.Remark(ctx, "commas were read as decimal marks, first in line %d", g.decimal.commaLine)
	}
}

// listed writes up to eight names.
func listed(names []string) string {
	if len(names) > 8 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:8], ", "), len(names)-8)
	}
	return strings.Join(names, ", ")
}
