package render

import (
	"math"
	"strings"
	"testing"

	"unfold/engine"
)

// swept is how six settings did in ten folds: k chosen as given.
func swept(choices ...int) *engine.Tuning {
	t := &engine.Tuning{
		Measure: "accuracy", Rule: engine.BestRule, Inner: "cv(k=5, seed=1)", Fits: 200, Shared: 600,
		Candidates: []engine.Candidates{
			{Step: 1, Stage: "isomap", Param: "k", Values: []any{5, 7, 9}, Texts: []string{"5", "7", "9"}},
			{Step: 2, Stage: "svm", Param: "C", Values: []any{1., 10.}, Texts: []string{"1", "10"}},
		},
	}
	for fold, setting := range choices {
		c := engine.Chosen{Setting: setting, Failed: make([]string, 6), Outer: 0.85 + 0.01*float64(fold%3)}
		for s := range 6 {
			c.Scores = append(c.Scores, []float64{0.8 + 0.02*float64(s), 0.82 + 0.02*float64(s)})
		}
		t.Chosen = append(t.Chosen, c)
	}
	return t
}

func tunedReport() *engine.Report {
	r := sample("barolo", "grignolino", "barbera")
	r.Tuning = swept(3, 3, 3, 3, 5, 3, 3, 3, 5, 3)
	r.Tuning.Chosen[0].Scores[0][1] = math.NaN()
	r.Tuning.Chosen[0].Failed[0] = "isomap: the graph has 3 parts at k = 5"
	r.Tuning.Rounds = []engine.Round{{Settings: 6, Share: 0.33}, {Settings: 2, Share: 1}}
	r.Permutation = &engine.Permutation{Measure: "accuracy", Real: 0.9663, Scores: []float64{0.31, 0.35, 0.3, 0.36, 0.34, 0.33, 0.32, 0.38, 0.4}, P: 0.1}
	for i := range 10 {
		r.Runs = append(r.Runs, &engine.Run{Fold: engine.Fold{Train: []int{(i + 1) % 3, (i + 2) % 3}, Held: []int{i % 3}}})
	}
	return r
}

func TestTunedReport(t *testing.T) {
	data, _ := New(Options{}).Render(tunedReport())
	golden(t, "tuned.txt", data[mimeText].(string))
	page := data[mimeHTML].(string)
	at := 0
	for _, word := range []string{"6 settings compared by accuracy", "How well", "chosen: isomap.k = 7 in 8 folds, 9 in 2; svm.C = 10 in all 10 folds", "Why to trust it", "labels of held rows read by: none", "the choices promised", "failed in 1 fold", "p = 0.1", "What it cost", "200 steps learned, 600 found ready (75 %)", "2 met 100\u00a0% of the"} {
		i := strings.Index(page[at:], word)
		if i < 0 {
			t.Fatalf("%q does not follow in its order", word)
		}
		at += i
	}
}

