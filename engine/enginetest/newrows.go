package enginetest

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/data/newrows"
	"unfold/engine/evaluate"
)

// SecondFile returns rows of a table as another file has them that knows nothing
// of the first: its columns stand the other way round, its levels are those that
// the rows have, numbered in the order in which they come, one more column is of
// no use, what is to be learned is not there, and the column which would stand
// last is taken for it.
func SecondFile(t *engine.Table, at []int) *engine.Table {
	rows := t.Take(at)
	n, d := rows.X.Dims()
	x, columns := mat.NewDense(n, d+1, nil), []engine.Column{{Name: "of no use"}}
	for c := d - 1; c >= 0; c-- {
		column, cells := renumberLevels(t.Columns[c], mat.Col(nil, c, rows.X))
		x.SetCol(len(columns), cells)
		columns = append(columns, column)
	}
	second := &engine.Table{Name: "second", Source: "second", X: x, Columns: columns, Rows: make([]int, n)}
	for i := range n {
		second.Rows[i] = i
	}
	last, cells := columns[d], mat.Col(nil, d, x)
	if slices.ContainsFunc(cells, math.IsNaN) {
		return second
	}
	second.X, second.Columns, second.Label = mat.DenseCopyOf(x.Slice(0, n, 0, d)), columns[:d], last.Name
	if last.Levels == nil {
		second.Response = mat.NewDense(n, 1, cells)
		return second
	}
	second.Classes = last.Levels
	for _, v := range cells {
		second.Labels = append(second.Labels, int(v))
	}
	return second
}

// renumberLevels is a column that knows only the levels which its cells have.
func renumberLevels(c engine.Column, cells []float64) (engine.Column, []float64) {
	if c.Levels == nil {
		return c, cells
	}
	out := engine.Column{Name: c.Name, Levels: []string{}}
	number := map[float64]int{}
	for i, v := range cells {
		if math.IsNaN(v) {
			continue
		}
		at, known := number[v]
		if !known {
			at = len(out.Levels)
			number[v] = at
			out.Levels = append(out.Levels, c.Levels[int(v)])
		}
		cells[i] = float64(at)
	}
	return out, cells
}

// NewRows tests that a run answers for its held rows, in a file of their own,
// what it has answered for them as held rows, bit by bit: all at once, and each
// in a file by itself. The table is the one that it ran on. It reports whether
// the run can place new rows at all.
func NewRows(t *testing.T, table *engine.Table, run *engine.Run) (places bool) {
	t.Helper()
	ctx := t.Context()
	held := run.Fold.Held
	if _, err := newrows.Place(ctx, run, table.Take(held).X); err != nil {
		return false
	}
	at := run.Mapped
	if at == nil {
		at = run.Held.X
	}
	files := [][]int{held}
	for _, row := range held {
		files = append(files, []int{row})
	}
	for f, rows := range files {
		x, err := newrows.Match(ctx, run.Header, SecondFile(table, rows))
		if err != nil {
			t.Errorf("rows %v in a second file: %v", rows, err)
			return true
		}
		testAnswers(t, run, at, x, max(0, f-1), len(rows))
	}
	testLacking(t, table, run)
	return true
}

// testAnswers holds what a run says of new rows against what it said of n of
// its held rows, from the given one onwards, whose places were at.
func testAnswers(t *testing.T, run *engine.Run, at, x *mat.Dense, from, n int) {
	t.Helper()
	placed, err := newrows.Place(t.Context(), run, x)
	if err != nil {
		t.Errorf("held rows from %d, in a second file: %v", from, err)
		return
	}
	_, dim := at.Dims()
	if i, same := sameBits(cells(placed), cells(at)[from*dim:(from+n)*dim]); !same {
		t.Errorf("held row %d of %d is placed otherwise in a second file", from+i/dim, n)
	}
	if run.Predictor == nil {
		return
	}
	said, err := newrows.Predict(t.Context(), run, x)
	width := run.Train.Width()
	if err != nil {
		t.Errorf("held rows from %d, in a second file: %v", from, err)
	} else if i, same := sameBits(said, run.Predicted[from*width:(from+n)*width]); !same {
		t.Errorf("held row %d of %d is predicted otherwise in a second file", from+i/width, n)
	}
}

// testLacking takes a column out of a second file: it must be named.
func testLacking(t *testing.T, table *engine.Table, run *engine.Run) {
	t.Helper()
	second := SecondFile(table, run.Fold.Held)
	lost := second.Columns[1].Name
	second.Columns = slices.Clone(second.Columns)
	second.Columns[1].Name = "something else"
	_, err := newrows.Match(t.Context(), run.Header, second)
	var told *engine.Error
	if !errors.As(err, &told) || !strings.Contains(told.Cause, lost) || told.Remedy == nil {
		t.Errorf("without column %s: error is %v, want an *engine.Error that names it, with a remedy", lost, err)
	}
}

// testNewRows runs a sentence and tests it on its held rows as new ones.
func testNewRows(t *testing.T, table *engine.Table, steps ...any) (places bool) {
	t.Helper()
	report, err := evaluate.Run(t.Context(), sentence(table, append([]any{hold{}}, steps...)...), evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	return NewRows(t, table, report.Runs[0])
}
