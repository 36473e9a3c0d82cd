package dsl_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"unfold/dsl"
	"unfold/engine"
	"unfold/engine/figure"
)

// grid is a pipeline with candidates of every form.
const grid = `r := waveform(n=120) | cv(3, inner=2) | isomap(k=5..9 by 4) | krr(1e-3..1 log 2) | svm(C=[1, 10])`

func TestCandidatesAreChosen(t *testing.T) {
	s := newSession(t)
	r := eval(t, s, grid, "r").(*engine.Report)
	if !strings.Contains(r.Pipeline, "isomap(k=5..9 by 4") || !strings.Contains(r.Pipeline, "krr(lambda=0.001..1 log 2") || !strings.Contains(r.Pipeline, "svm(C=[1, 10]") {
		t.Errorf("it is written as %s", r.Pipeline)
	}
	if r.Tuning == nil || r.Tuning.Settings() != 8 || len(r.Tuning.Chosen) != 3 {
		t.Fatalf("%+v", r.Tuning)
	}
	chosen := eval(t, s, "r.Chosen()").([]map[string]any)
	for i, c := range r.Tuning.Chosen {
		digits := engine.Digits(r.Tuning.Candidates, c.Setting)
		if len(chosen) != 3 || chosen[i]["isomap.k"] != 5+4*digits[0] || chosen[i]["svm.C"] != []float64{1, 10}[digits[2]] {
			t.Errorf("fold %d chose %v, setting %d", i, chosen[i], c.Setting)
		}
	}
	if got := eval(t, s, "r.Tuning().Measure"); got != "accuracy" {
		t.Errorf("compared by %v", got)
	}
}

// TestSlicesOfferCandidates gives Go slices where one value is wanted, and
// variables in ranges.
func TestSlicesOfferCandidates(t *testing.T) {
	s := newSession(t)
	eval(t, s, "ks, cs := []int{1, 3}, [2]float64{0.5, 2}\nlow, n := 1e-3, 4\ntype word string\nwords := []word{\"rbf\", \"linear\"}")
	for code, want := range map[string]string{
		"waveform | knn(k=ks)":                                     "knn(k=[1, 3]",
		"waveform | svm(C=cs)":                                     "svm(C=[0.5, 2]",
		"waveform | svm(C=low..1 log n)":                           "svm(C=0.001..1 log 4",
		"waveform | knn(ks[0]..n)":                                 "knn(k=1..4",
		"waveform | svm(kernel=words)":                             `kernel=["rbf", "linear"]`,
		"waveform | svm(C=[1, low], gamma=[auto, 0.1])":            "svm(C=[1, 0.001], gamma=[auto, 0.1]",
		"waveform | knn(k=ks[:1])":                                 "knn(k=1",
		"waveform | isomap(k=5..80 log 3, dim=[2]) | krr | svm":    "isomap(k=5..80 log 3, dim=2",
		"waveform | knn(k=[]any{3, 5.0})":                          "knn(k=[3, 5]",
		"waveform | knn(k=[3, ks[1]+2])":                           "knn(k=[3, 5]",
		"waveform | isomap(k=n..2 by -1) | krr(low*1000..2) | knn": "isomap(k=4..2 by -1",
	} {
		got := eval(t, s, "x := "+code, "x.String()").(string)
		if !strings.Contains(got, want) {
			t.Errorf("%s\nis %s", code, got)
		}
		// What it is written as says the same again.
		if again := eval(t, s, "y := "+got, "y.String()"); again != got {
			t.Errorf("%s\nis read back as %s", got, again)
		}
	}
}