func TestChoiceLine(t *testing.T) {
	many := swept(0)
	many.Candidates = []engine.Candidates{{Stage: "krr", Param: "lambda", Values: make([]any, 8), Texts: strings.Fields("1e-6 1e-5 1e-4 1e-3 0.01 0.1 1 10")}}
	many.Chosen = nil
	for _, s := range []int{2, 2, 2, 1, 1, 0, 3, 4, 5, 6} {
		many.Chosen = append(many.Chosen, engine.Chosen{Setting: s})
	}
	for _, c := range []struct {
		tuning *engine.Tuning
		want   string
	}{
		{swept(3), "isomap.k = 7; svm.C = 10"},
		{swept(3, 3), "isomap.k = 7 in all 2 folds; svm.C = 10 in all 2 folds"},
		{swept(0, 3, 3), "isomap.k = 7 in 2 folds, 5 in 1; svm.C = 10 in 2 folds, 1 in 1"},
		{many, "krr.lambda = 1e-4 in 3 folds, 1e-5 in 2, 1e-6 in 1, 1e-3 in 1, 3 others in 3"},
	} {
		if got := choiceLine(c.tuning); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestTuningAlone: shown by itself, a tuning is a row for each setting.
func TestTuningAlone(t *testing.T) {
	tuning := swept(3, 3, 5)
	tuning.Chosen[0].Scores[0][1], tuning.Chosen[0].Failed[0] = math.NaN(), "no"
	data, _ := New(Options{}).Render(tuning)
	text := data[mimeText].(string)
	for _, want := range []string{"Inner accuracy of 6 settings", "isomap.k  svm.C  accuracy", "chose isomap.k = 7 in 2 folds, 9 in 1", "1 failed in 1 fold: no", "200 steps learned, 600 found ready"} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
	sheet := tuningSheet(tuning)
	if first, chosen := sheet.Rows[0], sheet.Rows[3]; first[2].Text != "—" || chosen[4].Value != 2 || math.Abs(chosen[2].Value-0.87) > 1e-12 {
		t.Errorf("rows %v and %v", first, chosen)
	}
}

func TestOptimismLine(t *testing.T) {
	unjudged, lower := swept(3), swept(3, 3)
	unjudged.Chosen[0].Outer = math.NaN()
	lower.Better, lower.Measure = engine.Lower, "rmse"
	lower.Chosen[0].Outer, lower.Chosen[1].Outer = 0.9, 0.95
	for _, c := range []struct {
		tuning *engine.Tuning
		want   string
	}{
		{swept(3), "the choices promised accuracy 0.8700 on inner folds and kept 0.8500 on held rows: optimism 0.0200"},
		{unjudged, "accuracy 0.8700 is what the choice was made by; no held row has judged it, so expect worse of new rows"},
		{lower, "the choices promised rmse 0.8700 on inner folds and kept 0.9250 on held rows: optimism 0.0550 ± 0.0354 over 2 folds"},
	} {
		if got := optimismLine(c.tuning); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestFailureLines(t *testing.T) {
	tuning := swept(3, 3)
	for s := range 5 {
		tuning.Chosen[0].Failed[s] = "no"
	}
	tuning.Chosen[1].Failed[1] = "no"
	want := "isomap.k = 5, svm.C = 1 failed in 1 fold: no|isomap.k = 5, svm.C = 10 failed in 2 folds: no|isomap.k = 7, svm.C = 1 failed in 1 fold: no|2 more settings failed too, 5 of 6 in all"
	if got := strings.Join(failureLines(tuning), "|"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestSweepLine(t *testing.T) {
	plain := swept(1)
	plain.Inner, plain.Rule = "", engine.OneErrorRule
	for tuning, want := range map[*engine.Tuning]string{
		swept(1): "6 settings compared by accuracy on cv(k=5, seed=1) of each training part; the best mean wins, of equals the simplest",
		plain:    "6 settings compared by accuracy on the training rows themselves; the simplest within one standard error of the best wins",
	} {
		if got := sweepLine(tuning); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestProofLine(t *testing.T) {
	fold := func(train, held []int) *engine.Run { return &engine.Run{Fold: engine.Fold{Train: train, Held: held}} }
	for _, c := range []struct {
		report engine.Report
		want   string
	}{
		{engine.Report{}, ""},
		{engine.Report{Runs: []*engine.Run{fold([]int{0, 1}, nil)}}, ""},
		{engine.Report{Runs: []*engine.Run{fold([]int{0, 1}, []int{2})}}, "labels of held rows read by: none; no row was both learned from and held"},
		{engine.Report{Runs: []*engine.Run{fold([]int{0, 1}, []int{2}), fold([]int{2}, []int{0, 7})}}, "labels of held rows read by: none; in none of 2 folds was a row both learned from and held"},
		{engine.Report{Runs: []*engine.Run{fold([]int{0, 1, 5}, []int{2, 1, 5})}}, "labels of held rows read by: every stage, of 2 rows that were learned from and held in the same fold"},
		{engine.Report{Transduced: true, Runs: []*engine.Run{fold([]int{0, 1}, []int{2})}}, "labels of held rows read by: none; their columns were there while the stages learned"},
	} {
		if got := proofLine(&c.report); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestCopiesLine(t *testing.T) {
	const end = ": where such rows are one observation written twice, scores are too good; dedupe drops copies, groups keeps rows together that belong together"
	classes := &engine.Table{Target: engine.Target{Labels: []int{0}}}
	for _, c := range []struct {
		report engine.Report
		want   string
	}{
		{engine.Report{Table: classes, Copies: engine.Copies{Held: 80}}, ""},
		{engine.Report{Table: classes, Copies: engine.Copies{Held: 80, Copied: 76, Agree: 70}}, "76 of 80 held rows equal a training row of their fold in every column, 70 of them with its class" + end},
		{engine.Report{Table: &engine.Table{}, Copies: engine.Copies{Held: 1, Copied: 1}}, "1 of 1 held row equal a training row of their fold in every column" + end},
	} {
		if got := copiesLine(&c.report); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestTransducedStandsByTheProtocol(t *testing.T) {
	r := sample("a", "b", "c")
	r.Transduced = true
	if text := New(Options{}).Text(r); !strings.Contains(text, "cv(k=10, repeats=1, seed=1), transduced:") {
		t.Errorf("text is\n%s", text)
	}
}

func TestPermutationLine(t *testing.T) {
	p := &engine.Permutation{Measure: "rmse", Better: engine.Lower, Real: 2, Scores: []float64{3, 1, 4}, P: 0.5}
	if got, want := permutationLine(p), "labels dealt anew reached the rmse of 2.0000 in 1 of 3 deals: p = 0.5 (their mean is 2.6667, their best 1.0000)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestClassesKeepTheirLooks shows one data set after another.
func TestClassesKeepTheirLooks(t *testing.T) {
	r := New(Options{})
	first, _ := r.Render(scatter("a", "b", "c"))
	r.Render(scatter("x", "b"))
	part, _ := r.Render(scatter("c", "a"))
	again, _ := r.Render(scatter("a", "b", "c"))
	if first[mimeHTML] != again[mimeHTML] {
		t.Error("the same figure looks different later in the session")
	}
	if fresh, _ := New(Options{}).Render(scatter("c", "a")); part[mimeHTML] == fresh[mimeHTML] {
		t.Error("classes have their looks by their order and not by their names")
	}
}
