package insight

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/evaluate/evidence"
	"unfold/engine/figure"
)

// unsure is a fold whose rows are as far from a border as their first cell says, and of
// which those that are wrong are told.
func unsure(margins []float64, wrong ...int) *engine.Run {
	n := len(margins)
	run := &engine.Run{Predictor: standing(0.5, 0.25), Predicted: make([]float64, n)}
	run.Held.X, run.Held.Classes, run.Held.Labels = mat.NewDense(n, 1, margins), []string{"round", "square"}, make([]int, n)
	for i := range n {
		run.Fold.Held = append(run.Fold.Held, i)
	}
	for _, i := range wrong {
		run.Predicted[i] = 1
	}
	return run
}

// TestRejectOverFolds: accuracies by hand, of two folds with equal margins, which are
// rejected together.
func TestRejectOverFolds(t *testing.T) {
	r := &engine.Report{Runs: []*engine.Run{unsure([]float64{0.1, 0.4, 0.3, 0.9}, 0, 2), unsure([]float64{0.3, 0.8, 0.1, 0.7}, 2), {Thinned: true}}}
	f := enginetest.Draw(t, &Reject{Threshold: 0.35}, r)
	band, line := enginetest.Layer[figure.Band](t, f, 0), enginetest.Layer[figure.Line](t, f, 1)
	// margins in order: 0.1 wrong twice, 0.3 wrong once of two, then four that are right
	enginetest.Equal(t, "shares", line.X, []float64{0, 0.25, 0.5, 0.625, 0.75, 0.875})
	enginetest.Equal(t, "accuracies", line.Y, []float64{5. / 8, 5. / 6, 1, 1, 1, 1})
	if low, high := evidence.Wilson(5, 6); band.Low[1] != low || band.High[1] != high {
		t.Errorf("the interval is %v to %v, want %v to %v", band.Low[1], band.High[1], low, high)
	}
	mark := enginetest.Layer[figure.Points](t, f, 2)
	if mark.X[0] != 0.5 || mark.Y[0] != 1 {
		t.Errorf("the mark is at %v, %v", mark.X, mark.Y)
	}
	if !strings.Contains(f.Alt, "8 predictions of held rows: 0.6250 of all") || !strings.Contains(f.Alt, "1.0000 with 50.0 % rejected, below 0.4") || !strings.Contains(f.Caption, "1 further fold learned") {
		t.Error(f.Alt, f.Caption)
	}
}

// TestRejectKeepsOne, however high the threshold is.
func TestRejectKeepsOne(t *testing.T) {
	r := &engine.Report{Runs: []*engine.Run{unsure([]float64{0.2, 0.1, 0.5}, 1)}}
	f := enginetest.Draw(t, &Reject{Threshold: 1}, r)
	mark := enginetest.Layer[figure.Points](t, f, 2)
	if math.Abs(mark.X[0]-2./3) > 1e-15 || mark.Y[0] != 1 {
		t.Errorf("the mark is at %v, %v", mark.X, mark.Y)
	}
}

// TestRejectWithoutWhatWasLearned tells that it was let go.
func TestRejectWithoutWhatWasLearned(t *testing.T) {
	if _, err := (&Reject{}).View(t.Context(), &engine.Report{Runs: []*engine.Run{{Thinned: true}}}); err == nil || !strings.Contains(err.Error(), "was let go") {
		t.Errorf("error is %v", err)
	}
}
