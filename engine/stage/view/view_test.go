package view

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/figure"
	"unfold/engine/stage/folds"
)

func TestScatterShowsPlacedAndMapped(t *testing.T) {
	f := enginetest.Draw(t, &Scatter{Rows: 5000, Window: Window{Fold: 2, X: "1", Y: "2"}}, report(2))
	if f.Title != "Embedding, fold 2 of 2" || !f.Equal || len(f.Classes) != 2 {
		t.Errorf("title %q, equal %v, classes %v", f.Title, f.Equal, f.Classes)
	}
	training, held := enginetest.Layer[figure.Points](t, f, 0), enginetest.Layer[figure.Points](t, f, 1)
	enginetest.Equal(t, "across", training.X, []float64{0, 6, 8})
	enginetest.Equal(t, "up", training.Y, []float64{0, 6, 8})
	if training.Ring || !held.Ring || len(held.X) != 2 || training.Rows[0] != 10 || held.Rows[1] != 14 {
		t.Errorf("training %+v, held %+v", training, held)
	}
	want := "3 training rows and 2 held in dimensions 1 and 2; training rows by class: a 1, b 2. Across they span 0 to 8, up 0 to 8."
	if f.Alt != want {
		t.Errorf("alt is\n%s, want\n%s", f.Alt, want)
	}
}

// TestTransducedRowsAreHeld: held rows that were placed without their labels
// are rings with them, and ends of edges.
func TestTransducedRowsAreHeld(t *testing.T) {
	r := report(2)
	run := r.Runs[0]
	run.Fold = engine.Fold{Train: []int{0}, Held: []int{1, 2}, Transduced: true}
	run.Train.Target = classes(0, engine.Hidden, engine.Hidden)
	run.Held = engine.Sample{X: mat.NewDense(2, 1, nil), Target: classes(1, 1), Rows: []int{11, 12}}
	f := enginetest.Draw(t, &Scatter{Rows: 5000, Window: Window{Fold: 1, X: "1", Y: "2"}}, r)
	training, held := enginetest.Layer[figure.Points](t, f, 0), enginetest.Layer[figure.Points](t, f, 1)
	if len(training.X) != 1 || training.Class[0] != 0 || held.Class[1] != 1 || !strings.Contains(f.Caption, "without their labels") {
		t.Errorf("training %+v, held %+v, caption %q", training, held, f.Caption)
	}
	f = enginetest.Draw(t, &Graph{Window{Fold: 1, X: "1", Y: "2"}}, r)
	if at := enginetest.Layer[figure.Points](t, f, 2); len(at.X) != 3 || at.Class[2] != 1 {
		t.Errorf("rows of the graph are %+v", at)
	}
	run.Train.Target, run.Held.Target = engine.Target{Response: mat.NewDense(3, 1, []float64{1, math.NaN(), math.NaN()})}, engine.Target{Response: mat.NewDense(2, 1, []float64{2, 3})}
	enginetest.Equal(t, "shades", enginetest.Layer[figure.Points](t, enginetest.Draw(t, &Graph{Window{Fold: 1, X: "1", Y: "2"}}, r), 2).Shade, []float64{1, 2, 3})
}

