package engine

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// Aside are columns that no method learns from unless it is told to by name, such
// as where rows truly are: an embedder may be led by those of training rows, a
// measure or view may judge by those of all. The zero value has none.
type Aside struct {
	X       *mat.Dense // n×a, as that of a table
	Columns []Column   // a
}

// Numbers returns the cells of the named columns, n×len(names), NaN where one is
// missing. The error blames the parameter that names them.
func (a Aside) Numbers(param string, names ...string) (*mat.Dense, error) {
	at := make([]int, len(names))
	for c, name := range names {
		var err error
		if at[c], err = a.find(param, name); err != nil {
			return nil, err
		}
	}
	if a.X == nil || len(names) == 0 {
		return nil, nil
	}
	n, _ := a.X.Dims()
	cells := mat.NewDense(n, len(names), nil)
	for c, from := range at {
		cells.SetCol(c, mat.Col(nil, from, a.X))
	}
	return cells, nil
}

// find returns the position of a column of numbers.
func (a Aside) find(param, name string) (int, error) {
	names := NamesOf(a.Columns)
	at := slices.Index(names, name)
	switch near := wording.Nearest(name, names); {
	case at >= 0 && a.Columns[at].Levels == nil:
		return at, nil
	case at >= 0:
		return 0, &Error{Param: param, Cause: fmt.Sprintf("column %q holds words (%s), not numbers", name, wording.List(a.Columns[at].Levels)), Remedy: remedy.Give(param, "as columns of numbers")}
	case len(near) > 0:
		return 0, &Error{Param: param, Cause: fmt.Sprintf("no column aside is called %q", name), Remedy: remedy.Say("did you mean %s?", strings.Join(near, ", "))}
	case len(names) > 0:
		return 0, &Error{Param: param, Cause: fmt.Sprintf("no column aside is called %q", name), Remedy: remedy.Say("the columns aside are %s", wording.List(names))}
	}
	return 0, &Error{Param: param, Cause: fmt.Sprintf("no column aside is called %q: the table has none", name), Remedy: remedy.Load("keep the column aside", "aside", name)}
}

// Take returns the cells of the rows at the given positions.
func (a Aside) Take(at []int) Aside {
	if a.X != nil {
		a.X = takeRows(a.X, at)
	}
	return a
}

// Hide returns the columns without the cells of the given rows, which are NaN.
func (a Aside) Hide(rows []int) Aside {
	if a.X == nil {
		return a
	}
	a.X = mat.DenseCopyOf(a.X)
	for _, i := range rows {
		for c := range a.Columns {
			a.X.Set(i, c, math.NaN())
		}
	}
	return a
}

// join returns the cells of the rows of a, and behind them those of others.
func (a Aside) join(other Aside) Aside {
	if a.X == nil || other.X == nil {
		return Aside{}
	}
	x := new(mat.Dense)
	x.Stack(a.X, other.X)
	return Aside{x, a.Columns}
}
