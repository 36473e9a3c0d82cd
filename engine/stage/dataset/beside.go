package dataset

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// beside is the source of the file that Beside names: all of its columns are kept.
func (l *Load) beside() *Load {
	return &Load{Path: l.Beside, Label: "none", Limit: l.Limit, Fresh: l.Fresh, keeps: true}
}

// besideError blames beside= for what is wrong with its file.
func (l *Load) besideError(err error) error {
	var fault *engine.Error
	if !errors.As(err, &fault) {
		return err
	}
	blamed := *fault
	blamed.Param = "beside"
	return &blamed
}

// keepBeside keeps the columns of the file beside that of the table aside. A column that
// both have must agree in every row, or the rows are not the same.
func (l *Load) keepBeside(ctx context.Context, t *engine.Table) error {
	if l.Beside == "" || l.learned != nil {
		return nil
	}
	other, err := l.beside().Load(ctx)
	if err != nil {
		return l.besideError(err)
	}
	if t.Len() != other.Len() {
		return &engine.Error{Param: "beside", Cause: fmt.Sprintf("%s has %s, but %s has %s", other.Name, wording.Count(other.Len(), "row"), t.Name, wording.Count(t.Len(), "row")), Remedy: remedy.Say("give a file of the same rows in the same order")}
	}
	for c, column := range other.Columns {
		if err := agree(t, other, c); err != nil {
			return err
		}
		if !slices.Contains(engine.NamesOf(t.Aside.Columns), column.Name) {
			t.Aside = with(t.Aside, column, mat.Col(nil, c, other.X))
		}
	}
	return nil
}

// agree refuses column c of another table where the table has one of its name with
// other numbers.
func agree(t, other *engine.Table, c int) error {
	name := other.Columns[c].Name
	var own []float64
	if at := slices.Index(engine.NamesOf(t.Columns), name); at >= 0 {
		own = mat.Col(nil, at, t.X)
	} else if at := slices.Index(engine.NamesOf(t.Aside.Columns), name); at >= 0 {
		own = mat.Col(nil, at, t.Aside.X)
	} else if at := slices.Index(t.ResponseNames(), name); at >= 0 {
		own = mat.Col(nil, at, t.Response)
	}
	for i, v := range own {
		if w := other.X.At(i, c); v != w && (v == v || w == w) {
			return &engine.Error{Param: "beside", Cause: fmt.Sprintf("%s is %g in row %d of %s, but %g in %s: these are not the same rows", name, v, t.Rows[i], t.Name, w, other.Name), Remedy: remedy.Say("give a file of the same rows in the same order")}
		}
	}
	return nil
}

// with returns the columns aside and one more.
func with(a engine.Aside, column engine.Column, cells []float64) engine.Aside {
	x := mat.NewDense(len(cells), len(a.Columns)+1, nil)
	for c := range a.Columns {
		x.SetCol(c, mat.Col(nil, c, a.X))
	}
	x.SetCol(len(a.Columns), cells)
	return engine.Aside{X: x, Columns: append(slices.Clip(a.Columns), column)}
}