// TestUnlabelledRowsAreGrey: they are a layer without a class behind the others,
// and ends of edges.
func TestUnlabelledRowsAreGrey(t *testing.T) {
	r := report(2)
	run := r.Runs[0]
	run.Fold = engine.Fold{Train: []int{0, 1}, Held: []int{3, 4}, Unlabelled: []int{2}}
	run.Train.Target = classes(0, 1, engine.Hidden)
	f := enginetest.Draw(t, &Scatter{Rows: 5000, Window: Window{Fold: 1, X: "1", Y: "2"}}, r)
	grey, training := enginetest.Layer[figure.Points](t, f, 0), enginetest.Layer[figure.Points](t, f, 1)
	if grey.Name != "unlabelled" || len(grey.X) != 1 || grey.Class != nil || grey.Rows[0] != 12 || len(training.X) != 2 {
		t.Errorf("unlabelled %+v, training %+v", grey, training)
	}
	if !strings.HasPrefix(f.Alt, "2 training rows, 2 held and 1 without a label") || !strings.Contains(f.Caption, "Grey rows") {
		t.Errorf("alt %q, caption %q", f.Alt, f.Caption)
	}
	f = enginetest.Draw(t, &Graph{Window{Fold: 1, X: "1", Y: "2"}}, r)
	edges, bridges, drawn := enginetest.Layer[figure.Segments](t, f, 0), enginetest.Layer[figure.Segments](t, f, 1), enginetest.Layer[figure.Points](t, f, 3)
	if len(edges.X0)+len(bridges.X0) == 0 || len(drawn.X) != 2 || !slices.Equal(drawn.Class, []int{0, 1}) {
		t.Errorf("edges %+v, bridges %+v, rows %+v", edges, bridges, drawn)
	}
	run.Train.Target = engine.Target{Response: mat.NewDense(3, 1, []float64{1, 3, math.NaN()})}
	strip := enginetest.Draw(t, &Scatter{Rows: 5000, Window: Window{Fold: 1, X: "1", Y: "2"}}, oneDimensional(r))
	enginetest.Equal(t, "below the others", enginetest.Layer[figure.Points](t, strip, 0).Y, []float64{0.8})

	run.Train = run.Train.First(2)
	run.Embedding = &engine.Embedding{Y: mat.NewDense(2, 2, []float64{0, 0, 1, 1})}
	run.Unlabelled = engine.Unlabelled{Sample: engine.Sample{X: mat.NewDense(1, 1, nil), Rows: []int{12}}, Mapped: mat.NewDense(1, 2, []float64{5, 6})}
	enginetest.Equal(t, "mapped", enginetest.Layer[figure.Points](t, enginetest.Draw(t, &Scatter{Rows: 5000, Window: Window{Fold: 1, X: "1", Y: "2"}}, r), 0).Y, []float64{6})
}

// oneDimensional is the report with the first dimension of its embedding alone.
func oneDimensional(r *engine.Report) *engine.Report {
	run := *r.Runs[0]
	run.Embedding = &engine.Embedding{Y: mat.NewDense(3, 1, mat.Col(nil, 0, run.Embedding.Y))}
	run.Mapped = nil
	return &engine.Report{Runs: []*engine.Run{&run}}
}

func TestScatterOfOneDimensionIsAStrip(t *testing.T) {
	m := &Scatter{Rows: 5000, Window: Window{Fold: 1, X: "1", Y: "2"}}
	f := enginetest.Draw(t, m, report(1))
	enginetest.Equal(t, "by class", enginetest.Layer[figure.Points](t, f, 0).Y, []float64{0, 1, 1})
	if f.Equal || f.Y.Label != "class" || len(f.Y.Labels) != 2 {
		t.Errorf("equal %v, axis %+v", f.Equal, f.Y)
	}
	f = enginetest.Draw(t, m, responses(report(1)))
	training := enginetest.Layer[figure.Points](t, f, 0)
	enginetest.Equal(t, "by response", training.Y, []float64{1, 2, 3})
	enginetest.Equal(t, "shade", training.Shade, []float64{1, 2, 3})
	plain := report(1)
	plain.Runs[0].Train.Target, plain.Runs[0].Mapped = engine.Target{}, nil
	f = enginetest.Draw(t, m, plain)
	enginetest.Equal(t, "by order", enginetest.Layer[figure.Points](t, f, 0).Y, []float64{0, 1, 2})
	if len(f.Layers) != 1 || strings.Contains(f.Caption, "rings") {
		t.Errorf("%d layers, caption %q: nothing is held", len(f.Layers), f.Caption)
	}
}

