package dsl_test

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/dsl"
	"unfold/engine"
)

// halfLabelled are rows on a line, of two classes; some have no label.
const halfLabelled = "a,y\n0,low\n1,\n2,low\n3,?\n10,high\n11,NA\n12,high\n13,high\n1,low\n12,\n"

// TestRowsWithoutALabelAreAnswered: a cell asks for the answers, and for what
// became of all rows, which stand in the order of the file.
func TestRowsWithoutALabelAreAnswered(t *testing.T) {
	inFolder(t, map[string]string{"half.csv": halfLabelled})
	s := newSession(t)
	answers := eval(t, s, `m := load("half.csv") | scale | knn(1) | cv(3)`, "m.Unlabelled()").(engine.Answers)
	var got []string
	for _, a := range answers.Rows {
		got = append(got, a.Class)
	}
	if !slices.Equal(got, []string{"low", "low", "high", "high"}) || answers.Rows[2].Row != 5 || answers.Learned != 6 {
		t.Errorf("answers %+v", answers)
	}
	if new := eval(t, s, `m.Predict("half.csv")`).([]string); new[1] != got[0] || new[5] != got[2] {
		t.Errorf("of a second file the same rows are %v", new)
	}
	y := eval(t, s, `(load("half.csv") | pca(dim=1)).Embedding()`).(*mat.Dense)
	if (y.At(0, 0) < y.At(4, 0)) != (y.At(1, 0) < y.At(5, 0)) || (y.At(8, 0) < y.At(9, 0)) != (y.At(0, 0) < y.At(4, 0)) {
		t.Errorf("rows are not in the order of the file: %v", mat.Formatted(y))
	}
	table := eval(t, s, `(load("half.csv") | center).Data()`).(*engine.Table)
	if table.X.At(1, 0) != 1-6.5 || table.X.At(9, 0) != 12-6.5 || table.Labels[1] != engine.Hidden {
		t.Errorf("prepared rows are %v", mat.Formatted(table.X))
	}
}

func TestNoRowsToAnswer(t *testing.T) {
	s := newSession(t)
	if said := fail(t, s, "(waveform(n=60) | knn).Unlabelled()"); !strings.Contains(said, "every row has a label") {
		t.Errorf("said %q", said)
	}
	if said := fail(t, s, "(waveform(n=60) | labelled(0.5) | pca).Unlabelled()"); !strings.Contains(said, "no predictor") {
		t.Errorf("said %q", said)
	}
}

// TestLabelledIsNoPartOfARecipe: what a study hides belongs to its data.
func TestLabelledIsNoPartOfARecipe(t *testing.T) {
	s := newSession(t)
	if got := eval(t, s, "(waveform(n=90) | labelled(0.5) | scale | knn(3)).Best()"); strings.Contains(got.(interface{ String() string }).String(), "labelled") {
		t.Errorf("the recipe is %v", got)
	}
	if score := eval(t, s, `(waveform(n=90) | labelled(0.5) | scale | knn(3)).Score("accuracy (unlabelled)")`).(float64); score < 0.5 || score > 1 {
		t.Errorf("accuracy %v", score)
	}
}

// TestPlansTellOfRowsWithoutALabel: who learns from them, and the fold that
// predicts them.
func TestPlansTellOfRowsWithoutALabel(t *testing.T) {
	s := newSession(t)
	plan := eval(t, s, "explain(waveform(n=90) | labelled(0.5) | scale | warp | isomap(k=5) | krr | knn | cv(3))").(*dsl.Plan)
	var rows []string
	for _, row := range plan.Table().Rows {
		rows = append(rows, row[0].Text+": "+row[3].Text)
	}
	want := "waveform: nothing; labelled: nothing; scale: training rows, and those without a label; warp: training rows and their labels; isomap: training rows; krr: training rows; knn: training rows and their labels; cv: nothing"
	if got := strings.Join(rows, "; "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if f := plan.Figures()[0]; !strings.Contains(f.Caption, "up to the first that needs labels from rows without one") {
		t.Error(f.Caption)
	}
	foot := strings.Join(plan.Table().Foot, "\n")
	if !strings.Contains(foot, "without a label: 45 rows") || !strings.Contains(foot, "one more fold learns from all 45 rows with a label") {
		t.Error(foot)
	}
}
