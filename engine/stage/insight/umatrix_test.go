package insight

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/figure"
	"unfold/engine/stage/folds"
)

// square2 is a grid of two by two units, of which the last lies far away.
func square2() *engine.Units {
	return &engine.Units{
		Width: 2, Height: 2,
		Places:  mat.NewDense(4, 2, []float64{0, 0, 1, 0, 0, 1, 1, 1}),
		Weights: mat.NewDense(4, 1, []float64{0, 1, 3, 10}),
		Rows:    []int{0, 0, 2},
	}
}

// TestUMatrix: mean distances to neighbours by hand, tiles without gaps, and counts.
func TestUMatrix(t *testing.T) {
	r := embedded()
	r.Runs[0].Embedding.Units = square2()
	f := enginetest.Draw(t, &UMatrix{folds.One{Fold: 1}}, r)
	tiles := f.Layers[0].(figure.Areas)
	if want := []float64{2, 5, 5, 8}; !slices.Equal(tiles.Shade, want) {
		t.Errorf("units are %v from their neighbours, want %v", tiles.Shade, want)
	}
	if tiles.X1[0] != tiles.X0[1] || tiles.Y1[0] != tiles.Y0[2] {
		t.Errorf("tiles leave gaps: %v", tiles)
	}
	if names := f.Layers[1].(figure.Names); !slices.Equal(names.Texts, []string{"2", "1"}) {
		t.Errorf("counts are %v", names.Texts)
	}
	for _, want := range []string{"2 × 2 units", "5 from their neighbours in the median, from 2 to 8, farthest at unit 2 across and 2 up", "from 0 to 2 training rows"} {
		if !strings.Contains(f.Alt, want) {
			t.Errorf("%q does not say %q", f.Alt, want)
		}
	}
	hexagonal := square2()
	hexagonal.Places = mat.NewDense(4, 2, []float64{0, 0, 1, 0, 0.5, math.Sqrt(3) / 2, 1.5, math.Sqrt(3) / 2})
	if got := hexagonal.Apart(); got[0] != 2 || got[1] != 4 {
		t.Errorf("of six neighbours, units are %v from theirs, want 2 for the first of two and 4 for the second of three", got)
	}
}

// TestLoss draws a curve on an axis of powers.
func TestLoss(t *testing.T) {
	r := embedded()
	r.Runs[0].Embedding.Losses = &engine.Losses{Values: []float64{8, 4, 2}, Step: "epoch"}
	f := enginetest.Draw(t, &Loss{folds.One{Fold: 1}}, r)
	if line := f.Layers[0].(figure.Line); !slices.Equal(line.X, []float64{1, 2, 3}) || !slices.Equal(line.Y, []float64{8, 4, 2}) || !f.Y.Log {
		t.Errorf("the curve is %v, on a log axis: %v", line, f.Y.Log)
	}
	if !strings.Contains(f.Alt, "3 epochs: 8 in the first, 4 half way, 2 in the last") {
		t.Error(f.Alt)
	}
}

// TestLossOfADescent begins with its start, and goes below zero where its cost does.
func TestLossOfADescent(t *testing.T) {
	r := embedded()
	r.Runs[0].Embedding.Losses = &engine.Losses{Values: []float64{1, -2, -3}, Step: "iteration"}
	f := enginetest.Draw(t, &Loss{folds.One{Fold: 1}}, r)
	if line := f.Layers[0].(figure.Line); !slices.Equal(line.X, []float64{0, 1, 2}) || f.Y.Log || f.X.Label != "iteration" {
		t.Errorf("the curve is %v over %ss, on a log axis: %v", line, f.X.Label, f.Y.Log)
	}
	if !strings.Contains(f.Alt, "2 iterations: 1 at the start, -2 half way, -3 in the last") {
		t.Error(f.Alt)
	}
}
