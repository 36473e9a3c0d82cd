package enginetest

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
)

// Predictors tests that what is easy is learned: two clouds far apart, or
// responses that are linear on a grid, whichever the predictor is for. Of several
// responses all are learned, or the predictor says that it takes one; to within 2 of
// their 8 and 10 values, since 60 rows tell no more to one that divides them.
func Predictors(t *testing.T, c *engine.Catalogue) {
	each(t, c, engine.PredictorRole, func(t *testing.T, s *engine.Stage) {
		clouds := testLearns(t, s, Blobs(80), func(truth, predicted float64) bool { return truth == predicted })
		line := testLearns(t, s, Grid(10, 8), func(truth, predicted float64) bool { return math.Abs(truth-predicted) < 1 })
		both := Grid(10, 8)
		both.Table.Target = engine.Target{Label: "width, height", Response: both.Flat, Responses: []string{"width", "height"}}
		testLearns(t, s, both, func(truth, predicted float64) bool { return math.Abs(truth-predicted) < 2 })
		if !clouds && !line {
			t.Error("learns neither classes nor a response")
		}
		problem := Grid(10, 8)
		if clouds {
			problem = Blobs(80)
		}
		testPredictor(t, defaultMethod(t, s).(engine.Learner), problem.Sample())
		if clouds {
			repeated, pairs := problemWithCopies()
			testCopiesPredicted(t, defaultMethod(t, s).(engine.Learner), repeated, pairs)
		}
		testSameRun(t, sentence(problem.Table, hold{}, defaultStep(t, s)))
		if s.Mixed {
			testMixed(t, s)
		} else {
			testRefused(t, defaultStep(t, s))
		}
		testAwkward(t, defaultStep(t, s))
		if !testNewRows(t, problem.Table, defaultStep(t, s)) {
			t.Error("new rows are not predicted")
		}
	})
}

// testLearns predicts held rows of the problem, nine in ten of which must be
// right, and tells whether the predictor is for such problems at all.
func testLearns(t *testing.T, s *engine.Stage, p Problem, right func(truth, predicted float64) bool) bool {
	t.Helper()
	table := *p.Table
	order := permutation(table.Len())
	mixed := permuteSample(p.Sample(), order)
	table.X, table.Target = mixed.X, mixed.Target
	r, err := evaluate.Run(t.Context(), sentence(&table, hold{}, defaultStep(t, s)), evaluate.Environment{})
	var e *engine.Error
	if errors.As(err, &e) && e.Remedy != nil {
		return false
	}
	if err != nil {
		t.Fatalf("%s: %v", table.Name, err)
	}
	run := r.Runs[0]
	hits := 0
	for i, truth := range run.Held.Truth() {
		if right(truth, run.Predicted[i]) {
			hits++
		}
	}
	if 10*hits < 9*len(run.Predicted) {
		t.Errorf("%s: %d of %d held rows are right", table.Name, hits, len(run.Predicted))
	}
	return true
}

// testPredictor predicts row by row, and after a cancellation.
func testPredictor(t *testing.T, m engine.Learner, s engine.Sample) {
	t.Helper()
	p, err := m.Learn(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	testRowByRow(t, "Predict", s.X, 1, func(ctx context.Context, dst, x *mat.Dense) error {
		n, _ := x.Dims()
		values := make([]float64, n)
		err := p.Predict(ctx, values, x)
		dst.SetCol(0, values)
		return err
	})
	testCancelled(t, "Predict", func(ctx context.Context) error { return p.Predict(ctx, make([]float64, s.Len()), s.X) })
	testCancelled(t, "Learn", func(ctx context.Context) error { _, err := m.Learn(ctx, s); return err })
}
