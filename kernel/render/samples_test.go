package render

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
)

// evil is a name that data may bring.
const evil = `<script>alert(1)</script>`

// scatter returns an embedding of 120 training and 60 held rows in three
// classes, named by names.
func scatter(names ...string) *figure.Figure {
	rng := rand.New(rand.NewPCG(3, 4))
	cloud := func(n, from int, name string, ring bool) figure.Points {
		p := figure.Points{Name: name, Ring: ring}
		for i := range n {
			class := i % len(names)
			sin, cos := math.Sincos(2 * math.Pi * float64(class) / float64(len(names)))
			p.X, p.Y = append(p.X, 3*cos+rng.NormFloat64()), append(p.Y, 3*sin+rng.NormFloat64())
			p.Class, p.Rows = append(p.Class, class), append(p.Rows, from+i)
		}
		return p
	}
	return &figure.Figure{
		Name: "scatter", Title: "embedding", Equal: true, Classes: names,
		Caption: "Training rows are filled and placed by isomap, held rows are rings and mapped by krr. Distances between clusters mean little.",
		Alt:     "120 training and 60 held rows in 3 classes on two coordinates",
		X:       figure.Axis{Label: "coordinate 1"}, Y: figure.Axis{Label: "coordinate 2"},
		Layers: []figure.Layer{cloud(120, 0, "training", false), cloud(60, 120, "held", true)},
	}
}

func confusion(names ...string) *figure.Figure {
	return &figure.Figure{
		Name: "confusion", Title: "confusion", Alt: "57 of 60 held rows are on the diagonal",
		Caption: "Rows are the truth; the shade is the share of its class.",
		X:       figure.Axis{Label: "predicted", Labels: names}, Y: figure.Axis{Label: "truth", Labels: names},
		Layers: []figure.Layer{figure.Cells{Values: [][]float64{{20, 0, 0}, {0, 18, 2}, {0, 1, 19}}, Shade: [][]float64{{1, 0, 0}, {0, 0.9, 0.1}, {0, 0.05, 0.95}}}},
	}
}

// wine returns a table of three rows whose names are as given.
func wine(column string, classes ...string) *engine.Table {
	return &engine.Table{
		Name: "wine", X: mat.NewDense(3, 2, []float64{13.2, 1, math.NaN(), 0, 12.75, 1}),
		Columns: []engine.Column{{Name: column}, {Name: "organic", Levels: []string{"no", "yes"}}},
		Target:  engine.Target{Label: "cultivar", Classes: classes, Labels: []int{0, 1, 2}},
		Rows:    []int{4, 17, 90},
	}
}

// sample returns a report with every part.
func sample(names ...string) *engine.Report {
	nan := math.NaN()
	return &engine.Report{
		Pipeline: `load("wine", label="cultivar") | cv(k=10, repeats=1, seed=1) | scale | warp(alpha=0.5, beta="auto") | isomap(k=7, dim=2, connect="agglomerate") | krr(lambda=0.001, sigma="auto") | svm(C=10)`,
		Seed:     1, Table: wine("alcohol", names...), Protocol: "cv(k=10, repeats=1, seed=1)",
		Steps: []engine.StepReport{
			{Name: "load", Role: engine.SourceRole, Cost: engine.Cost{Seconds: 0.0031, Bytes: 812_000}},
			{Name: "isomap", Role: engine.EmbedderRole, Cost: engine.Cost{Seconds: 1.25, Bytes: 48_300_000}},
			{Name: "svm", Role: engine.PredictorRole, Cost: engine.Cost{Seconds: 0.118, Bytes: 2_100_000}},
		},
		Scores: []engine.Summary{
			{Name: "accuracy", Mean: 0.9663, SD: 0.0312, Low: 0.9284, High: 0.9845, Folds: make([]float64, 10)},
			{Name: "balanced", Mean: 0.9701, SD: 0.0287, Low: nan, High: nan, Folds: make([]float64, 10)},
			{Name: "rmse", Better: engine.Lower, Mean: 12.5, SD: nan, Low: nan, High: nan, Folds: make([]float64, 10)},
			{Name: "trustworthiness", OfEmbedding: true, Mean: 0.9312, SD: 0.004, Low: nan, High: nan, Folds: make([]float64, 10)},
			{Name: "gap", OfEmbedding: true, Better: engine.Lower, Mean: nan, SD: nan, Low: nan, High: nan, Folds: make([]float64, 10)},
		},
		Figures: []*figure.Figure{scatter(names...), confusion(names...)},
		Notes: []engine.Note{
			{Stage: "isomap", Text: "the neighbourhood graph had 3 components at k = 7; 2 bridges of length 1.93 and 2.4 connect them, which stretches distances between the parts"},
			{Text: "column constant has one value and was dropped"},
		},
		Seconds: 1.93, Peak: 214_000_000,
	}
}

// marks returns a figure with every mark that is neither a point nor a cell.
func marks() *figure.Figure {
	x := []float64{0.26, 0.3, 0.34, 0.38}
	return &figure.Figure{
		Name: "marks", Title: "every mark", Alt: "bars, a band, strokes and names",
		X: figure.Axis{Label: "accuracy"}, Y: figure.Axis{Label: "deals"},
		Layers: []figure.Layer{
			figure.Bars{Name: "dealt anew", Low: x[:3], High: x[1:], Y: []float64{1, 4, 2}},
			figure.Band{Name: "standard error", X: x, Low: []float64{1, 2, 2, 1}, High: []float64{2, 4, 4, 3}},
			figure.Line{Name: "mean", X: x, Y: []float64{1.5, 3, 3, 2}},
			figure.Segments{Name: "score", X0: x[:2], Y0: x[:2], X1: x[1:3], Y1: []float64{3, 4}, Shade: []float64{0.1, 0.9}},
			figure.Names{X: x[:2], Y: []float64{2, 3}, Texts: []string{"krr", "svm"}, Right: true},
		},
	}
}
