package evaluate_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/internal/copies"
)

func TestOriginals(t *testing.T) {
	nan := math.NaN()
	table := &engine.Table{
		X:      mat.NewDense(6, 2, []float64{1, nan, 0, 2, 1, nan, math.Copysign(0, -1), 2, 0, 2, 2, 0}),
		Target: engine.Target{Labels: []int{0, 1, 0, 0, 1, 1}, Classes: []string{"a", "b"}},
	}
	alike, same := copies.Of(table)
	if !slices.Equal(alike, []int{0, 1, 0, 1, 1, 5}) || !slices.Equal(same, []int{0, 1, 0, 3, 1, 5}) {
		t.Errorf("alike %v, same %v", alike, same)
	}
}

// TestCopiesAcrossASplitAreCounted: rows written twice are learned by heart,
// which the positions of rows do not tell.
func TestCopiesAcrossASplitAreCounted(t *testing.T) {
	text := "1,a 2,b 1,a 3,a 2,a 4,b 4,b"
	table := &engine.Table{X: mat.NewDense(7, 1, nil), Columns: []engine.Column{{Name: "x"}}, Rows: []int{0, 1, 2, 3, 4, 5, 6}, Target: engine.Target{Label: "y", Classes: []string{"a", "b"}}}
	for i, row := range strings.Fields(text) {
		table.X.Set(i, 0, float64(row[0]-'0'))
		table.Labels = append(table.Labels, int(row[2]-'a'))
	}
	folds := []engine.Fold{
		{Train: []int{0, 1, 3}, Held: []int{2, 4, 5, 6}}, // 2 is 0 again, and 4 like 1 with another class
		{Train: []int{2, 4, 5, 6}, Held: []int{0, 1, 3}},
	}
	report, err := evaluate.Run(t.Context(), engine.Pipe(standing{table}, givenFolds(folds)), here)
	if err != nil {
		t.Fatal(err)
	}
	if want := (engine.Copies{Held: 7, Copied: 4, Agree: 2}); report.Copies != want {
		t.Errorf("%+v, want %+v", report.Copies, want)
	}
}

// standing is a source of a table that is there.
type standing struct{ table *engine.Table }

func (standing) Params(*engine.Params) {}

func (s standing) Load(context.Context) (*engine.Table, error) { return s.table, nil }

// BenchmarkOriginals looks for copies in a table without any.
func BenchmarkOriginals(b *testing.B) {
	const n, d = 200_000, 30
	table := &engine.Table{X: mat.NewDense(n, d, nil)}
	for i := range n {
		table.X.Set(i, i%d, float64(i))
	}
	for b.Loop() {
		copies.Of(table)
	}
}
