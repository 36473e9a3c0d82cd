package evaluate_test

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
)

// TestColumnThatDecidesIsNoted: a report says that a column has the answer in it.
func TestColumnThatDecidesIsNoted(t *testing.T) {
	const n = 60
	table := &engine.Table{X: mat.NewDense(n, 1, nil), Columns: []engine.Column{{Name: "alive"}}, Target: engine.Target{Label: "survived", Classes: []string{"no", "yes"}}}
	fold := engine.Fold{}
	for i := range n {
		table.X.Set(i, 0, float64(i%2))
		table.Labels, table.Rows = append(table.Labels, i%2), append(table.Rows, i)
		if i < n/2 {
			fold.Train = append(fold.Train, i)
		} else {
			fold.Held = append(fold.Held, i)
		}
	}
	report, err := evaluate.Run(t.Context(), engine.Pipe(standing{table}, givenFolds{fold}, parity{}), here)
	if err != nil {
		t.Fatal(err)
	}
	want := "alive alone decides survived in 100 % of rows: is it known before the answer is?"
	if !slices.ContainsFunc(report.Notes, func(n engine.Note) bool { return n.Text == want }) {
		t.Errorf("notes are %v, want one that says %q", report.Notes, want)
	}
}
