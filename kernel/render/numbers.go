package render

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/kernel/render/table"
)

// How much of a matrix or table is shown.
const (
	headRows    = 10
	headColumns = 12
)

// matrixTable is the corner of a matrix, with the numbers of its rows and
// columns counted from zero as Go counts them.
func matrixTable(m mat.Matrix) table.Table {
	rows, columns := m.Dims()
	t := table.Table{Title: fmt.Sprintf("matrix of %d×%d", rows, columns), Named: true, Columns: []table.Column{{Name: "", Numbers: true}}}
	for j := range min(columns, headColumns) {
		t.Columns = append(t.Columns, table.Column{Name: strconv.Itoa(j), Numbers: true})
	}
	for i := range min(rows, headRows) {
		row := []string{strconv.Itoa(i)}
		for j := range min(columns, headColumns) {
			row = append(row, table.Number(m.At(i, j)))
		}
		t.Rows = append(t.Rows, row)
	}
	t.MoreRows, t.MoreColumns = rows-headRows, columns-headColumns
	return t
}

// headOf is the first rows of a data set, their places in the source, and
// what is to be learned of them.
func headOf(data *engine.Table) table.Table {
	t := table.Table{Title: dataLine(data), Named: true, Columns: []table.Column{{Name: "row", Numbers: true}}}
	shown := data.Columns[:min(len(data.Columns), headColumns)]
	for _, c := range shown {
		t.Columns = append(t.Columns, table.Column{Name: c.Name, Numbers: c.Levels == nil})
	}
	t.Columns = append(t.Columns, targetColumns(data)...)
	rows := headRows
	if data.Len() <= sheetRows { // so few are there to be looked at
		rows = data.Len()
	}
	for i := range min(data.Len(), rows) {
		row := []string{strconv.Itoa(sourceRow(data, i))}
		for j, c := range shown {
			row = append(row, cellText(c, data.X.At(i, j)))
		}
		switch {
		case data.HasClasses():
			row = append(row, className(data.Target, i))
		case data.HasResponse():
			for _, v := range data.Response.RawRowView(i) {
				row = append(row, table.Number(v))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	t.MoreRows, t.MoreColumns = data.Len()-rows, len(data.Columns)-headColumns
	return t
}

// className names the class of a row; empty without one.
func className(t engine.Target, i int) string {
	if t.Labels[i] == engine.Hidden {
		return ""
	}
	return t.Classes[t.Labels[i]]
}

// targetColumns heads what is to be learned: a class, or each response.
func targetColumns(data *engine.Table) (columns []table.Column) {
	if data.HasClasses() {
		return []table.Column{{Name: cmp.Or(data.Label, "target"), Numbers: data.HasResponse()}}
	}
	for _, name := range data.ResponseNames() {
		columns = append(columns, table.Column{Name: name, Numbers: true})
	}
	return columns
}

func sourceRow(data *engine.Table, i int) int {
	if i < len(data.Rows) {
		return data.Rows[i]
	}
	return i
}

// cellText writes a cell of a column: a level by its name, an absent number as
// missing.
func cellText(c engine.Column, v float64) string {
	if math.IsNaN(v) {
		return table.Missing
	}
	if level := int(v); c.Levels != nil && level >= 0 && level < len(c.Levels) {
		return c.Levels[level]
	}
	return table.Number(v)
}
