package insight

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
)

// TestFiguresSpeak: each figure says what it shows, what not, and its numbers.
func TestFiguresSpeak(t *testing.T) {
	for _, s := range Stages() {
		r := embedded()
		switch {
		case s.Needs&engine.NeedTree != 0:
			r = treeReport(steps(3))
		case s.Name == "importance":
			r = enginetest.Signs(enginetest.FirstColumn{}, 20)
		case s.Name == "why":
			r = bent()
		case s.Name == "reject":
			r = &engine.Report{Runs: []*engine.Run{unsure([]float64{0.2, 0.1, 0.5}, 1)}}
		case s.Needs&(engine.NeedPrototypes|engine.NeedRelevances) != 0:
			r = reportOf(standing(0.5, 0.2), standing(0.4, 0.3))
		}
		r.Runs[0].Fold.Train = []int{0, 1, 2}
		enginetest.Speaks(t, s, enginetest.Draw(t, s.Make().(engine.Viewer), r))
	}
}

// embedded is a report on three rows on a grid of units.
func embedded() *engine.Report {
	x := mat.NewDense(3, 1, []float64{0, 3, 4})
	return &engine.Report{Runs: []*engine.Run{{
		Fold:      engine.Fold{Train: []int{0, 1, 2}},
		Train:     engine.Sample{X: x, Rows: []int{10, 11, 12}},
		Embedding: &engine.Embedding{Y: x, Units: square2(), Losses: &engine.Losses{Values: []float64{3, 2, 1}, Step: "epoch"}},
	}}}
}
