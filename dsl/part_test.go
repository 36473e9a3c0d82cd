package dsl_test

import (
	"slices"
	"strings"
	"testing"
)

// TestWhatIsAskedForIsAllThatRuns looks at the stages that told of progress.
func TestWhatIsAskedForIsAllThatRuns(t *testing.T) {
	const judged = "p := waveform(n=120) | holdout | isomap(k=8) | krr | svm\n"
	for _, c := range []struct {
		name, code    string
		runs, runsNot string
	}{
		{"an embedding", judged + "p.Embedding()", "isomap", "accuracy balanced trustworthiness continuity scatter"},
		{"an embedding of candidates", "(waveform(n=120) | holdout | isomap(k=5..9 by 4) | krr | svm).Embedding()", "isomap", "trustworthiness scatter"},
		{"a prediction", judged + "p.Predict(waveform(n=10).Data())", "svm", "accuracy trustworthiness scatter"},
		{"a score", judged + `p.Score("balanced")`, "balanced", "accuracy trustworthiness scatter"},
		{"the standard score by name", judged + "p.Accuracy()", "accuracy", "balanced trustworthiness scatter"},
		{"a score that the sentence names", "(waveform(n=120) | isomap(k=8) | trustworthiness(k=5) | continuity).Score(\"trustworthiness\")", "trustworthiness", "continuity scatter"},
		{"a named measure", "waveform(n=120) | holdout | isomap(k=8) | krr | svm | f1", "f1 scatter", "accuracy trustworthiness continuity"},
		{"a named view", "waveform(n=120) | holdout | isomap(k=8) | krr | svm | confusion", "accuracy confusion", "scatter"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, out := newSession(t), &memory{}
			if _, err := s.Eval(t.Context(), c.code, out); err != nil {
				t.Fatal(err)
			}
			var told []string
			for _, p := range out.progress {
				told = append(told, p.Stage)
			}
			for _, stage := range strings.Fields(c.runs) {
				if !slices.Contains(told, stage) {
					t.Errorf("%s did not run: %v", stage, slices.Compact(told))
				}
			}
			for _, stage := range strings.Fields(c.runsNot) {
				if slices.Contains(told, stage) {
					t.Errorf("%s ran", stage)
				}
			}
		})
	}
}

// TestPartsAgreeWithTheWhole asks for parts before and after the whole has run.
func TestPartsAgreeWithTheWhole(t *testing.T) {
	for _, p := range []string{
		"waveform(n=120) | cv(3, inner=2) | isomap(k=5..9 by 4) | krr | svm",
		"waveform(n=120) | cv(3, inner=2) | isomap(k=5..9 by 4) | krr | svm | f1 | accuracy",
		"waveform(n=120) | holdout(0.3) | isomap(k=8) | krr | knn(3) | scatter",
	} {
		const parts = "\n[]any{p.Embedding().At(7, 1), p.Accuracy()}"
		apart := eval(t, newSession(t), "p := "+p+parts).([]any)
		whole := eval(t, newSession(t), "p := "+p+"\np.Report()"+parts).([]any)
		if !slices.Equal(apart, whole) {
			t.Errorf("%s\ngives %v by itself and %v of the whole", p, apart, whole)
		}
	}
}

// TestAPartsFailurePointsAtTheWord has steps left out before the one that fails.
func TestAPartsFailurePointsAtTheWord(t *testing.T) {
	s := newSession(t)
	for _, ask := range []string{"p.Embedding()", "p.Accuracy()", "p.Predict(p.Data())"} {
		got := fail(t, s, "p := waveform(n=60) | cv(3) | isomap(k=500) | krr | svm\n"+ask)
		if !strings.Contains(got, ":1:40") || !strings.Contains(got, "k = 500") {
			t.Errorf("%s gave\n%s", ask, got)
		}
	}
}
