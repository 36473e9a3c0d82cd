package prepare

import (
	"testing"

	"unfold/engine"
)

// TestEveryPreparerEstimates: a plan would have to leave out what cannot tell.
func TestEveryPreparerEstimates(t *testing.T) {
	for _, s := range Stages() {
		m, learns := s.Make().(engine.Preparer)
		if !learns {
			continue
		}
		e, tells := m.(engine.Estimator)
		if !tells {
			t.Errorf("%s does not tell what it will take", s.Name)
			continue
		}
		small, bytes := e.Estimate(100, 4)
		if large, more := e.Estimate(100_000, 40); small <= 0 || large < 1e4*small || large > 10 || more <= bytes {
			t.Errorf("%s: %g s and %d bytes for few cells, %g s and %d bytes for ten thousand times as many", s.Name, small, bytes, large, more)
		}
	}
}
