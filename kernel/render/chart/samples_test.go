package chart

import (
	"math"
	"math/rand/v2"
	"unfold/engine/figure"
)

// blobs returns a scatter of n training and n/3 held rows in the given
// classes.
func blobs(n, classes int) *figure.Figure {
	rng := rand.New(rand.NewPCG(1, 2))
	fig := &figure.Figure{
		Name: "scatter", Title: "waveform: isomap(k=10, dim=2), then krr", Equal: true,
		Caption: "Training rows are filled, held rows are rings.",
		Alt:     "Scatter of rows in classes",
		X:       figure.Axis{Label: "first coordinate"}, Y: figure.Axis{Label: "second coordinate"},
	}
	for i := range classes {
		fig.Classes = append(fig.Classes, "class "+string(rune('A'+i)))
	}
	cloud := func(n int, name string, ring bool) figure.Points {
		p := figure.Points{Name: name, Ring: ring}
		for i := range n {
			c := i * classes / n
			sin, cos := math.Sincos(2 * math.Pi * float64(c) / float64(classes))
			p.X, p.Y = append(p.X, 4*cos+rng.NormFloat64()), append(p.Y, 4*sin+rng.NormFloat64())
			p.Class, p.Rows = append(p.Class, c), append(p.Rows, i)
		}
		return p
	}
	fig.Layers = []figure.Layer{cloud(n, "training", false), cloud(n/3, "held", true)}
	return fig
}

// shaded returns points shaded by a number.
func shaded() *figure.Figure {
	p := figure.Points{Name: "rows"}
	for i := range 800 {
		t := 1.5 * math.Pi * (1 + 2*float64(i)/800)
		p.X, p.Y, p.Shade = append(p.X, t*math.Cos(t)), append(p.Y, t*math.Sin(t)), append(p.Shade, t)
	}
	return &figure.Figure{Name: "scatter", Title: "swissroll by its parameter", Alt: "A spiral", Equal: true,
		X: figure.Axis{Label: "x"}, Y: figure.Axis{Label: "z"}, Layers: []figure.Layer{p}}
}

// curve returns lines over logarithmic and whole axes.
func curve() *figure.Figure {
	return &figure.Figure{Name: "curve", Title: "error against the ridge", Alt: "Two curves",
		X: figure.Axis{Label: "lambda", Log: true}, Y: figure.Axis{Label: "error"},
		Layers: []figure.Layer{
			figure.Line{Name: "inner folds", X: []float64{1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1}, Y: []float64{0.2, 0.18, 0.15, 0.14, 0.16, 0.22, 0.4}, Marked: true},
			figure.Line{Name: "held", X: []float64{1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1}, Y: []float64{0.25, 0.2, 0.19, math.NaN(), 0.18, 0.24, 0.41}, Marked: true},
			figure.Line{Name: "chance", X: []float64{1e-6, 1}, Y: []float64{0.5, 0.5}, Dashed: true},
		}}
}

// whole returns a curve over whole numbers.
func whole() *figure.Figure {
	return &figure.Figure{Name: "spectrum", Title: "residual variance", Alt: "A falling curve",
		X: figure.Axis{Label: "dimensions", Whole: true}, Y: figure.Axis{Label: "1 − r²"},
		Layers: []figure.Layer{figure.Line{X: []float64{1, 2, 3, 4, 5}, Y: []float64{0.31, 0.04, 0.02, 0.015, 0.012}, Marked: true}}}
}

// counts returns a confusion matrix of the given names.
func counts(names ...string) *figure.Figure {
	cells := figure.Cells{}
	for i := range names {
		row, shade := make([]float64, len(names)), make([]float64, len(names))
		for j := range names {
			row[j] = float64((i*7 + j*3) % 5)
			if i == j {
				row[j] = 40 + float64(i)
			}
			shade[j] = row[j] / (60 + float64(i))
		}
		cells.Values, cells.Shade = append(cells.Values, row), append(cells.Shade, shade)
	}
	return &figure.Figure{Name: "confusion", Title: "truth against prediction", Alt: "A confusion matrix",
		X: figure.Axis{Label: "predicted", Labels: names}, Y: figure.Axis{Label: "truth", Labels: names},
		Layers: []figure.Layer{cells}}
}

// graph returns points on a ring with edges and a bridge.
func graph() *figure.Figure {
	fig := blobs(120, 2)
	p := fig.Layers[0].(figure.Points)
	edges := figure.Segments{Name: "edges"}
	for i := range p.X {
		for j := i + 1; j < min(i+4, len(p.X)); j++ {
			if p.Class[i] == p.Class[j] {
				edges.X0, edges.Y0 = append(edges.X0, p.X[i]), append(edges.Y0, p.Y[i])
				edges.X1, edges.Y1 = append(edges.X1, p.X[j]), append(edges.Y1, p.Y[j])
			}
		}
	}
	bridge := figure.Segments{Name: "bridges (1)", Strong: true, X0: p.X[:1], Y0: p.Y[:1], X1: p.X[119:], Y1: p.Y[119:]}
	fig.Title = "neighbourhood graph"
	fig.Layers = []figure.Layer{edges, bridge, p}
	return fig
}
