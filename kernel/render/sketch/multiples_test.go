package sketch

import (
	"math"
	"testing"

	"unfold/engine"
)

func TestMultiplesAreALineEach(t *testing.T) {
	y := engine.Axis{Low: 0, High: 1}
	fig := &engine.Figure{Parts: []*engine.Figure{
		{Title: "tuned", Parts: []*engine.Figure{{X: engine.Axis{Label: "knn.k"}, Y: y, Layers: []engine.Layer{
			engine.Band{X: []float64{1, 2, 4}, Low: []float64{0, 0, 0}, High: []float64{1, 1, 1}},
			engine.Line{X: []float64{1, 2, 4, 8}, Y: []float64{0, 0.5, math.NaN(), 1}, Marked: true},
			engine.Line{X: []float64{1, 8}, Y: []float64{0, 0}, Dashed: true},
		}}}},
		{Title: "plain", Parts: []*engine.Figure{{Y: y, Layers: []engine.Layer{engine.Line{X: []float64{0, 1}, Y: []float64{0.3, 0.3}}}}}},
		{Title: "no limits", Layers: []engine.Layer{engine.Line{X: []float64{1, 2}, Y: []float64{-5, 5}, Marked: true}}},
		{Title: "broken"},
	}}
	want := "tuned      ▁▅ █        knn.k 1 to 8\nplain      ▃▃▃▃▃▃▃▃▃▃\nno limits  ▁█           1 to 2\nbroken\n"
	if got := Multiples(fig); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := Multiples(&engine.Figure{}); got != "" {
		t.Errorf("without parts: %q", got)
	}
}