// TestFaultyCandidatesAtRunTime points at the argument whose values would not
// do, though only the run knew them.
func TestFaultyCandidatesAtRunTime(t *testing.T) {
	s := newSession(t)
	eval(t, s, "none, bad, twice := []int{}, []int{3, -1}, []float64{1, 1}\nzero, low := 0, 5\nwords := []string{\"a\", \"b\"}\nvar nothing any\nmany := make([]int, 20000)")
	for code, want := range map[string][]string{
		"x := knn(k=none)":                        {"1:12", "k is given no value to choose", "[5, 7, 9]"},
		"x := knn(k=bad)":                         {"1:12", "k = -1 must be at least 1"},
		"x := svm(C=twice)":                       {"1:12", "C = 1 is offered twice"},
		"x := knn(k=low..3)":                      {"1:12", "5..3 runs backwards", "3..5"},
		"x := knn(k=3..low by zero)":              {"1:12", "a step of zero leads nowhere"},
		"x := svm(C=zero..1 log 3)":               {"1:12", "a logarithmic scale has no 0"},
		"x := svm(C=1..low log zero)":             {"1:12", "a count of 0"},
		"x := knn(k=words)":                       {"1:12", `k must be a whole number, not "`},
		"x := knn(k=[1, words[0]])":               {"1:12", `k must be a whole number, not "a"`},
		"x := svm(kernel=words)":                  {"1:17", `kernel = "b" must be one of`},
		"x := svm(kernel=words[0]..\"c\")":        {"1:17", `"a" is none`},
		"x := knn(k=nothing..3)":                  {"1:12", "nil is none"},
		"x := cv(k=bad[:1], repeats=[]int{1, 2})": {"1:28", "repeats of cv cannot be chosen from candidates", "give one value"},
		"x := knn(k=many)":                        {"1:12", "20000 candidates are more than 10000"},
		"x := sample(n=[]int{10, 20})":            {"1:15", "n of sample cannot be chosen from candidates"},
	} {
		got := flat(fail(t, s, code))
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s\n%s\nlacks %q", code, got, w)
			}
		}
	}
}

// TestNewRowsMeetWhatAllRowsChoose holds Predict against a sweep over all rows,
// told in full.
func TestNewRowsMeetWhatAllRowsChoose(t *testing.T) {
	s := newSession(t)
	eval(t, s, `data := waveform(n=90)`, `r := data | cv(3, inner=3, seed=4) | scale | knn(k=[1, 9, 25])`, `whole := data | none(inner=3) | scale | knn(k=[1, 9, 25])`)
	best := eval(t, s, "r.Best().String()").(string)
	chosen := eval(t, s, "whole.Chosen()[0]").(map[string]any)
	if !strings.HasPrefix(best, "scale | knn(k=") || strings.Contains(best, "[") {
		t.Errorf("the best is %s", best)
	}
	if want := fmt.Sprintf("knn(k=%v", chosen["knn.k"]); eval(t, s, "whole.Best().String()") != eval(t, s, "(scale | "+want+")).String()") {
		t.Errorf("the whole chose %s, and its best is %v", want, eval(t, s, "whole.Best().String()"))
	}
	got := eval(t, s, "r.Predict(data.Data().X)")
	want := eval(t, s, "(data | r.Best()).Predict(data.Data().X)")
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("new rows are told\n%v\nand not\n%v", got, want)
	}
	if got := eval(t, s, "(data | scale | knn(7)).Best().String()").(string); !strings.HasPrefix(got, "scale | knn(k=7") {
		t.Errorf("without candidates the best is %s", got)
	}
	if got := eval(t, s, "(data | sample(60) | cv(3) | pca | trustworthiness).Best().String()").(string); !strings.HasPrefix(got, "pca(") || !strings.Contains(got, "trustworthiness") {
		t.Errorf("the recipe is %s", got)
	}
}

// TestStepsOfOneStageChooseApart: parameters of two steps of the same stage have
// names of their own wherever results are told by name.
func TestStepsOfOneStageChooseApart(t *testing.T) {
	s := newSession(t)
	eval(t, s, "r := waveform(n=90) | cv(3, inner=2) | pca(dim=[4, 5]) | pca(dim=[1, 2]) | knn")
	chosen := eval(t, s, "r.Chosen()[0]").(map[string]any)
	if first, second := chosen["pca.dim"], chosen["pca#2.dim"]; len(chosen) != 2 || first.(int) < 4 || second.(int) > 2 {
		t.Errorf("chosen %v", chosen)
	}
	if sheet := eval(t, s, "r.Table()").(*figure.Sheet); sheet.Columns[1] != "pca.dim" || sheet.Columns[2] != "pca#2.dim" {
		t.Errorf("columns %v", sheet.Columns)
	}
	for _, f := range eval(t, s, "r").(*engine.Report).Figures {
		if f.Name == "candidates" && !strings.Contains(f.Alt, "with pca.dim = ") {
			t.Errorf("alt %s", f.Alt)
		}
	}
}

