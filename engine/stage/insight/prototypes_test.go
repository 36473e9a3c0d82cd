package insight

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/figure"
)

// stands is a predictor by three prototypes, two of them of one class.
type stands struct {
	columns []string
	w       [][]float64
	lambda  []*mat.SymDense
}

func (stands) Predict(context.Context, []float64, *mat.Dense) error { return nil }
func (stands) Margins(_ context.Context, dst []float64, y *mat.Dense) error {
	for i := range dst {
		dst[i] = y.At(i, 0)
	}
	return nil
}
func (stands) Classes() []int                   { return []int{0, 0, 1} }
func (s stands) Columns() []string              { return s.columns }
func (s stands) Prototype(k int) []float64      { return s.w[k] }
func (s stands) Relevances(k int) *mat.SymDense { return s.lambda[k] }

func (s stands) Relevance(k int) []float64 {
	if s.lambda == nil {
		return nil
	}
	diagonal := make([]float64, len(s.columns))
	for j := range diagonal {
		diagonal[j] = s.lambda[k].At(j, j)
	}
	return diagonal
}

// standing weighs three columns by a, b and the rest.
func standing(a, b float64) stands {
	lambda := func(a, b, ab float64) *mat.SymDense {
		return mat.NewSymDense(3, []float64{a, ab, 0, ab, b, 0, 0, 0, 1 - a - b})
	}
	return stands{
		columns: []string{"size", "weight", "hue"},
		w:       [][]float64{{1, -2, 0}, {0.5, 0, 3}, {-1, 2, 0.25}},
		lambda:  []*mat.SymDense{lambda(a, b, -0.1), lambda(a, b, -0.1), lambda(b, a, 0.3)},
	}
}

// reportOf is a report of a fold for each predictor.
func reportOf(predictors ...engine.Predictor) *engine.Report {
	r := &engine.Report{}
	for _, p := range predictors {
		run := &engine.Run{Predictor: p, Thinned: p == nil}
		run.Train.Classes = []string{"round", "square"}
		r.Runs = append(r.Runs, run)
	}
	return r
}

// TestRelevanceOverFolds: medians and quartiles by hand, of means over prototypes: of
// three prototypes two weigh size by a and the third by b.
func TestRelevanceOverFolds(t *testing.T) {
	of := func(size float64) engine.Predictor { return standing(size, 0.25) }
	m := &Relevance{Columns: 20, Class: "round"}
	f := enginetest.Draw(t, m, reportOf(of(0.5), of(0.625), of(0.375), of(0.75), of(0.5), nil))
	bars, spans := enginetest.Layer[figure.Bars](t, f, 0), enginetest.Layer[figure.Segments](t, f, 1)
	if !slices.Equal(f.X.Labels, []string{"size", "weight", "hue"}) {
		t.Error(f.X.Labels)
	}
	enginetest.Equal(t, "medians", bars.Y, []float64{0.5, 0.25, 0.25})
	enginetest.Equal(t, "lower quartiles", spans.Y0, []float64{0.5, 0.25, 0.125})
	enginetest.Equal(t, "upper quartiles", spans.Y1, []float64{0.625, 0.25, 0.25})
	if !strings.Contains(f.Alt, "over 5 folds: size 0.5 (0.5 to 0.625)") || !strings.Contains(f.Caption, "1 further fold learned") {
		t.Error(f.Alt, f.Caption)
	}
	m.Class, m.Columns = "", 1
	f = enginetest.Draw(t, m, reportOf(of(0.5)))
	bars = enginetest.Layer[figure.Bars](t, f, 0)
	if want := (2*0.5 + 0.25) / 3; len(bars.Y) != 1 || math.Abs(bars.Y[0]-want) > 1e-15 || len(f.Layers) != 1 || !strings.Contains(f.Alt, "2 further columns with 0.58 together") {
		t.Errorf("%v, want %v: %s", bars.Y, want, f.Alt)
	}
}

// TestRelevanceOfColumnsThatFoldsLack counts them as nothing there.
func TestRelevanceOfColumnsThatFoldsLack(t *testing.T) {
	other := standing(0.5, 0.25)
	other.columns = []string{"size", "weight", "hue=red"}
	f := enginetest.Draw(t, &Relevance{Columns: 20}, reportOf(standing(0.5, 0.25), other))
	bars := enginetest.Layer[figure.Bars](t, f, 0)
	if at := slices.Index(f.X.Labels, "hue=red"); at < 0 || bars.Y[at] != 0.125 {
		t.Errorf("%v %v", f.X.Labels, bars.Y)
	}
}

