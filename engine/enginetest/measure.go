package enginetest

import (
	"context"
	"math"
	"testing"

	"unfold/engine"
)

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
