package giveaway

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// table is one of n rows, each column a function of the row's number.
func table(n int, columns ...func(i int) float64) *engine.Table {
	t := &engine.Table{X: mat.NewDense(n, len(columns), nil)}
	for j, f := range columns {
		t.Columns = append(t.Columns, engine.Column{Name: string(rune('a' + j))})
		for i := range n {
			t.X.Set(i, j, f(i))
		}
	}
	return t
}

func noise(i int) float64 { return math.Mod(float64(i)*0.618034, 1) }

// TestNotesOfClasses: a level, a threshold and missing cells that decide; chance, few
// rows, one class that is nearly all and numbers of rows do not.
func TestNotesOfClasses(t *testing.T) {
	class := func(i int) int { return i % 3 / 2 } // a third is of the second class
	level := func(i int) float64 { return []float64{4, 2}[class(i)] }
	for _, c := range []struct {
		name  string
		n     int
		x     func(i int) float64
		class func(i int) int
		want  []string
	}{
		{"level", 90, level, class, []string{"a alone decides y in 100 % of rows: is it known before the answer is?"}},
		{"threshold", 5000, func(i int) float64 { return noise(i) + float64(class(i)) }, class, []string{"a alone decides y in 100 % of rows: is it known before the answer is?"}},
		{"one wrong", 90, func(i int) float64 { return level(max(i, 1) - i/89) }, class, []string{"a alone decides y in 98.8 % of rows: is it known before the answer is?"}},
		{"missing", 90, func(i int) float64 { return []float64{math.NaN(), noise(i)}[class(i)] }, class, []string{"a alone decides y in 100 % of rows: is it known before the answer is?"}},
		{"noise", 90, noise, class, nil},
		{"few", 40, level, class, nil},
		{"identity", 90, func(i int) float64 { return float64(i) }, class, nil},
		{"sorted", 90, func(i int) float64 { return float64(i + 1) }, func(i int) int { return i / 60 }, nil},
		{"nearly all", 400, func(i int) float64 { return float64(i / 390) }, func(i int) int { return i / 390 }, nil},
	} {
		data := table(c.n, c.x)
		data.Target = engine.Target{Label: "y", Classes: []string{"no", "yes"}}
		for i := range c.n {
			data.Labels = append(data.Labels, c.class(i))
		}
		if got := Notes(data); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestOfWithoutPredictor: where nothing is predicted, nothing is given away.
func TestOfWithoutPredictor(t *testing.T) {
	data := table(90, func(i int) float64 { return float64(i % 2) })
	data.Target = engine.Target{Label: "y", Classes: []string{"no", "yes"}}
	for i := range 90 {
		data.Labels = append(data.Labels, i%2)
	}
	r := &engine.Report{Table: data}
	if got := Of(r); got != nil {
		t.Errorf("without a predictor: %q", got)
	}
	r.Steps = []engine.StepReport{{Role: engine.PredictorRole}}
	if got := Of(r); len(got) != 1 {
		t.Errorf("with a predictor: %q", got)
	}
}

// TestNotesOfResponses: a line, and one value for each level; a number with some noise
// is no giveaway. Of many columns the first are named.
func TestNotesOfResponses(t *testing.T) {
	y := func(i int) float64 { return math.Sin(float64(i % 7)) }
	for name, c := range map[string]struct {
		columns []func(i int) float64
		want    []string
	}{
		"line":  {[]func(i int) float64{func(i int) float64 { return 3 - 2*y(i) }}, []string{"a alone gives y nearly exactly: is it known before the answer is?"}},
		"level": {[]func(i int) float64{noise, func(i int) float64 { return float64(i % 7) }}, []string{"b alone gives y nearly exactly: is it known before the answer is?"}},
		"noisy": {[]func(i int) float64{func(i int) float64 { return y(i) + noise(i)/5 }}, nil},
		"many": {[]func(i int) float64{y, y, y, y, y}, []string{"a alone gives y nearly exactly: is it known before the answer is?",
			"b alone gives y nearly exactly: is it known before the answer is?", "c alone gives y nearly exactly: is it known before the answer is?", "2 more columns alone tell as much"}},
	} {
		data := table(210, c.columns...)
		data.Target = engine.Target{Label: "y", Response: mat.NewDense(210, 1, nil)}
		for i := range 210 {
			data.Response.Set(i, 0, y(i))
		}
		if got := Notes(data); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