func TestTableOfResults(t *testing.T) {
	s := newSession(t)
	eval(t, s, grid)
	sheet := eval(t, s, "r.Table()").(*figure.Sheet)
	report := eval(t, s, "r").(*engine.Report)
	if len(sheet.Rows) != 5 || strings.Join(sheet.Columns[:5], " ") != "fold isomap.k krr.lambda svm.C inner accuracy" {
		t.Fatalf("%d rows, columns %v", len(sheet.Rows), sheet.Columns)
	}
	accuracy, _ := report.Score("accuracy")
	if got := sheet.Rows[3][5].Value; got != accuracy.Mean || sheet.Rows[1][5].Value != accuracy.Folds[1] {
		t.Errorf("a mean of %v, not %v", got, accuracy.Mean)
	}
	for _, row := range sheet.Rows {
		if len(row) != len(sheet.Columns) {
			t.Errorf("%d cells under %d columns", len(row), len(sheet.Columns))
		}
	}
	if !strings.Contains(strings.Join(sheet.Foot, "\n"), "chosen by accuracy of cv(k=2") {
		t.Errorf("under it: %v", sheet.Foot)
	}
	if sheet := eval(t, s, "(waveform(n=90) | knn).Table()").(*figure.Sheet); sheet.Columns[1] != "accuracy" || len(sheet.Rows) != 3 {
		t.Errorf("%v", sheet.Columns)
	}
}

func TestNothingToChoose(t *testing.T) {
	s := newSession(t)
	for _, code := range []string{"(waveform(n=90) | knn).Tuning()", "(waveform(n=90) | knn).Chosen()"} {
		if got := flat(fail(t, s, code)); !strings.Contains(got, "no candidates, so nothing was chosen") {
			t.Errorf("%s\n%s", code, got)
		}
	}
}

// TestSweepsShareTheSession runs a sweep, and another that offers more: what the
// first found out is not found out again, and the bits are the same as alone.
func TestSweepsShareTheSession(t *testing.T) {
	const wider = `waveform(n=120) | cv(3, inner=2) | isomap(k=5..13 by 4) | krr(1e-3..1 log 2) | svm(C=[1, 10])`
	s := newSession(t)
	eval(t, s, grid, "r")
	shared := eval(t, s, wider).(*engine.Report)
	alone := eval(t, newSession(t), wider).(*engine.Report)
	if shared.Tuning.Fits >= alone.Tuning.Fits {
		t.Errorf("%d fits after another sweep, %d alone", shared.Tuning.Fits, alone.Tuning.Fits)
	}
	for f := range alone.Tuning.Chosen {
		a, b := alone.Tuning.Chosen[f], shared.Tuning.Chosen[f]
		if a.Setting != b.Setting || fmt.Sprint(a.Scores) != fmt.Sprint(b.Scores) || a.Outer != b.Outer {
			t.Errorf("fold %d differs: %v and %v", f, a, b)
		}
	}
	if held := fmt.Sprint(evalText(t, s, "%mem")); !strings.Contains(held, "kept steps of folds") {
		t.Errorf("%s", held)
	}
	eval(t, s, "%reset")
	if again := eval(t, s, wider).(*engine.Report); again.Tuning.Fits != alone.Tuning.Fits {
		t.Errorf("%d fits after a reset, %d alone", again.Tuning.Fits, alone.Tuning.Fits)
	}
}

