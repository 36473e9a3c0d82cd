package dsl_test

import (
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/figure"
)

// TestRawDataAreLookedAt: without an embedder, by the words that newcomers type.
func TestRawDataAreLookedAt(t *testing.T) {
	s := newSession(t)
	for sentence, want := range map[string]string{
		"balance | scatter": "scatter", `balance | scatter(x="left_weight", y="class")`: "scatter", "balance | histogram": "histogram", "balance | box": "box", "balance | pairs": "pairs",
		"balance | correlation": "correlation", "balance | parallel": "parallel", "balance | heatmap": "heatmap", "balance | missing": "missing", "balance | describe": "describe",
	} {
		r := eval(t, s, sentence).(*engine.Report)
		if len(r.Figures) != 1 || r.Figures[0].Name != want || len(r.Scores) > 0 {
			t.Errorf("%s: %d figures and %d scores", sentence, len(r.Figures), len(r.Scores))
		}
	}
}

// TestDataAloneAreDescribed, as they were prepared, with what is to be noted of them.
func TestDataAloneAreDescribed(t *testing.T) {
	s := newSession(t)
	eval(t, s, `small := data([][]float64{{1, 5}, {2, 5}, {4, 5}}, []string{"u", "v", "v"})`)
	if foot := eval(t, s, "small").(*figure.Figure).Table().Foot; !strings.Contains(strings.Join(foot, "\n"), "note: describe: x2 has the same value in all rows") {
		t.Errorf("foot %s", foot)
	}
	f := eval(t, s, "small | scale").(*figure.Figure)
	table := f.Table()
	if f.Name != "describe" || len(f.Parts) != 2 || !strings.HasSuffix(table.Title, ": 3 rows × 1 column") || table.Rows[0][len(table.Columns)-1].Text != "v 2, u 1" {
		t.Errorf("%s of %d parts: %s", f.Name, len(f.Parts), table.Title)
	}
	if notes := strings.Join(table.Foot, "\n"); !strings.Contains(notes, "note: scale: constant columns dropped: x2") {
		t.Errorf("foot %s", notes)
	}
	if rows := eval(t, s, "(balance | scale).Data()").(*engine.Table); rows.Len() != 625 {
		t.Errorf("%d rows", rows.Len())
	}
}

// TestOldWordsOfCandidatesNameTheNew, before anything runs.
func TestOldWordsOfCandidatesNameTheNew(t *testing.T) {
	s := newSession(t)
	for word, want := range map[string]string{"heatmap": "candidates", "parallel": "settings"} {
		_, err := s.Eval(t.Context(), "tuned := svm(C=[1, 10], gamma=[0.1, 1]) | cv(2)\nbalance | tuned | "+word, &memory{})
		if err == nil {
			t.Fatalf("%s is taken", word)
		}
		if text := err.Error(); !strings.Contains(text, word+" draws rows by columns, and the pipeline has candidates") || !strings.Contains(text, "use "+want) {
			t.Errorf("%s: %s", word, text)
		}
	}
}

// TestRowsAreShown: data that are there to be looked at are a table of rows, also where what
// is prepared behind leaves fewer columns, and sort is the stage where package sort is
// imported too.
func TestRowsAreShown(t *testing.T) {
	s := newSession(t)
	eval(t, s, "import \"sort\"\nx := []int{2, 1}\nsort.Ints(x)")
	for code, want := range map[string]int{
		`balance | head`:                             5,
		`balance | sample(7)`:                        7,
		`balance | sort("-left_weight") | tail(3)`:   3,
		`balance | head(4) | columns("left_weight")`: 4,
	} {
		if table, ok := eval(t, s, code).(*engine.Table); !ok || table.Len() != want {
			t.Errorf("%s is not %d rows", code, want)
		}
	}
	table := eval(t, s, `balance | sort(["-left_weight", "right_weight"]) | head(1)`).(*engine.Table)
	if row := table.X.RawRowView(0); row[0] != 5 || row[2] != 1 {
		t.Errorf("the first row is %v", row)
	}
	if _, ok := eval(t, s, `balance | sample(30)`).(*engine.Table); ok {
		t.Error("30 rows are listed, and not described")
	}
}
