package prototype

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/remedy"
)

// A coding makes of each column of numbers one of mean 0 and variance 1 over the
// training rows, and of a column of levels an indicator for each level, which have
// mean 0 and together variance 1. A column that does not vary is zero.
type coding struct {
	columns []coded
	given   int // columns before they are coded
}

// A coded column is (v − mean)/spread, v being the cell of a given column, or whether
// the cell is a level.
type coded struct {
	name         string
	from         int // the given column
	level        int // −1 of numbers
	mean, spread float64
}

// newCoding takes means and variances of the known cells.
func newCoding(s engine.Sample) (*coding, error) {
	_, d := s.X.Dims()
	c := &coding{given: d}
	for j := range d {
		column := engine.Column{Name: fmt.Sprintf("column %d", j+1)}
		if s.Columns != nil {
			column = s.Columns[j]
		}
		if column.Levels != nil {
			c.columns = append(c.columns, codeLevels(s.X, j, column)...)
			continue
		}
		number, err := codeNumber(s.X, j, column.Name)
		if err != nil {
			return nil, err
		}
		c.columns = append(c.columns, number)
	}
	return c, nil
}

// codeNumber standardises a column. Deviations are from its first cell, in units of
// the largest of them, so that squares neither overflow nor vanish.
func codeNumber(x *mat.Dense, j int, name string) (coded, error) {
	values := known(x, j)
	c := coded{name: name, from: j, level: -1, spread: math.Inf(1)}
	if len(values) == 0 {
		return c, nil
	}
	largest := 0.0
	for _, v := range values {
		largest = max(largest, math.Abs(v-values[0]))
	}
	if math.IsInf(largest, 0) {
		return c, &engine.Error{Cause: fmt.Sprintf("the values of %q are too far apart to tell their mean", name), Remedy: remedy.Load("leave the column out", "features", "-"+name)}
	}
	c.mean = values[0]
	if largest == 0 {
		return c, nil
	}
	var mean, variance float64
	for _, v := range values {
		mean += (v - values[0]) / largest / float64(len(values))
	}
	for _, v := range values {
		off := (v-values[0])/largest - mean
		variance += float64(off*off) / float64(len(values))
	}
	c.mean, c.spread = values[0]+float64(mean*largest), math.Sqrt(variance)*largest
	if c.spread == 0 {
		c.spread = math.Inf(1)
	}
	return c, nil
}

// codeLevels makes indicators of a column, whose variances have the sum 1.
func codeLevels(x *mat.Dense, j int, column engine.Column) []coded {
	values, all := known(x, j), make([]coded, len(column.Levels))
	for l, level := range column.Levels {
		all[l] = coded{name: column.Name + "=" + level, from: j, level: l, spread: math.Inf(1)}
	}
	for _, v := range values {
		if v >= 0 {
			all[int(v)].mean++
		}
	}
	variance := 0.0
	for l := range all {
		all[l].mean /= float64(max(1, len(values)))
		variance += float64(all[l].mean * (1 - all[l].mean))
	}
	for l := range all {
		if variance > 0 {
			all[l].spread = math.Sqrt(variance)
		}
	}
	return all
}

// known are the cells of a column that are not missing.
func known(x *mat.Dense, j int) []float64 {
	var values []float64
	for _, v := range mat.Col(nil, j, x) {
		if !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	return values
}

// width is how many columns there are once they are coded.
func (c *coding) width() int { return len(c.columns) }

// code fills dst with a row, in which missing cells are zero, and appends the
// numbers of the coded columns that it lacks to lacks.
func (c *coding) code(dst, row []float64, lacks []int) []int {
	for j, column := range c.columns {
		v := row[column.from]
		switch {
		case math.IsNaN(v):
			dst[j], lacks = 0, append(lacks, j)
			continue
		case column.level >= 0 && v == float64(column.level):
			v = 1
		case column.level >= 0:
			v = 0
		}
		dst[j] = (v - column.mean) / column.spread
	}
	return lacks
}

// rows are coded training rows.
type rows struct {
	wide   int
	x      []float64 // n×wide
	lacks  [][]int   // of each row the columns that it lacks; nil where no row lacks any
	labels []int     // positions of classes
}

// take codes the rows.
func (c *coding) take(x *mat.Dense) *rows {
	n, _ := x.Dims()
	r := &rows{wide: c.width(), x: make([]float64, n*c.width())}
	for i := range n {
		if lacks := c.code(r.row(i), x.RawRowView(i), nil); lacks != nil {
			if r.lacks == nil {
				r.lacks = make([][]int, n)
			}
			r.lacks[i] = lacks
		}
	}
	return r
}

func (r *rows) row(i int) []float64 { return r.x[i*r.wide : (i+1)*r.wide] }

// lacking are the columns that a row lacks.
func (r *rows) lacking(i int) []int {
	if r.lacks == nil {
		return nil
	}
	return r.lacks[i]
}
