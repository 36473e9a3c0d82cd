package view

import (
	"errors"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/figure"
)

// several makes the report one of two responses.
func several(r *engine.Report) *engine.Report {
	target := func(values ...float64) engine.Target {
		return engine.Target{Label: "height, weight", Response: mat.NewDense(len(values)/2, 2, values), Responses: []string{"height", "weight"}}
	}
	for _, run := range r.Runs {
		run.Train.Target, run.Held.Target = target(1, 10, 2, 20, 3, 30), target(4, 40, 5, 50)
		run.Predicted = []float64{4.1, 41, 5.2, 52}
	}
	return r
}

// A view of several responses draws the first, or the one that is named.
func TestViewsDrawOneResponse(t *testing.T) {
	for name, want := range map[string]struct{ shade, truth, predicted []float64 }{
		"":       {[]float64{1, 2, 3}, []float64{4, 5}, []float64{4.1, 5.2}},
		"weight": {[]float64{10, 20, 30}, []float64{40, 50}, []float64{41, 52}},
	} {
		f := enginetest.Draw(t, &Scatter{Rows: 5000, Window: Window{Fold: 1, X: "1", Y: "2", Response: name}}, several(report(2)))
		enginetest.Equal(t, "shade", enginetest.Layer[figure.Points](t, f, 0).Shade, want.shade)
		if name != "" && !strings.Contains(f.Caption, "response, "+name+".") {
			t.Errorf("the caption is %q", f.Caption)
		}
		r := several(report(2))
		r.Runs = r.Runs[:1]
		f = enginetest.Draw(t, &Fit{Response: name}, r)
		enginetest.Equal(t, "true", enginetest.Layer[figure.Points](t, f, 1).X, want.truth)
		enginetest.Equal(t, "predicted", enginetest.Layer[figure.Points](t, f, 1).Y, want.predicted)
		if name != "" && f.X.Label != "true "+name {
			t.Errorf("across is %q", f.X.Label)
		}
	}
	_, err := (&Fit{Response: "width"}).View(t.Context(), several(report(2)))
	var e *engine.Error
	if !errors.As(err, &e) || e.Param != "response" || e.Remedy.String() != "it is one of height, weight" {
		t.Errorf("the error is %v", err)
	}
}
