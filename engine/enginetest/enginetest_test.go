package enginetest_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/quality"
	"unfold/engine/stage/view"
)

func TestContracts(t *testing.T) {
	enginetest.All(t, engine.NewCatalogue(predictor.Stages(), quality.Stages(), view.Stages()))
}

func TestExamplesAreHandedOver(t *testing.T) {
	c := engine.NewCatalogue(predictor.Stages())
	var want, ran []string
	for _, s := range c.Stages() {
		want = append(want, s.Examples...)
	}
	enginetest.Examples(t, c, func(example string) error {
		ran = append(ran, example)
		return nil
	})
	if !slices.Equal(ran, want) {
		t.Errorf("ran %q, want %q", ran, want)
	}
}

func TestProblems(t *testing.T) {
	grid := enginetest.Grid(4, 3)
	x := engine.Euclidean(grid.Table.X)
	flat := engine.Euclidean(grid.Flat)
	for i := range 12 {
		a, b := make([]float64, 12), make([]float64, 12)
		x.Row(a, i)
		flat.Row(b, i)
		for j := range a {
			if math.Abs(a[j]-b[j]) > 1e-14 {
				t.Fatalf("points %d and %d of the grid are %v apart, flat %v", i, j, a[j], b[j])
			}
		}
	}
	roll := enginetest.Roll(300)
	for i, angle := range roll.Table.Truth() {
		row := roll.Table.X.RawRowView(i)
		if math.Abs(math.Hypot(row[0], row[2])-angle) > 1e-9 || angle < 1.5*math.Pi || angle > 3.5*math.Pi {
			t.Fatalf("row %d of the roll, %v, has t = %v", i, row, angle)
		}
	}
	if err := enginetest.Procrustes(roll.Table.X, roll.Flat); err < 0.3 {
		t.Errorf("a rolled sheet is %v from the flat one", err)
	}
}

func TestProcrustesUndoesMotions(t *testing.T) {
	flat := enginetest.Grid(5, 4).Flat
	moved := mat.NewDense(20, 2, nil)
	for i := range 20 {
		u, v := flat.At(i, 0), flat.At(i, 1)
		moved.SetRow(i, []float64{3*(0.6*u-0.8*v) + 7, -3*(0.8*u+0.6*v) - 2}) // turned, reflected, tripled, moved
	}
	if d := enginetest.Procrustes(moved, flat); d > 1e-12 {
		t.Errorf("disparity of a motion is %v", d)
	}
}
