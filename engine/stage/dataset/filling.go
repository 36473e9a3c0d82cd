package dataset

import (
	"math"
	"slices"

	"unfold/engine/data/format"
	"unfold/engine/internal/calendar"
)

// A filling is a grid that a format fills with the cells of its file.
type filling struct {
	*grid
	fault    error // the first cell that cannot be
	doubtful bool  // names of columns are guessed from the first row
}

var _ format.Cells = new(filling)

// Name names the columns.
func (f *filling) Name(names []string, headed bool) {
	f.name(names)
	f.headed, f.guessed, f.counted = headed, headed && f.doubtful, true
}

// Grow makes room for more rows, whose cells are missing until they are set.
func (f *filling) Grow(rows int) error {
	d, had := len(f.columns), len(f.lines)
	if rows > (f.most-len(f.cells))/max(1, d) {
		return tooManyCells(f.most)
	}
	f.lines, f.cells = slices.Grow(f.lines, rows), slices.Grow(f.cells, rows*d)
	for r := range rows {
		f.lines = append(f.lines, had+r+1)
	}
	for range rows * d {
		f.cells = append(f.cells, math.NaN())
	}
	return nil
}

// Set reads a cell as one of a text file.
func (f *filling) Set(row, column int, cell []byte) {
	if err := f.set(row, column, cell); err != nil && f.fault == nil {
		f.fault = err
	}
}

// Number sets a number.
func (f *filling) Number(row, column int, v float64) { f.cells[row*len(f.columns)+column] = v }

// Categorical says that a column is one of levels.
func (f *filling) Categorical(column int) { f.columns[column].kind = declaredCategorical }

// Moments says that the numbers of a column are dates, or times of day.
func (f *filling) Moments(column int, form calendar.Form) { f.columns[column].form = form }

// end counts the missing cells, and returns the grid.
func (f *filling) end() (*grid, error) {
	for c := range f.columns {
		f.columns[c].absent = -f.columns[c].spoken // cells that are words are NaN as well
	}
	f.countAbsent()
	return f.grid, f.fault
}
