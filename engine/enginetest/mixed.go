package enginetest

import (
	"math"
	"testing"

	"unfold/engine"
)

// testMixed gives a predictor that takes levels and missing cells a table of both.
// It must learn from them, tell of rows that lack any cell or have a level which
// no training row has, and tell the same of them in a second file. Infinite cells
// it refuses like others.
func testMixed(t *testing.T, s *engine.Stage) {
	t.Run("infinity", func(t *testing.T) {
		testRefusedWhen(t, func(t *engine.Table) { t.X.Set(5, 1, math.Inf(-1)) }, defaultStep(t, s))
	})
	t.Run("mixed", func(t *testing.T) {
		problem := Shapes(120)
		if !testLearns(t, s, problem, func(truth, predicted float64) bool { return truth == predicted }) {
			t.Error("takes levels and missing cells by its declaration, but refuses them")
			return
		}
		table := problem.Table
		n := table.Len()
		table.Columns[1].Levels = append(table.Columns[1].Levels, "star")
		table.X.Set(n-1, 1, float64(len(table.Columns[1].Levels)-1))
		for j := range table.Columns {
			table.X.Set(n-2, j, math.NaN())
		}
		testSameRun(t, sentence(table, hold{}, defaultStep(t, s)))
		if !testNewRows(t, table, defaultStep(t, s)) {
			t.Error("new rows are not predicted")
		}
	})
}
