package render

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/kernel/render/chart"
)

// How much of its rows a page tells under the pointer: so many columns, while these are so
// many cells.
const (
	mostToldColumns = 6
	mostToldCells   = 6000
)

// rowValues are what the rows hold that some figure marks; none where they are very many.
func rowValues(t *engine.Table, figures []*figure.Figure) (v chart.RowValues) {
	if t == nil || len(t.Rows) == 0 || len(t.Rows) > mostToldCells || !slices.ContainsFunc(figures, marksRows) {
		return v
	}
	v.Source, v.Rows = cmp.Or(t.Source, nameOf(t)), t.Rows
	told := min(mostToldColumns, mostToldCells/len(t.Rows), len(t.Columns))
	for i, c := range t.Columns[:told] {
		v.Columns = append(v.Columns, chart.RowColumn{Name: c.Name, Values: mat.Col(nil, i, t.X), Names: c.Levels})
	}
	v.More = len(t.Columns) - told
	return v
}

// marksRows reports whether marks of a figure are rows.
func marksRows(fig *figure.Figure) bool {
	return slices.ContainsFunc(fig.Layers, func(layer figure.Layer) bool {
		p, ok := layer.(figure.Points)
		return ok && p.Rows != nil
	})
}
