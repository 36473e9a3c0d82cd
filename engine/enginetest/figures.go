package enginetest

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
)

// Draw returns the figure that a view draws of a report.
func Draw(t *testing.T, m engine.Viewer, r *engine.Report) *figure.Figure {
	t.Helper()
	f, err := m.View(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Layer returns the i-th layer of f, which must be an L.
func Layer[L figure.Layer](t *testing.T, f *figure.Figure, i int) L {
	t.Helper()
	if i >= len(f.Layers) {
		t.Fatalf("%s has %d layers, want more than %d", f.Name, len(f.Layers), i)
	}
	l, ok := f.Layers[i].(L)
	if !ok {
		t.Fatalf("layer %d of %s is a %T", i, f.Name, f.Layers[i])
	}
	return l
}

// FirstColumn is a predictor that tells class 1 where the first column is above zero.
type FirstColumn struct{}

// Predict fills dst.
func (FirstColumn) Predict(_ context.Context, dst []float64, x *mat.Dense) error {
	for i := range dst {
		dst[i] = 0
		if x.At(i, 0) > 0 {
			dst[i] = 1
		}
	}
	return nil
}

// Signs returns a report on 40 rows whose first column tells the class, and whose second
// is of no use.
func Signs(p engine.Predictor, held int) *engine.Report {
	t := &engine.Table{X: mat.NewDense(40, 2, nil), Columns: []engine.Column{{Name: "sign"}, {Name: "noise"}}, Target: engine.Target{Classes: []string{"a", "b"}}}
	for i := range 40 {
		t.X.SetRow(i, []float64{float64(2*(i%2) - 1), float64(i * 7 % 11)})
		t.Labels, t.Rows = append(t.Labels, i%2), append(t.Rows, i)
	}
	run := &engine.Run{Predictor: p, Header: t.Header()}
	for i := range 40 {
		if i < held {
			run.Fold.Held = append(run.Fold.Held, i)
		} else {
			run.Fold.Train = append(run.Fold.Train, i)
		}
	}
	run.Train, run.Held = t.Take(run.Fold.Train), t.Take(run.Fold.Held)
	return &engine.Report{Table: t, Runs: []*engine.Run{run}}
}

// Speaks checks that a figure says what it shows, what not, and its numbers.
func Speaks(t *testing.T, s engine.Stage, f *figure.Figure) {
	t.Helper()
	if f.Name != s.Name || f.Title == "" || len(f.Caption) < 60 || !strings.ContainsAny(f.Alt, "0123456789") || f.X.Label == "" || f.Y.Label == "" {
		t.Errorf("%s: %q, %q, %q, %q, %q", s.Name, f.Title, f.Caption, f.Alt, f.X.Label, f.Y.Label)
	}
}

// Equal checks numbers, but for rounding.
func Equal(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s is %v, want %v", what, got, want)
		return
	}
	for i := range got {
		if math.Abs(got[i]-want[i]) > 1e-12 {
			t.Errorf("%s is %v, want %v", what, got, want)
			return
		}
	}
}
