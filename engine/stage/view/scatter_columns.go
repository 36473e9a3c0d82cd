package view

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/remedy"
	"unfold/engine/stage/columns"
	"unfold/engine/wording"
)

// An along is what rows are drawn along: their places, and what they are of.
type along struct {
	places []float64 // of each row; NaN of one without
	axis   figure.Axis
}

// drawColumns draws rows by two columns, or by a column and a dimension.
func (m *Scatter) drawColumns(r *engine.Report, run *engine.Run) (*figure.Figure, error) {
	rows, err := columns.Of(r, m.Fold)
	if err != nil {
		return nil, err
	}
	x, err := alongOf(rows, run, "x", m.X)
	if err != nil {
		return nil, err
	}
	y, err := alongOf(rows, run, "y", m.Y)
	if err != nil {
		return nil, err
	}
	response, err := responseAt(rows.Target, m.Response)
	if err != nil {
		return nil, err
	}
	at, told := rows.Drawn("rows", m.Rows)
	f := &figure.Figure{Name: "scatter", Title: fmt.Sprintf("%s by %s of %s", y.axis.Label, x.axis.Label, rows.Title(r)), Classes: rows.Classes, X: x.axis, Y: y.axis, Layers: rows.Marks(x.places, y.places, at, response)}
	drawn := 0
	var across, up []float64
	for _, layer := range f.Layers {
		p := layer.(figure.Points)
		drawn += len(p.X)
		across, up = append(across, p.X...), append(up, p.Y...)
	}
	f.Caption = "Rows by their values." + columns.Shaded(rows.Target, response) + lacking(len(at)-drawn) + told + " Two columns at a time: what only three tell apart does not show." + rows.Told()
	f.Alt = fmt.Sprintf("%s by %s and %s%s.%s%s", wording.Plural(drawn, "row"), x.axis.Label, y.axis.Label, classSizes(run), lacking(len(at)-drawn), told)
	if drawn > 0 {
		f.Alt += fmt.Sprintf(" Across they span %s, up %s.", wording.Span(across), wording.Span(up))
	} else {
		f.Layers = []figure.Layer{figure.Points{Name: "rows"}}
	}
	addImages(f, r.Table)
	return f, nil
}

// lacking says how many rows have no place; a sentence with a space before it, or nothing.
func lacking(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" %s left out, which lack one of the two cells.", wording.Plural(n, "row"))
}

// alongOf returns what an argument names: a dimension of the embedding by its number, where
// there is none a column by its number, or a column by its name.
func alongOf(rows *columns.Rows, run *engine.Run, param, given string) (along, error) {
	n := numberOf(given)
	switch features := rows.Features(); {
	case n == 0:
		named, err := rows.Named(param, given)
		if err != nil {
			return along{}, err
		}
		return along{named[0].Cells(), named[0].Axis()}, nil
	case run.Embedding != nil:
		return dimensionOf(rows, run, param, n)
	case n > len(features):
		return along{}, &engine.Error{Param: param, Cause: fmt.Sprintf("%s = %d is beyond the %s", param, n, wording.Plural(len(features), "column")), Remedy: remedy.Use("histogram").Which("draws one column").Or(remedy.Reduce(param))}
	default:
		return along{features[n-1].Cells(), features[n-1].Axis()}, nil
	}
}

// dimensionOf returns a dimension of the embedding, in which rows have no place that were set
// apart.
func dimensionOf(rows *columns.Rows, run *engine.Run, param string, n int) (along, error) {
	dim := run.Embedding.Dim()
	if n > dim {
		return along{}, &engine.Error{Param: param, Cause: fmt.Sprintf("%s = %d is beyond the %d dimensions of the embedding", param, n, dim), Remedy: remedy.Raise("dim").Of(engine.EmbedderRole).Or(remedy.Reduce(param))}
	}
	places := mat.Col(nil, n-1, run.Embedding.Y)
	all := make([]float64, rows.Len())
	for i := range all {
		all[i] = math.NaN()
		if i < rows.Len()-len(run.Apart.Rows) {
			all[i] = places[i]
		}
	}
	return along{all, figure.Axis{Label: fmt.Sprintf("dimension %d", n)}}, nil
}
