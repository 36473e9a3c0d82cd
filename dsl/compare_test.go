package dsl_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"unfold/engine/evaluate/comparison"
	"unfold/engine/figure"
)

// files writes so many small data sets of two overlapping classes, and returns
// their paths as arguments of over.
func files(t *testing.T, n int) string {
	t.Helper()
	folder, random := t.TempDir(), rand.New(rand.NewPCG(5, 6))
	paths := make([]string, n)
	for i := range paths {
		var text strings.Builder
		text.WriteString("x,y,class\n")
		for row := range 40 {
			class := row % 2
			fmt.Fprintf(&text, "%.3f,%.3f,%s\n", float64(class)+random.NormFloat64(), random.NormFloat64(), []string{"no", "yes"}[class])
		}
		paths[i] = filepath.Join(folder, fmt.Sprintf("set%d.csv", i))
		if err := os.WriteFile(paths[i], []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return `"` + strings.Join(paths, `", "`) + `"`
}

func TestCompareOverManyDataSets(t *testing.T) {
	s := newSession(t)
	out := &memory{}
	v, err := s.Eval(context.Background(), "compare(over("+files(t, 6)+") | scale | cv(4), near=knn(1), far=knn(15), svm=svm)", out)
	if err != nil {
		t.Fatal(err)
	}
	survey := v.(*comparison.Survey)
	if len(survey.Sets) != 6 || strings.Join(survey.Names, " ") != "near far svm" || survey.Measure != "accuracy" || survey.Ranking.Sets != 6 {
		t.Errorf("%d sets, recipes %v by %s", len(survey.Sets), survey.Names, survey.Measure)
	}
	for _, set := range survey.Sets {
		if set.Folds != 4 || set.Entries[0].Report.Runs[0].Train.X != nil {
			t.Errorf("%s: %d folds; rows of folds are not to be kept", set.Data, set.Folds)
		}
	}
	said := false
	for _, p := range out.progress {
		said = said || strings.Contains(p.Note, "set4.csv (5 of 6), far (2 of 3)")
	}
	if !said {
		t.Error("nobody was told which recipe runs on which data set")
	}
}

func TestOverIsAnOperand(t *testing.T) {
	s := newSession(t)
	eval(t, s, "import \"unfold\"\nsets := over("+files(t, 2)+")\nfolds := sets | cv(3)\nfunc with(p *unfold.Pipeline) *unfold.Pipeline { return sets | p }")
	for code, want := range map[string]int{
		"compare(sets, a=knn)":                                                2,
		"compare(folds, a=knn)":                                               2,
		"compare(with(scale | cv(3)), a=knn)":                                 2,
		"compare(over(sets, " + small + ") | cv(3), a=knn)":                   3,
		"compare(over(sets | scale, sets | minmax, balance), a=knn)":          5,
		"compare(over([]string{\"balance\", \"waveform\"}), a=knn(1))":        2,
		"compare(over(\"balance, waveform\") | sample(90), a=knn(1), rope=0)": 2,
	} {
		if survey, ok := eval(t, s, code).(*comparison.Survey); !ok || len(survey.Sets) != want {
			t.Errorf("%s gave %v, should be over %d data sets", code, survey, want)
		}
	}
	if rows := eval(t, s, "compare(folds, a=knn, b=svm).(*unfold.Survey).Versus().Rows"); len(rows.([][]figure.Cell)) != 1 {
		t.Errorf("pairs %v", rows)
	}
	if text := eval(t, s, "compare(folds, a=knn, b=svm).Table().CSV()"); !strings.Contains(text.(string), "data,rows,a,b\n") {
		t.Errorf("%v", text)
	}
}

func TestCompareLeavesHoles(t *testing.T) {
	s := newSession(t)
	c := eval(t, s, "compare("+small+" | cv(4), bad=isomap(k=500) | krr | svm, near=knn(1))").(*comparison.Comparison)
	if c.Entries[0].Report != nil || c.Entries[1].Report == nil {
		t.Fatalf("%+v", c.Entries)
	}
	if foot := strings.Join(c.Table().Foot, "\n"); !strings.Contains(foot, "bad without a result — isomap: k = 500 must be") {
		t.Error(foot)
	}
	survey := eval(t, s, "compare(over(balance | sample(200), swissroll(n=50), waveform(n=80)) | cv(4), near=knn(1), lda=lda | knn(1))").(*comparison.Survey)
	foot := strings.Join(survey.Table().Foot, "\n")
	if len(survey.Whole) != 2 || !strings.Contains(foot, "near on swissroll without a result — it has no accuracy") || !strings.Contains(foot, "lda on swissroll without a result — lda") {
		t.Errorf("lda needs classes, and the roll has none: %v", foot)
	}
}

func TestCompareChoosesAndTells(t *testing.T) {
	s := newSession(t)
	for code, want := range map[string]string{
		"compare(" + small + " | cv(4), a=knn(1), b=svm, measure=balanced)":        "balanced",
		"compare(" + small + " | cv(4), a=knn(1), b=svm, measure=\"f1\")":          "f1",
		"compare(" + small + " | cv(4) | pca, a=knn(1), b=svm)":                    "accuracy",
		"compare(" + small + ", a=pca, b=isomap, rope=0, measure=trustworthiness)": "trustworthiness",
	} {
		if c := eval(t, s, code).(*comparison.Comparison); c.Measure != want {
			t.Errorf("%s compared by %s, should be %s", code, c.Measure, want)
		}
	}
	if c := eval(t, s, "compare("+small+" | cv(4), a=knn, b=svm, rope=0.05)").(*comparison.Comparison); c.ROPE != 0.05 {
		t.Errorf("rope %g", c.ROPE)
	}
}

func TestCompareRefuses(t *testing.T) {
	s := newSession(t)
	eval(t, s, "d := "+small+" | cv(4)\nsets := over("+files(t, 2)+")")
	for _, c := range []struct{ code, want string }{
		{"compare(d, svm, svm(C=2))", "two recipes have the name svm"},
		{"compare(d, a=knn, a=svm)", "argument a is given twice"},
		{"compare(d, a=isomap(k=500) | krr | svm)", "k = 500 must be"},
		{"compare(d, a=isomap(k=500) | krr | svm)", "1 | compare(d, a=isomap(k=500)"},
		{"compare(d, a=knn, rop=0.1)", "did you mean rope?"},
		{"compare(d, a=knn, rope=\"wide\")", "rope is \"wide\", a string"},
		{"compare(d, a=knn, rope=-1)", "rope = -1 must be 0 or more"},
		{"compare(d, a=knn, mixed=1)", "give true or false"},
		{"compare(d, a=knn, measure=accurcy)", "accurcy"},
		{"compare(d, a=knn, measure=\"stress\")", `has no score "stress"`},
		{"compare(d, a=knn, b=svm, posthoc=\"tukey\")", `no post hoc test "tukey"`},
		{"compare(" + small + ", a=knn | cv(3), b=svm | cv(5))", "judged on other folds"},
		{"sets | svm", "these are 2 data sets, and a pipeline runs on one"},
		{"over()", "there are no data sets"},
		{"over(\"balance\", \"balance\")", "balance is given twice"},
		{"over(\"balanse\")", "balance"},
		{"over(svm)", "is no data set"},
		{"over(3)", "3, an int is no data set"},
		{"show(over(d=\"balance\"))", "over takes this argument by its position"},
		{"compare(d, svm)\n1", "nothing looks at this comparison"},
		{"sets\n1", "nothing looks at this"},
	} {
		if got := fail(t, s, c.code); !strings.Contains(flat(got), flat(c.want)) || strings.Contains(got, "uf__") {
			t.Errorf("%s\ngave\n%s\nwant %q in it", c.code, got, c.want)
		}
	}
}

func TestOverCompletesDataSets(t *testing.T) {
	code := `compare(over("balance", "wav`
	var texts []string
	for _, item := range newSession(t).Complete(code, len(code)).Items {
		texts = append(texts, item.Text)
	}
	if !slices.Contains(texts, "waveform") || slices.Contains(texts, "knn") {
		t.Errorf("%v", texts)
	}
}

// A recipe that fails leaves a hole; a reader who has seen enough ends them all.
func TestCancelEndsAComparison(t *testing.T) {
	s := newSession(t)
	out := &memory{started: make(chan struct{})}
	ctx, cancel := context.WithCancel(context.Background())
	left := make(chan error)
	go func() {
		_, err := s.Eval(ctx, `compare(over("waveform", "balance") | cv(k=10, repeats=20), a=isomap(k=12) | krr(0.01) | svm, b=svm)`, out)
		left <- err
	}()
	<-out.started
	cancel()
	select {
	case err := <-left:
		if err == nil || !strings.Contains(err.Error(), "nterrupted") {
			t.Errorf("ended with %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it goes on")
	}
}

func TestOverIsRemembered(t *testing.T) {
	s := newSession(t)
	eval(t, s, `sets := over("balance", "waveform") | cv(3)`, "mixed := over(balance | scale)")
	next := newSession(t)
	lost := next.Restore(context.Background(), s.Changes(time.Minute))
	if len(lost) != 1 || lost[0].Name != "mixed" {
		t.Errorf("lost %v", lost)
	}
	if survey, ok := eval(t, next, "compare(sets | sample(90), a=knn(1))").(*comparison.Survey); !ok || len(survey.Sets) != 2 {
		t.Error("the data sets are not those of the other session")
	}
}

func TestTheDataSetsOfThePapers(t *testing.T) {
	s := newSession(t)
	if os.Getenv("UNFOLD_DATA") == "" {
		if got := fail(t, s, `over("paper")`); !strings.Contains(got, "australian_credit") {
			t.Error(got)
		}
		t.Skip("set UNFOLD_DATA to compare over the data sets")
	}
	survey := eval(t, s, `compare(over("paper") | sample(60) | cv(2), a=impute | knn(1), b=impute | knn(5))`).(*comparison.Survey)
	if len(survey.Sets) != 12 {
		t.Errorf("%d data sets", len(survey.Sets))
	}
}
