package columns

import (
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/figure"
)

// Marks returns the points of some rows, by class or by the shade of a
// response; before them, in grey, those of rows without a label. Rows that lack one of
// the two coordinates are left out.
func (r *Rows) Marks(x, y []float64, at []int, response int) []figure.Layer {
	across, up := make([]float64, len(at)), make([]float64, len(at))
	for k, i := range at {
		across[k], up[k] = x[i], y[i]
	}
	return r.MarksOf(at, across, up, response)
}

// MarksOf is Marks of places that belong to rows, among which these may repeat.
func (r *Rows) MarksOf(at []int, x, y []float64, response int) []figure.Layer {
	var labelled figure.Points
	others := figure.Points{Name: "without a label"}
	for k, i := range at {
		if !finite(x[k]) || !finite(y[k]) {
			continue
		}
		to := &labelled
		switch {
		case !r.Known(i):
			to = &others
		case r.HasClasses():
			to.Class = append(to.Class, r.Labels[i])
		case r.HasResponse():
			to.Shade, to.Shaded = append(to.Shade, r.Response.At(i, response)), r.ResponseName(response)
		}
		to.X, to.Y, to.Rows = append(to.X, x[k]), append(to.Y, y[k]), append(to.Rows, r.Sample.Rows[i])
	}
	layers := []figure.Layer{others, labelled}
	return slices.DeleteFunc(layers, func(l figure.Layer) bool { return len(l.(figure.Points).X) == 0 })
}

// finite reports whether a coordinate can be drawn.
func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Shaded says what the marks show besides their places; a sentence with a space before
// it, or nothing.
func Shaded(t engine.Target, response int) string {
	if t.HasResponse() && !t.HasClasses() {
		return " The shade is the response, " + t.ResponseName(response) + "."
	}
	return ""
}