// evalText runs a cell and returns its value, whatever it is.
func evalText(t *testing.T, s *dsl.Session, code string) any {
	t.Helper()
	v, err := s.Eval(context.Background(), code, &memory{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// stopper is an output that ends its cell when a sweep has tried some settings.
type stopper struct {
	memory
	stop context.CancelFunc
}

func (o *stopper) Progress(p engine.Progress) {
	if strings.Contains(p.Note, " of ") && p.Fraction > 0.4 && p.Stage == "tuning" {
		o.stop()
	}
}

// TestInterruptedSweepsGoOn stops a sweep and runs it again: it does the rest,
// and gives the bits of one that was never stopped.
func TestInterruptedSweepsGoOn(t *testing.T) {
	const sweep = `waveform(n=150) | cv(3, inner=3) | isomap(k=5..13 by 4) | krr(1e-3..1 log 3) | svm(C=[1, 10])`
	s := newSession(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	if _, err := s.Eval(ctx, sweep, &stopper{stop: stop}); err == nil {
		t.Skip("the sweep was over before it could be stopped")
	}
	resumed := eval(t, s, sweep).(*engine.Report)
	alone := eval(t, newSession(t), sweep).(*engine.Report)
	if resumed.Tuning.Fits >= alone.Tuning.Fits {
		t.Errorf("%d fits after the interruption, %d alone", resumed.Tuning.Fits, alone.Tuning.Fits)
	}
	for f := range alone.Tuning.Chosen {
		a, b := alone.Tuning.Chosen[f], resumed.Tuning.Chosen[f]
		if a.Setting != b.Setting || fmt.Sprint(a.Scores) != fmt.Sprint(b.Scores) || a.Outer != b.Outer {
			t.Errorf("fold %d differs: %v and %v", f, a, b)
		}
	}
}

// TestTunedRecipesCompare sets a recipe with candidates beside one without.
func TestTunedRecipesCompare(t *testing.T) {
	s := newSession(t)
	eval(t, s, "c := compare(waveform(n=90) | cv(3, inner=2), near=knn([1, 9]), svm=svm)", "c.Table().CSV()")
	if got := eval(t, s, "c.Table().LaTeX()").(string); !strings.Contains(got, "near") {
		t.Errorf("%s", got)
	}
}

// TestSweepsTellBeforeTheyWork looks for the count of the work in the progress.
func TestSweepsTellBeforeTheyWork(t *testing.T) {
	s := newSession(t)
	out := &memory{}
	if _, err := s.Eval(context.Background(), grid+"\nr", out); err != nil {
		t.Fatal(err)
	}
	for _, p := range out.progress {
		if strings.Contains(p.Note, "8 settings × 3 folds × 2 inner folds") && (strings.Contains(p.Note, "about") || strings.Contains(p.Note, "under a second")) {
			return
		}
	}
	t.Errorf("nothing tells of the work: %v", out.progress)
}

// TestPlansCountWhatRunsDo holds explain against the run.
func TestPlansCountWhatRunsDo(t *testing.T) {
	s := newSession(t)
	plan := eval(t, s, grid, "explain(r)").(*dsl.Plan)
	if plan.Fault != nil || plan.Kept != nil || plan.Work.Workload.Settings != 8 {
		t.Fatalf("%+v", plan)
	}
	sheet := plan.Table()
	foot := strings.Join(sheet.Foot, "\n")
	for _, want := range []string{"120 rows of 21 columns", "8 settings: isomap.k (2) × krr.lambda (2) × svm.C (2)", "accuracy of cv(k=2", "8 settings × 3 folds × 2 inner folds: 12 embeddings, 24 maps, 48 predictors", "to learn it takes"} {
		if !strings.Contains(foot, want) {
			t.Errorf("%q is not under the table:\n%s", want, foot)
		}
	}
	report := eval(t, s, "r").(*engine.Report)
	if got := len(plan.Work.Folds); got != len(report.Runs) {
		t.Errorf("%d folds planned, %d run", got, len(report.Runs))
	}
	fits := map[string]float64{}
	for _, row := range sheet.Rows {
		if len(row) != len(sheet.Columns) {
			t.Errorf("%d cells under %v", len(row), sheet.Columns)
		}
		fits[row[0].Text] = row[4].Value
	}
	if fits["isomap"] != 12+3 || fits["svm"] != 48+3 || !math.IsNaN(fits["cv"]) {
		t.Errorf("%v", fits)
	}
	if plan := eval(t, s, "explain(r)").(*dsl.Plan); plan.Kept != report || !strings.Contains(strings.Join(plan.Table().Foot, "\n"), "is kept from an earlier run") {
		t.Error("the result is not known to be kept")
	}
	other := eval(t, s, "explain(waveform(n=120) | cv(3, inner=2) | isomap(k=r.Chosen()[0][\"isomap.k\"]) | grnn | knn)").(*dsl.Plan)
	if foot := strings.Join(other.Table().Foot, "\n"); !strings.Contains(foot, "earlier runs have done already: isomap in") {
		t.Errorf("nothing is said of kept steps:\n%s", foot)
	}
}

// TestPlansOfTransduction: what stands before the predictor sees the held rows.
func TestPlansOfTransduction(t *testing.T) {
	s := newSession(t)
	plan := eval(t, s, "explain(waveform(n=90) | scale | isomap | knn | transduce)").(*dsl.Plan)
	var rows []string
	for _, row := range plan.Table().Rows {
		rows = append(rows, row[0].Text+": "+row[3].Text)
	}
	want := "waveform: nothing; scale: all rows; isomap: all rows; knn: training rows and their labels; transduce: nothing"
	if got := strings.Join(rows, "; "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if f := plan.Figures()[0]; !strings.Contains(f.Caption, "learn from all rows") || !strings.Contains(f.Alt, " 1 fold; ") {
		t.Errorf("%s\n%s", f.Caption, f.Alt)
	}
}

func TestPlansOfAllSorts(t *testing.T) {
	s := newSession(t)
	for code, want := range map[string]string{
		"explain(scale | isomap(k=[5, 7]) | krr | svm)":           "A recipe",
		"explain(waveform(n=90) | isomap)":                        "none: all rows are placed",
		"explain(waveform(n=90) | knn)":                           "the standard protocol",
		"explain(waveform(n=20) | cv(25) | knn)":                  "it cannot run: In[",
		"explain(waveform(n=90) | cv(3) | knn(1..60) | accuracy)": "60 settings: knn.k (60)",
		"explain(waveform(n=90) | cv(3, budget=20) | knn(1..60))": "over the budget of 20 fits",
		"explain(waveform(n=90) | cv | knn(1..60) | pca)":         "",
		"explain(waveform(n=90) | cv | svm(C=0.1..9 by 0.01))":    "fits of the whole pipeline are many: budget=1000",
		"explain(waveform(n=90) | warp | isomap | krr | knn)":     "",
		"explain(waveform(n=90) | isomap([5, 6]))":                "nothing says which of 2 settings is better",
		"explain(waveform(n=90) | isomap | knn | transduce)":      "scores are transductive",
		"explain(waveform(n=90) | knn | permute(9))":              "5 folds with the labels that rows have, and as many for each of 9 times",
	} {
		if strings.HasSuffix(code, "| pca)") {
			if got := flat(fail(t, s, code)); !strings.Contains(got, "nothing is learned after a predictor") {
				t.Errorf("%s\n%s", code, got)
			}
			continue
		}
		plan := eval(t, s, code).(*dsl.Plan)
		sheet := plan.Table()
		if text := sheet.Title + "\n" + strings.Join(sheet.Foot, "\n"); !strings.Contains(text, want) {
			t.Errorf("%s\n%s\nlacks %q", code, text, want)
		}
		for _, f := range plan.Figures() {
			if f.Alt == "" || f.Caption == "" || len(f.Layers) < 2 || len(f.X.Labels) < 2 {
				t.Errorf("%s: %+v", code, f)
			}
		}
	}
}

// TestPlansDrawWhoReadsLabels counts the strokes from the lane of labels.
func TestPlansDrawWhoReadsLabels(t *testing.T) {
	s := newSession(t)
	for code, want := range map[string]int{
		"explain(waveform(n=90) | cv(3) | scale | isomap | krr | knn)": 1,
		"explain(waveform(n=90) | warp | isomap | krr | knn)":          2,
		"explain(waveform(n=90) | scale | isomap)":                     0,
	} {
		f := eval(t, s, code).(*dsl.Plan).Figures()[0]
		readers := 0
		for _, l := range f.Layers {
			if s, ok := l.(figure.Segments); ok && s.Strong {
				readers += len(s.X0)
			}
		}
		if readers != want {
			t.Errorf("%s: %d stages read labels: %s", code, readers, f.Alt)
		}
	}
}

// TestOfEqualCandidatesTheSimplerIsChosen: where classes lie far apart, every
// candidate predicts without a fault, and the one is taken whose parameter
// declares it to be the simpler, wherever it is written.
func TestOfEqualCandidatesTheSimplerIsChosen(t *testing.T) {
	t.Chdir(t.TempDir())
	var far strings.Builder
	far.WriteString("u,v,class\n")
	for i := range 40 {
		fmt.Fprintf(&far, "%d,%d,%c\n", 100*(i%2)+i/2%5, i*7%11, 'a'+i%2)
	}
	if err := os.WriteFile("far.csv", []byte(far.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	s := newSession(t)
	for _, c := range []struct{ steps, want string }{
		{"knn(k=[1, 3, 5])", "knn.k:5"},
		{"svm(C=[10, 1], kernel=\"linear\")", "svm.C:1"},
		{"pca(dim=[2, 1]) | knn(k=[1, 3])", "knn.k:3 pca.dim:1"},
		{"knn(k=[1, 3, 5]) | cv(4, rule=\"1se\")", "knn.k:5"},
	} {
		if !strings.Contains(c.steps, "cv(") {
			c.steps += " | cv(4)"
		}
		for _, chosen := range eval(t, s, "r := load(\"far.csv\") | "+c.steps, "r.Chosen()").([]map[string]any) {
			if got := strings.Trim(fmt.Sprint(chosen), "map[]"); got != c.want {
				t.Errorf("%s chose %s, want %s", c.steps, got, c.want)
			}
		}
	}
}
