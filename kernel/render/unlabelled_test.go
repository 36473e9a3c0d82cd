package render

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// TestRowsWithoutALabel: a report says how many there are, scores those whose
// labels were hidden, and shows the first answers.
func TestRowsWithoutALabel(t *testing.T) {
	table := &engine.Table{Name: "t", X: mat.NewDense(14, 1, nil), Target: engine.Target{Label: "kind", Classes: []string{"a", "b"}}}
	for i := range 14 {
		table.Labels, table.Rows = append(table.Labels, i%2), append(table.Rows, 100+i)
	}
	var without []int
	for i := 2; i < 12; i++ {
		without = append(without, i)
	}
	table = table.Hide(without)
	final := &engine.Run{Fold: engine.Fold{Train: []int{0, 1, 12, 13}, Unlabelled: without, Answers: true}, Train: table.Take([]int{0, 1, 12, 13}), Unlabelled: engine.Unlabelled{Sample: table.Take(without), Predicted: []float64{0, 0, 0, 1, 1, 1, 1, 1, 1, 1}}}
	run := &engine.Run{Fold: engine.Fold{Train: []int{0, 1}, Held: []int{12, 13}, Unlabelled: without}, Train: table.Take([]int{0, 1})}
	r := &engine.Report{
		Pipeline: "t | knn", Protocol: "holdout", Table: table, Runs: []*engine.Run{run}, Final: final,
		Scores:   []engine.Summary{{Name: "accuracy", Mean: 1, SD: math.NaN(), Low: math.NaN(), High: math.NaN(), Folds: []float64{1}}},
		Answered: []engine.Summary{{Name: "accuracy" + engine.OfUnlabelled, Mean: 0.5, SD: math.NaN(), Low: math.NaN(), High: math.NaN(), Folds: []float64{0.5}}},
	}
	text := viewOf(r).text(false)
	page, err := viewOf(r).html(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"10 without a label", "2 training rows, 2 held, 10 without a label", "accuracy (unlabelled)", "10 rows without a label, predicted by what was learned from the 4 with one", "102", "2 more rows", "predicted: a: 3, b: 7"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
		if !strings.Contains(page, want) && want != "2 more rows" {
			t.Errorf("no %q in the page", want)
		}
	}
	if strings.Contains(text, "110") {
		t.Errorf("more rows are shown than asked for:\n%s", text)
	}
	path := filepath.Join(t.TempDir(), "a.csv")
	if err := New(Options{}).Save(r.Unlabelled(), path); err != nil {
		t.Fatal(err)
	}
	if csv, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(csv), "row,kind\n102,a\n") {
		t.Errorf("%v: %s", err, csv)
	}
	if head := headOf(table).Text(); !strings.Contains(head, "10 without a label") {
		t.Errorf("data are shown as\n%s", head)
	}
}
