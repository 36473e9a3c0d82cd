package assist_test

import (
	"strings"
	"testing"

	"unfold/dsl/assist"
	"unfold/engine"
	"unfold/stdlib"
)

// TestOffersAreSound puts every example of candidates that completion gives into
// a sentence: the language has to take it.
func TestOffersAreSound(t *testing.T) {
	s := documented(t)
	tried := 0
	for _, stage := range stdlib.Catalogue().Stages() {
		for _, p := range engine.ParamsOf(stage.Make()) {
			code, cursor := at(stage.Name + "(" + p.Name + "=‸)")
			for _, item := range s.Complete(code, cursor).Items {
				if !strings.HasPrefix(item.Signature, "candidates") {
					continue
				}
				tried++
				if !stage.Varies(p) {
					t.Errorf("candidates are offered for %s of %s", p.Name, stage.Name)
				}
				sentence := stage.Name + "(" + p.Name + "=" + item.Text + ")"
				if n := len(eval(t, s, "x := "+sentence, "x").(engine.Pipeline).Candidates()); n != 1 {
					t.Errorf("%s varies %d parameters", sentence, n)
				}
			}
		}
	}
	if tried < 60 {
		t.Errorf("%d examples only", tried)
	}
}

func TestCandidatesAreExplained(t *testing.T) {
	s := documented(t)
	for marked, want := range map[string]string{
		"load | isomap(k‸=5)": "k=[5, 10, 20], or k=5..20",
		"load | is‸omap":      "k=[5, 10, 20], or k=5..20",
		"load | svm(C‸=2)":    "C=[1, 10, 100], or C=1..100 log 5",
	} {
		code, cursor := at(marked)
		h, ok := s.Inspect(code, cursor, 0)
		if !ok || !strings.Contains(flat(h.Text), "each training part chooses: "+want) {
			t.Errorf("%s\n%s", marked, h.Text)
		}
	}
	for _, name := range []string{"cv", "load", "accuracy", "sample"} {
		stage, _ := stdlib.Catalogue().Lookup(name)
		if text := assist.Describe(stdlib.Catalogue(), stage).Text; strings.Contains(text, "training part chooses") {
			t.Errorf("%s", text)
		}
	}
	code, cursor := at("load | isomap(k=[5, ‸")
	for _, item := range s.Complete(code, cursor).Items {
		if strings.HasPrefix(item.Signature, "candidates") {
			t.Errorf("a list is offered in a list: %s", item.Text)
		}
	}
}
