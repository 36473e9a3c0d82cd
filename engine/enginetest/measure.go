package enginetest

import (
	"context"
	"math"
	"testing"

	"unfold/engine"
)

// testOfRows tests that what a measure says of rows is the same whatever was learned
// of them, and has no better.
func testOfRows(t *testing.T, m engine.Measure, run *engine.Run, score engine.Score) {
	t.Helper()
	bare := &engine.Run{Train: engine.Sample{X: run.Train.X, Rows: run.Train.Rows, Columns: run.Train.Columns, Distances: run.Train.Distances}}
	if got, err := m.Score(t.Context(), bare); err != nil || got.Value != score.Value || got.Better != engine.Neither {
		t.Errorf("of rows alone the score is %+v, and %+v of all that was learned (%v)", got, score, err)
	}
}

// Measures tests that each measure puts a finite number on a run that has
// everything, the same every time, and survives runs of few or equal rows.
func Measures(t *testing.T, c *engine.Catalogue) {
	each(t, c, engine.MeasureRole, func(t *testing.T, s *engine.Stage) {
		m := defaultMethod(t, s).(engine.Measure)
		for _, steps := range [][]any{nil, {hold{}}} {
			run := reportFor(t, s.Needs, 80, steps...).Runs[0]
			score, err := m.Score(t.Context(), run)
			if err != nil {
				t.Fatal(err)
			}
			if score.Name != s.Name || math.IsNaN(score.Value) || math.IsInf(score.Value, 0) {
				t.Errorf("score is %+v, want a number named %s", score, s.Name)
			}
			if score.Of > 0 && (score.Count < 0 || score.Count > score.Of || score.Value != float64(score.Count)/float64(score.Of)) {
				t.Errorf("score %v is not %d of %d", score.Value, score.Count, score.Of)
			}
			if score.Bounded && !(-math.MaxFloat64 <= score.Low && score.Low <= score.Value && score.Value <= score.High && score.High <= math.MaxFloat64) {
				t.Errorf("the interval of %v is %v to %v", score.Value, score.Low, score.High)
			}
			if s.JudgesRows() {
				testOfRows(t, m, run, score)
			}
			testSameBits(t, func() ([]float64, error) {
				score, err := m.Score(t.Context(), run)
				return []float64{score.Value}, err
			})
			testCancelled(t, "Score", func(ctx context.Context) error { _, err := m.Score(ctx, run); return err })
		}
		for _, n := range []int{1, 2, 3} {
			run := reportFor(t, s.Needs, n).Runs[0]
			mustSurvive(t, func() error { _, err := m.Score(t.Context(), run); return err })
		}
		run := reportFor(t, s.Needs, 20).Runs[0]
		run.Train.X.Zero()
		run.Embedding.Y.Zero()
		mustSurvive(t, func() error { _, err := m.Score(t.Context(), run); return err })
	})
}
