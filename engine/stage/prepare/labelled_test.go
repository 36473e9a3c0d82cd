package prepare

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// TestLabelled: of each class its share keeps the label, and rows without one
// count neither way.
func TestLabelled(t *testing.T) {
	table := &engine.Table{X: mat.NewDense(110, 1, nil), Target: engine.Target{Classes: []string{"x", "y"}}}
	for i := range 110 {
		label := engine.Hidden
		switch {
		case i < 70:
			label = 0
		case i < 100:
			label = 1
		}
		table.Labels = append(table.Labels, label)
	}
	hidden := hide(t, &Labelled{Share: 0.2, Seed: 1}, table)
	left := table.Hide(hidden)
	if sizes := left.Target.Sizes(); len(hidden) != 80 || sizes[0] != 14 || sizes[1] != 6 {
		t.Errorf("%d labels are hidden, %v are left", len(hidden), sizes)
	}
	if sizes := left.Withheld.Sizes(); sizes[0] != 56 || sizes[1] != 24 {
		t.Errorf("withheld are %v", sizes)
	}
	for _, r := range hidden {
		if !table.Known(r) || left.Known(r) || !left.Withheld.Known(r) {
			t.Errorf("row %d is hidden", r)
		}
	}
	if again := hide(t, &Labelled{Share: 0.2, Seed: 2}, table); len(again) != 80 || again[0] == hidden[0] && again[1] == hidden[1] && again[2] == hidden[2] && again[3] == hidden[3] {
		t.Error("another seed hides the same")
	}
}

// TestLabelledResponses: labels are kept all over the range of the response.
func TestLabelledResponses(t *testing.T) {
	table := &engine.Table{X: mat.NewDense(100, 1, nil), Target: engine.Target{Response: mat.NewDense(100, 1, nil)}}
	for i := range 100 {
		table.Response.Set(i, 0, float64(i*i%101))
	}
	table.Response.Set(7, 0, math.NaN())
	left := table.Hide(hide(t, &Labelled{Share: 0.1, Seed: 1}, table))
	var kept []float64
	low, high := math.Inf(1), math.Inf(-1)
	for i := range 100 {
		if v := left.Response.At(i, 0); !math.IsNaN(v) {
			kept, low, high = append(kept, v), min(low, v), max(high, v)
		}
	}
	if len(kept) != 10 || low > 10 || high < 85 {
		t.Errorf("kept are %v", kept)
	}
}

func TestLabelledFails(t *testing.T) {
	classes := engine.Target{Labels: []int{0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, Classes: []string{"x", "y"}}
	for _, c := range []struct {
		table *engine.Table
		share float64
		want  string
	}{
		{&engine.Table{X: mat.NewDense(10, 1, nil), Target: classes}, 0.3, "share = 0.3 leaves class y (1 row) without a label, so nothing would be learned of it; raise share"},
		{&engine.Table{X: mat.NewDense(10, 1, nil)}, 0.3, "no labels to hide"},
		{&engine.Table{X: mat.NewDense(2, 1, nil), Target: engine.Target{Response: mat.NewDense(2, 1, nil)}}, 0.2, "leaves the rows (2 rows) without a label"},
	} {
		if _, err := (&Labelled{Share: c.share, Seed: 1}).Hide(context.Background(), c.table); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
	ctx, notes := engine.WithNotes(context.Background(), "labelled")
	if hidden, err := (&Labelled{Share: 0.99, Seed: 1}).Hide(ctx, &engine.Table{X: mat.NewDense(10, 1, nil), Target: classes}); err != nil || hidden != nil || len(notes()) != 1 {
		t.Errorf("hidden are %v, %v", hidden, err)
	}
}

// TestSelectorsTakeUnlabelledRows: they keep their share, and are no dispute.
func TestSelectorsTakeUnlabelledRows(t *testing.T) {
	table := &engine.Table{X: mat.NewDense(40, 1, nil), Target: engine.Target{Classes: []string{"x"}}}
	for i := range 40 {
		table.Labels = append(table.Labels, []int{0, engine.Hidden}[i%2])
		table.X.Set(i, 0, float64(i/2))
	}
	rows, _ := choose(t, &Sample{N: 10, Seed: 1}, table)
	if sizes := table.Target.Take(rows).Sizes(); len(rows) != 10 || sizes[0] != 5 {
		t.Errorf("of %d rows %d have a label", len(rows), sizes[0])
	}
	if rows, notes := choose(t, &Dedupe{}, table); len(rows) != 40 || len(notes) != 0 {
		t.Errorf("%d rows are kept, %v", len(rows), notes)
	}
}

func hide(t *testing.T, m engine.Hider, table *engine.Table) []int {
	t.Helper()
	rows, err := m.Hide(context.Background(), table)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}