func TestViewsRefuseWhatIsNotThere(t *testing.T) {
	for _, c := range []struct {
		view  engine.Viewer
		param string
	}{
		{&Scatter{Rows: 5000, Window: Window{Fold: 3, X: "1", Y: "2"}}, "fold"}, {&Scatter{Rows: 5000, Window: Window{Fold: 1, X: "1", Y: "3"}}, "y"}, {&Scatter{Rows: 5000, Window: Window{Fold: 1, X: "4", Y: "2"}}, "x"},
		{&Graph{Window{Fold: 3, X: "1", Y: "2"}}, "fold"}, {&Graph{Window{Fold: 1, X: "1", Y: "3"}}, "y"},
		{&Spectrum{Fold: 3, Most: 1}, "fold"}, {&Elbow{folds.One{Fold: 3}}, "fold"}, {&Ranks{Fold: 3}, "fold"}, {&Shepard{Fold: 3, Pairs: 1}, "fold"},
	} {
		_, err := c.view.View(t.Context(), report(2))
		var e *engine.Error
		if !errors.As(err, &e) || e.Param != c.param || e.Remedy == nil {
			t.Errorf("%T: error is %v, want one about %s with a remedy", c.view, err, c.param)
		}
	}
}

func TestSpectrumMarksTheKept(t *testing.T) {
	f := enginetest.Draw(t, &Spectrum{Fold: 1, Most: 20}, report(2))
	enginetest.Equal(t, "eigenvalues", enginetest.Layer[figure.Line](t, f, 0).Y, []float64{9, 4, 1})
	enginetest.Equal(t, "kept", enginetest.Layer[figure.Points](t, f, 1).X, []float64{1, 2})
	if f.Alt != "The first 3 eigenvalues, of which 2 were kept: 9, 4, 1." {
		t.Errorf("alt is %q", f.Alt)
	}
	f = enginetest.Draw(t, &Spectrum{Fold: 1, Most: 1}, report(2))
	enginetest.Equal(t, "the first", enginetest.Layer[figure.Line](t, f, 0).Y, []float64{9})
	enginetest.Equal(t, "kept", enginetest.Layer[figure.Points](t, f, 1).Y, []float64{9})
}

func TestElbowMarksTheDimension(t *testing.T) {
	f := enginetest.Draw(t, &Elbow{folds.One{Fold: 1}}, report(2))
	enginetest.Equal(t, "curve", enginetest.Layer[figure.Line](t, f, 0).Y, []float64{0.5, 0.25, 0.2})
	kept := enginetest.Layer[figure.Points](t, f, 1)
	enginetest.Equal(t, "dimension", kept.X, []float64{2})
	enginetest.Equal(t, "its value", kept.Y, []float64{0.25})
	if f.Alt != "Residual variance for 1 to 3 dimensions: 0.5, 0.25, 0.2. The embedding has 2 dimensions." {
		t.Errorf("alt is %q", f.Alt)
	}
	if f = enginetest.Draw(t, &Elbow{folds.One{Fold: 1}}, report(5)); len(f.Layers) != 1 {
		t.Errorf("%d layers, want none for a dimension not measured", len(f.Layers))
	}
}

func TestWhatWasLetGoIsNotDrawn(t *testing.T) {
	r := report(2)
	r.Runs[1].Embedding.Scree, r.Runs[1].Embedding.Target, r.Runs[1].Embedding.Graph = nil, nil, nil
	for _, m := range []engine.Viewer{&Elbow{folds.One{Fold: 2}}, &Shepard{Fold: 2, Pairs: 3}, &Graph{Window{Fold: 2, X: "1", Y: "2"}}} {
		_, err := m.View(t.Context(), r)
		var fault *engine.Error
		if !errors.As(err, &fault) || fault.Param != "fold" || fault.Remedy == nil {
			t.Errorf("%T: error is %v", m, err)
		}
	}
	enginetest.Equal(t, "kept eigenvalues", enginetest.Layer[figure.Line](t, enginetest.Draw(t, &Spectrum{Fold: 2, Most: 20}, r), 0).Y, []float64{9, 4})
}

