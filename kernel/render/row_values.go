package render

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/kernel/render/pack"
)

// How much of its rows a page tells under the pointer: so many columns of so many rows. Of
// more rows it says where they come from alone, for a page is to stay light.
const (
	mostToldColumns = 4
	mostToldRows    = 500
)

// rowValues are what the rows hold that some figure marks.
func rowValues(t *engine.Table, figures []*figure.Figure) (v pack.Rows) {
	if t == nil || !slices.ContainsFunc(figures, marksRows) {
		return v
	}
	v.Source = cmp.Or(t.Source, nameOf(t))
	if len(t.Rows) > mostToldRows {
		return v
	}
	v.Numbers = t.Rows
	told := min(mostToldColumns, len(t.Columns))
	for i, c := range t.Columns[:told] {
		v.Columns = append(v.Columns, pack.Column{Name: c.Name, Values: mat.Col(nil, i, t.X), Names: c.Levels})
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
