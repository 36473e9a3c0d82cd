package chart

import (
	"strings"
	"testing"

	"unfold/engine/figure"
)

// labelsOf are the texts of a figure's legend.
func labelsOf(fig *figure.Figure) string {
	var labels []string
	for _, e := range newLegend(fig, new(Looks).of(fig.Classes), coloursOf(nil), 200, 400).entries {
		labels = append(labels, e.label)
	}
	return strings.Join(labels, "|")
}

// TestLegendHasWhatIsThere: rows that are all of one kind need no name for it, and classes
// and layers without a mark no entry.
func TestLegendHasWhatIsThere(t *testing.T) {
	training := figure.Points{Name: "training", X: []float64{0, 1}, Y: []float64{0, 1}, Class: []int{0, 2}, Rows: []int{4, 5}}
	held := figure.Points{Name: "held", X: []float64{2}, Y: []float64{1}, Class: []int{0}, Rows: []int{6}, Ring: true}
	edges := figure.Segments{Name: "edges", X0: []float64{0}, Y0: []float64{0}, X1: []float64{1}, Y1: []float64{1}}
	kept := figure.Points{Name: "kept", X: []float64{1}, Y: []float64{1}}
	for want, layers := range map[string][]figure.Layer{
		"a (1)|c (1)|edges":         {edges, training},
		"a (2)|c (1)|training|held": {training, held},
		"a (1)|c (1)":               {training, figure.Points{Name: "held", Class: []int{}, Rows: []int{}}},
		"a (1)|c (1)|kept":          {training, kept},
	} {
		fig := &figure.Figure{Classes: []string{"a", "b", "c"}, Layers: layers}
		if got := labelsOf(fig); got != want {
			t.Errorf("the legend is %s, want %s", got, want)
		}
	}
}