func TestConfusionPoolsFolds(t *testing.T) {
	f := enginetest.Draw(t, &Confusion{}, report(2))
	cells := enginetest.Layer[figure.Cells](t, f, 0)
	enginetest.Equal(t, "row a", cells.Values[0], []float64{2, 0})
	enginetest.Equal(t, "row b", cells.Values[1], []float64{1, 1})
	enginetest.Equal(t, "shades of b", cells.Shade[1], []float64{0.5, 0.5})
	want := "Of 4 held rows in 2 classes, 3 (75.0 %) were predicted right. Most often (1), class b was taken for class a."
	if f.Alt != want || f.Title != "Confusion, 2 folds pooled" {
		t.Errorf("title %q, alt\n%s, want\n%s", f.Title, f.Alt, want)
	}
	unnamed := report(2)
	unnamed.Runs[1].Predicted = []float64{3, 1}
	if names := enginetest.Draw(t, &Confusion{}, unnamed).X.Labels; strings.Join(names, " ") != "a b 2 3" {
		t.Errorf("classes are %v", names)
	}
}

func TestFitPoolsFolds(t *testing.T) {
	f := enginetest.Draw(t, &Fit{}, responses(report(2)))
	line, held := enginetest.Layer[figure.Line](t, f, 0), enginetest.Layer[figure.Points](t, f, 1)
	enginetest.Equal(t, "true", held.X, []float64{1, 2, 1, 2})
	enginetest.Equal(t, "predicted", held.Y, []float64{0, 0, 0, 1})
	enginetest.Equal(t, "identity", line.X, []float64{0, 2})
	if !held.Ring || !line.Dashed || !f.Equal || f.X.Label != "true height" {
		t.Errorf("ring %v, dashed %v, equal %v, axis %q", held.Ring, line.Dashed, f.Equal, f.X.Label)
	}
	if want := "4 held rows: true values from 1 to 2, predicted from 0 to 1, root mean squared error 1.32."; f.Alt != want {
		t.Errorf("alt is %q, want %q", f.Alt, want)
	}
	if f := enginetest.Draw(t, &Fit{}, report(2)); f != nil {
		t.Errorf("classes give a figure: %+v", f)
	}
}

func TestShepardDrawsPairs(t *testing.T) {
	f := enginetest.Draw(t, &Shepard{Fold: 1, Pairs: 2000}, report(1))
	pairs := enginetest.Layer[figure.Points](t, f, 0)
	enginetest.Equal(t, "dissimilarities", pairs.X, []float64{3, 4, 1})
	enginetest.Equal(t, "distances", pairs.Y, []float64{6, 8, 2})
	if want := "3 pairs of training rows: dissimilarities from 1 to 4, distances from 2 to 8, correlation 1.000."; f.Alt != want {
		t.Errorf("alt is %q, want %q", f.Alt, want)
	}
}