// TestRelevancesOfPairs: the mean over prototypes, the heaviest column first.
func TestRelevancesOfPairs(t *testing.T) {
	m := &Relevances{Fold: 1, Columns: 2, Class: "square"}
	f := enginetest.Draw(t, m, reportOf(standing(0.25, 0.625)))
	cells := enginetest.Layer[figure.Cells](t, f, 0)
	if !slices.Equal(f.X.Labels, []string{"size", "weight"}) || !slices.Equal(f.Y.Labels, f.X.Labels) {
		t.Error(f.X.Labels)
	}
	enginetest.Equal(t, "first row", cells.Values[0], []float64{0.625, 0.3})
	enginetest.Equal(t, "second row", cells.Values[1], []float64{0.3, 0.25})
	enginetest.Equal(t, "shades", cells.Shade[0], []float64{1, 0.3 / 0.625})
	if !strings.Contains(f.Alt, "size 0.625, weight 0.25") || !strings.Contains(f.Alt, "size and weight weigh most, with 0.3.") || !strings.Contains(f.Caption, "0.88 is drawn") {
		t.Error(f.Alt, f.Caption)
	}
	m.Class, m.Columns = "", 12
	cells = enginetest.Layer[figure.Cells](t, enginetest.Draw(t, m, reportOf(standing(0.25, 0.625))), 0)
	enginetest.Equal(t, "mean", cells.Values[0], []float64{0.5, 0.033, 0})
}

// TestPrototypesAreProfiles: a line each, two of a class told apart by their numbers.
func TestPrototypesAreProfiles(t *testing.T) {
	m := &Prototypes{Fold: 1, Columns: 30, Most: 8}
	f := enginetest.Draw(t, m, reportOf(standing(0.25, 0.625)))
	for i, want := range []struct {
		name string
		y    []float64
	}{{"round, 1", []float64{1, -2, 0}}, {"round, 2", []float64{0.5, 0, 3}}, {"square", []float64{-1, 2, 0.25}}} {
		line := enginetest.Layer[figure.Line](t, f, i)
		enginetest.Equal(t, want.name, line.Y, want.y)
		if line.Name != want.name {
			t.Errorf("line %d is called %q", i, line.Name)
		}
	}
	if !strings.Contains(f.Alt, "round, 1: weight -2, size 1, hue 0; round, 2: hue 3") {
		t.Error(f.Alt)
	}
	m.Columns, m.Most = 2, 1
	f = enginetest.Draw(t, m, reportOf(standing(0.25, 0.625)))
	if !slices.Equal(f.X.Labels, []string{"size", "weight"}) || len(f.Layers) != 1 || !strings.Contains(f.Caption, "2 further prototypes are not drawn. 1 column is not drawn") {
		t.Error(f.X.Labels, f.Caption)
	}
	plain := standing(0, 0)
	plain.lambda = nil
	if f := enginetest.Draw(t, m, reportOf(plain)); !slices.Equal(f.X.Labels, []string{"size", "weight"}) {
		t.Error(f.X.Labels)
	}
}

// TestPrototypesThatAreNotThere: folds, and classes.
func TestPrototypesThatAreNotThere(t *testing.T) {
	r := reportOf(standing(0.5, 0.25), nil)
	for _, m := range []struct {
		view engine.Viewer
		want string
	}{
		{&Relevance{Class: "ring"}, `no prototype is of a class called "ring"; it is one of round, square`},
		{&Relevances{Fold: 1, Class: "ring"}, `no prototype is of a class called "ring"; it is one of round, square`},
		{&Prototypes{Fold: 1, Class: "ring"}, `no prototype is of a class called "ring"; it is one of round, square`},
		{&Relevances{Fold: 2}, "what fold 2 has learned was let go"},
		{&Prototypes{Fold: 3}, "fold = 3 is beyond the 2 of the protocol"},
	} {
		if _, err := m.view.View(t.Context(), r); err == nil || !strings.Contains(err.Error(), m.want) {
			t.Errorf("error is %v, want %s", err, m.want)
		}
	}
}
