package content

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/memo"
)

// TestKeysTellWhatStagesSee: tables and folds have other keys wherever stages see
// something else, and the same where only what judges differs.
func TestKeysTellWhatStagesSee(t *testing.T) {
	target := engine.Target{Label: "y", Labels: []int{0, 1, 0}, Classes: []string{"a", "b"}}
	table := &engine.Table{X: mat.NewDense(3, 1, []float64{1, 2, 3}), Columns: []engine.Column{{Name: "x"}}, Target: target, Rows: []int{0, 1, 2}}
	hidden := table.Hide([]int{2})
	if Table(table) == Table(hidden) {
		t.Error("a hidden label does not tell")
	}
	sited := *table
	sited.Aside = engine.Aside{X: mat.NewDense(3, 1, []float64{7, 8, 9}), Columns: []engine.Column{{Name: "lat"}}}
	renamed := sited
	renamed.Aside.Columns = []engine.Column{{Name: "long"}}
	if Table(table) == Table(&sited) || Table(&sited) == Table(&renamed) {
		t.Error("columns aside do not tell")
	}
	other := *table
	other.Target = engine.Target{Label: "y", Labels: []int{0, 1, 1}, Classes: target.Classes}
	if Table(hidden) != Table(other.Hide([]int{2})) {
		t.Error("a label that is withheld tells")
	}
	seen := map[memo.Key]int{}
	for i, f := range []engine.Fold{
		{Train: []int{0, 1}},
		{Train: []int{0, 1}, Held: []int{2}},
		{Train: []int{0, 1}, Held: []int{2}, Transduced: true},
		{Train: []int{0, 1}, Unlabelled: []int{2}},
		{Train: []int{0, 1}, Unlabelled: []int{2}, Answers: true},
	} {
		key := Fold(f, Table(table))
		if before, there := seen[key]; there {
			t.Errorf("folds %d and %d have one key", before, i)
		}
		seen[key] = i
	}
}