func TestShepardSamplesPairs(t *testing.T) {
	m := &Shepard{Fold: 1, Pairs: 2000}
	all := candidates(engine.Euclidean(mat.NewDense(500, 1, nil)))
	drawn := m.draw(500, all)
	count, rows := 0, map[int]bool{}
	for i, p := range drawn {
		rows[p.row] = true
		count += len(p.partners)
		for at, j := range p.partners {
			if j == p.row || j < 0 || j >= 500 || j != m.draw(500, all)[i].partners[at] {
				t.Fatalf("row %d has partners %v", p.row, p.partners)
			}
		}
	}
	if count != 2000 || len(rows) != 200 {
		t.Errorf("%d pairs of %d rows, want 2000 of 200", count, len(rows))
	}
	for _, p := range m.draw(500, candidates(landmarks{})) {
		if p.row != 3 && p.row != 499 {
			t.Errorf("pairs start from row %d, which is no landmark", p.row)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.View(ctx, report(2)); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

// landmarks are distances that are exact for two rows.
type landmarks struct{ engine.Distances }

var _ engine.Anchored = landmarks{}

func (landmarks) Rows() []int32 { return []int32{3, 499} }

func (l landmarks) To(dst []float64, i int) {
	row := make([]float64, l.Len())
	l.Row(row, i)
	dst[0], dst[1] = row[3], row[499]
}

func TestRanksDrawsCurves(t *testing.T) {
	const n = 40
	x, y := mat.NewDense(n, 1, nil), mat.NewDense(n, 1, nil)
	for i := range n {
		x.Set(i, 0, float64(i*i))
		y.Set(i, 0, float64(i*i))
	}
	r := &engine.Report{Runs: []*engine.Run{{Train: engine.Sample{X: x}, Embedding: &engine.Embedding{Y: y}}}}
	f := enginetest.Draw(t, &Ranks{Fold: 1}, r)
	if !f.X.Log || len(f.Layers) != 6 {
		t.Fatalf("axis %+v, %d layers", f.X, len(f.Layers))
	}
	for at, last := range map[int]float64{3: 19, 4: 19, 5: 38} {
		l := enginetest.Layer[figure.Line](t, f, at)
		if !l.Marked || l.X[0] != 1 || l.X[len(l.X)-1] != last {
			t.Errorf("%s goes from %v to %v", l.Name, l.X[0], l.X[len(l.X)-1])
		}
		for _, v := range l.Y {
			if math.Abs(v-1) > 1e-12 {
				t.Errorf("%s of equal spaces is %v", l.Name, v)
			}
		}
	}
	want := "Of 40 rows, with 10 neighbours: trustworthiness 1 (0.545 at random), continuity 1, share of neighbours kept 1. Area under R_NX over log k 1. Up to kmax = 1, 1 of neighbours are kept on average, from there on 1."
	if f.Alt != want {
		t.Errorf("alt is\n%s, want\n%s", f.Alt, want)
	}
	r.Runs[0].Train.X, r.Runs[0].Embedding.Y = mat.NewDense(2, 1, nil), mat.NewDense(2, 1, nil)
	if f, err := (&Ranks{Fold: 1}).View(t.Context(), r); f != nil || err != nil {
		t.Errorf("two rows give %+v, %v", f, err)
	}
}

func TestSizesSpreadOut(t *testing.T) {
	enginetest.Equal(t, "one", sizes(1), []float64{1})
	enginetest.Equal(t, "ten", sizes(10), []float64{1, 2, 3, 4, 5, 6, 8, 10})
	if list := sizes(100_000); len(list) > 60 || list[len(list)-1] != 100_000 {
		t.Errorf("%d sizes to %v", len(list), list[len(list)-1])
	}
}

func TestGraphMarksBridges(t *testing.T) {
	f := enginetest.Draw(t, &Graph{Window{Fold: 1, X: "1", Y: "2"}}, report(2))
	edges, bridges := enginetest.Layer[figure.Segments](t, f, 0), enginetest.Layer[figure.Segments](t, f, 1)
	enginetest.Equal(t, "edge from", edges.X0, []float64{6})
	enginetest.Equal(t, "edge to", edges.X1, []float64{8})
	enginetest.Equal(t, "bridge from", bridges.Y0, []float64{0})
	enginetest.Equal(t, "bridge to", bridges.Y1, []float64{6})
	if edges.Strong || !bridges.Strong {
		t.Error("bridges should be strong, edges not")
	}
	if want := "Neighbourhood graph of 3 rows with 1 edge, in 2 components before adding 1 bridge, the longest of length 3."; f.Alt != want {
		t.Errorf("alt is %q, want %q", f.Alt, want)
	}
	r := report(2)
	r.Runs[0].Embedding.Graph.Bridges = nil
	if f := enginetest.Draw(t, &Graph{Window{Fold: 1, X: "1", Y: "2"}}, r); len(f.Layers) != 2 {
		t.Errorf("%d layers without bridges, want 2", len(f.Layers))
	}
}

// TestFiguresSpeak: each figure says what it shows, what not, and its numbers.
func TestFiguresSpeak(t *testing.T) {
	for _, s := range Stages() {
		r := report(2)
		if s.Needs&engine.NeedResponse != 0 {
			responses(r)
		}
		if s.Name == "regions" {
			r.Runs[0].Predictor = enginetest.FirstColumn{}
		}
		if s.Needs&engine.NeedRows != 0 {
			r = square(40, true)
		}
		r.Permutation = &engine.Permutation{Measure: "accuracy", Scores: []float64{0.5}, Run: r.Runs[0]}
		f := enginetest.Draw(t, s.Make().(engine.Viewer), r)
		enginetest.Speaks(t, s, f)
	}
}

func TestCaptionsFitWhatIsShown(t *testing.T) {
	single := report(2)
	single.Runs = single.Runs[:1]
	cases := []struct {
		name     string
		view     engine.Viewer
		report   *engine.Report
		has, not string
	}{
		{"one split", &Confusion{}, single, "chance", "folds"},
		{"two folds", &Confusion{}, report(2), "All folds are counted together", ""},
		{"classes", &Scatter{Rows: 5000, Window: Window{Fold: 1, X: "1", Y: "2"}}, report(2), "Neighbours mean", "shade"},
		{"a strip", &Scatter{Rows: 5000, Window: Window{Fold: 1, X: "1", Y: "2"}}, report(1), "up and down, rows are set apart by class", "shade"},
		{"response", &Scatter{Rows: 5000, Window: Window{Fold: 1, X: "1", Y: "2"}}, responses(report(2)), "The shade is the response, height.", "one dimension"},
	}
	for _, c := range cases {
		caption := enginetest.Draw(t, c.view, c.report).Caption
		if !strings.Contains(caption, c.has) || c.not != "" && strings.Contains(caption, c.not) {
			t.Errorf("%s: caption is %q, want it with %q and without %q", c.name, caption, c.has, c.not)
		}
	}
}

// TestNeighboursMarksTheChosenOne, and names graphs that fall apart.
func TestNeighboursMarksTheChosenOne(t *testing.T) {
	f := enginetest.Draw(t, &Neighbours{Fold: 2}, report(2))
	if !strings.Contains(f.Title, "fold 2 of 2") {
		t.Errorf("the title is %q", f.Title)
	}
	chosen, parted := f.Layers[2].(figure.Points), f.Layers[3].(figure.Names)
	if !slices.Equal(chosen.X, []float64{4}) || !slices.Equal(chosen.Y, []float64{0.5}) {
		t.Errorf("marked is %v at %v, want k = 4 at 0.5", chosen.X, chosen.Y)
	}
	if want := "2 components"; !slices.Contains(parted.Texts, want) || len(parted.X) != len(parted.Texts) {
		t.Errorf("%q is not in %q", want, parted.Texts)
	}
	for _, said := range []string{"of 3 to 5 neighbours: 0.3, 0.5, -0.25", "graph of 4 has the largest, 0.5, with 2 components", "connected 75 % of the pairs"} {
		if !strings.Contains(f.Alt, said) {
			t.Errorf("%q is not in %q", said, f.Alt)
		}
	}
	if _, err := (&Neighbours{Fold: 3}).View(t.Context(), report(2)); err == nil || !strings.Contains(err.Error(), "fold = 3 is beyond the 2") {
		t.Errorf("a third fold: %v", err)
	}
}

// TestSpectrumMarksBothRules where eigenvalues chose the dimensions, and only there.
func TestSpectrumMarksBothRules(t *testing.T) {
	r := report(2)
	given := enginetest.Draw(t, &Spectrum{Fold: 1, Most: 20}, r)
	r.Runs[0].Embedding.ByEigenvalues = true
	chosen := enginetest.Draw(t, &Spectrum{Fold: 1, Most: 20}, r)
	if len(chosen.Layers) != len(given.Layers)+2 || strings.Contains(given.Alt, "stable") || !strings.Contains(chosen.Alt, "eigenvalues are stable behind") {
		t.Errorf("%d layers, %d of dimensions that were given; %q", len(chosen.Layers), len(given.Layers), chosen.Alt)
	}
}

func TestDealtDrawsTheDealtRun(t *testing.T) {
	r := report(2)
	other := report(2).Runs[1]
	other.Train.Target = classes(1, 0, 0)
	r.Permutation = &engine.Permutation{Run: other}
	f := enginetest.Draw(t, &Dealt{X: 1, Y: 2}, r)
	training := enginetest.Layer[figure.Points](t, f, 0)
	if training.Class[0] != 1 || !enginetest.Layer[figure.Points](t, f, 1).Ring || !strings.Contains(f.Alt, "by class: a 2, b 1") {
		t.Errorf("points %+v, alt %q", training, f.Alt)
	}
}
