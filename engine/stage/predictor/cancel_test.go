package predictor

import (
	"context"
	"testing"

	"unfold/engine"
	"unfold/engine/enginetest"
)

// TestPredictorsEndWithTheirContext learns from 10000 rows, and predicts as many.
func TestPredictorsEndWithTheirContext(t *testing.T) {
	const n = 10_000
	s := overlapping(n, 8)
	hard := svm()
	hard.C, hard.Tol = 1e5, 1e-9
	narrow := svr()
	narrow.C, narrow.Epsilon, narrow.Tol = 1e5, 0, 1e-9
	for name, m := range map[string]engine.Learner{"svm": hard, "svr": narrow, "knn": &KNN{K: 200}, "ridge": &Ridge{Lambda: 1}, "bayes": bayes(), "logistic": &Logistic{C: 1e6}, "lgmlvq": quantisers()["lgmlvq"]} {
		s := s
		if name == "svr" {
			s = formula(n, 8, 0)
		}
		t.Run(name, func(t *testing.T) {
			enginetest.Cancels(t, func(ctx context.Context) error {
				p, err := m.Learn(ctx, s)
				if err != nil {
					return err
				}
				return p.Predict(ctx, make([]float64, n), s.X)
			})
		})
	}
}
