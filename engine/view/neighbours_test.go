package view

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
)

// TestNeighboursMarksTheChosen: the mark stands at the chosen number of neighbours in
// both parts, and the text says what the mark shows.
func TestNeighboursMarksTheChosen(t *testing.T) {
	k := &engine.KStatistic{K: []int{3, 4, 7}, T: []float64{0.2, 0.35, -0.1}, Coverage: []float64{0.5, 0.9, 1}, Components: []int{4, 2, 1}, Chosen: 1}
	run := &engine.Run{Embedding: &engine.Embedding{Y: mat.NewDense(2, 1, nil), KStatistic: k}}
	f, err := (&Neighbours{Fold: 1}).View(t.Context(), &engine.Report{Runs: []*engine.Run{run}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{0.35, 2} {
		layers := f.Parts[i].Layers
		mark := layers[len(layers)-1].(figure.Points)
		if len(mark.X) != 1 || mark.X[0] != 4 || mark.Y[0] != want {
			t.Errorf("part %d marks %v, %v, want 4, %v", i, mark.X, mark.Y, want)
		}
	}
	for _, want := range []string{"3 to 7 neighbours", "graph of 4", "2 components", "90 %"} {
		if !strings.Contains(f.Alt, want) {
			t.Errorf("%q lacks %q", f.Alt, want)
		}
	}
}
