package sketch

import (
	"math"
	"testing"
	"unfold/engine/figure"
)

func TestMultiplesAreALineEach(t *testing.T) {
	y := figure.Axis{Low: 0, High: 1}
	fig := &figure.Figure{Parts: []*figure.Figure{
		{Title: "tuned", Parts: []*figure.Figure{{X: figure.Axis{Label: "knn.k"}, Y: y, Layers: []figure.Layer{
			figure.Band{X: []float64{1, 2, 4}, Low: []float64{0, 0, 0}, High: []float64{1, 1, 1}},
			figure.Line{X: []float64{1, 2, 4, 8}, Y: []float64{0, 0.5, math.NaN(), 1}, Marked: true},
			figure.Line{X: []float64{1, 8}, Y: []float64{0, 0}, Dashed: true},
		}}}},
		{Title: "plain", Parts: []*figure.Figure{{Y: y, Layers: []figure.Layer{figure.Line{X: []float64{0, 1}, Y: []float64{0.3, 0.3}}}}}},
		{Title: "no limits", Layers: []figure.Layer{figure.Line{X: []float64{1, 2}, Y: []float64{-5, 5}, Marked: true}}},
		{Title: "broken"},
		{Title: "a scatter", Layers: []figure.Layer{figure.Points{X: []float64{1}, Y: []float64{1}}}},
		{Title: "bars", X: figure.Axis{Whole: true}, Layers: []figure.Layer{figure.Bars{Low: []float64{-0.5, 0.5, 1.5}, High: []float64{0.5, 1.5, 2.5}, Y: []float64{1, 0, 8}}}},
		{Title: "named", X: figure.Axis{Labels: []string{"a", "b"}}, Layers: []figure.Layer{figure.Bars{Low: []float64{0, 1}, High: []float64{1, 2}, Y: []float64{4, 3}}}},
		{Title: "below", Layers: []figure.Layer{figure.Bars{Low: []float64{0}, High: []float64{1}, Y: []float64{-1}}}},
		{Title: "none", Layers: []figure.Layer{figure.Bars{Low: []float64{0}, High: []float64{1}, Y: []float64{0}}}},
	}}
	want := "tuned      ▁▅ █        knn.k 1 to 8\nplain      ▃▃▃▃▃▃▃▃▃▃\nno limits  ▁█           1 to 2\nbroken\n" +
		"bars       ▁ █               0 to 2\nnamed      █▆                a, b\nbelow\nnone\n"
	if got := Multiples(fig); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := Multiples(&figure.Figure{}); got != "" {
		t.Errorf("without parts: %q", got)
	}
}

// TestFirstSketchesAPart: of parts that are all scatters the first, as it is by itself.
func TestFirstSketchesAPart(t *testing.T) {
	scatter := &figure.Figure{Title: "Dimensions 1 and 2", Layers: []figure.Layer{figure.Points{X: []float64{0, 1}, Y: []float64{0, 1}}}}
	line := &figure.Figure{Layers: []figure.Layer{figure.Line{X: []float64{0, 1}, Y: []float64{0, 1}}}}
	if got, want := First(&figure.Figure{Parts: []*figure.Figure{scatter, scatter}}), "Dimensions 1 and 2\n"+Scatter(scatter); got != want || Scatter(scatter) == "" {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	for _, parts := range [][]*figure.Figure{nil, {scatter, line}, {{Parts: []*figure.Figure{scatter, scatter}}}} {
		if got := First(&figure.Figure{Parts: parts}); got != "" {
			t.Errorf("%d parts: %q", len(parts), got)
		}
	}
}
