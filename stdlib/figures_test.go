package stdlib_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/figure"
	"unfold/stdlib"
)

// TestFiguresComeByThemselves: a tuned pipeline shows the view that suits the
// number of its varied parameters, one whose labels are dealt anew shows that,
// and no other of them stands beside it.
func TestFiguresComeByThemselves(t *testing.T) {
	c := stdlib.Catalogue()
	evaluation := []string{"curve", "candidates", "settings", "permutation", "dealt", "choices", "optimism"}
	pipe := func(protocol string, settings map[string]any, stages ...string) engine.Pipeline {
		p := engine.Pipeline{Steps: []engine.Step{named(t, c, "waveform", map[string]any{"n": 60}), named(t, c, protocol, settings)}}
		for _, name := range stages {
			p.Steps = append(p.Steps, named(t, c, name, nil))
		}
		return p
	}
	direct, placed := pipe("holdout", nil, "svm"), pipe("permute", map[string]any{"n": 3}, "pca", "knn")
	for _, test := range []struct {
		name     string
		pipeline engine.Pipeline
		want     []string
	}{
		{"nothing to choose", direct, nil},
		{"one parameter", vary(t, direct, "C"), []string{"curve"}},
		{"two", vary(t, direct, "C", "gamma"), []string{"candidates"}},
		{"three", vary(t, direct, "C", "gamma", "tol"), []string{"settings"}},
		{"labels dealt anew", placed, []string{"dealt", "permutation"}},
		{"without an embedding", pipe("permute", map[string]any{"n": 3}, "knn"), []string{"permutation"}},
	} {
		r, err := evaluate.Run(t.Context(), test.pipeline, evaluate.Environment{Catalogue: c})
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		var got []string
		for _, f := range r.Figures {
			if slices.Contains(evaluation, f.Name) {
				got = append(got, f.Name)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: figures %v, want %v", test.name, got, test.want)
		}
	}
}

// TestViewsOutOfPlaceSayWhatToDo: a view of choices or deals that the sentence
// does not make is refused with what to write.
func TestViewsOutOfPlaceSayWhatToDo(t *testing.T) {
	c := stdlib.Catalogue()
	for _, test := range []struct {
		view, protocol, remedy string
		varied                 []string
	}{
		{"curve", "holdout", "offer values", nil},
		{"curve", "holdout", "leave it out", []string{"C", "gamma"}},
		{"candidates", "holdout", "leave it out", []string{"C"}},
		{"optimism", "none", "such as cv", []string{"C"}},
		{"permutation", "holdout", "permute", nil},
	} {
		p := engine.Pipeline{Steps: []engine.Step{named(t, c, "waveform", map[string]any{"n": 60}), named(t, c, test.protocol, nil), named(t, c, "svm", nil)}}
		p = vary(t, p, test.varied...)
		p.Steps = append(p.Steps, named(t, c, test.view, nil))
		var fault *engine.Error
		if _, err := evaluate.Run(t.Context(), p, evaluate.Environment{Catalogue: c}); !errors.As(err, &fault) || fault.Step != 4 || !strings.Contains(fault.Remedy.String(), test.remedy) {
			t.Errorf("%s after %s: %v", test.view, test.protocol, err)
		}
	}
}

// TestEmbeddingsAreNotJudgedByHeldRows: a measure of an embedding speaks of the
// training rows that chose by it, so nothing has judged the choice, whether or
// not rows are held and predicted.
func TestEmbeddingsAreNotJudgedByHeldRows(t *testing.T) {
	c := stdlib.Catalogue()
	for name, test := range map[string]struct {
		stages []string
		judged bool
	}{
		"an embedding":                    {[]string{"pca", "trustworthiness"}, false},
		"the gap of a map":                {[]string{"pca", "gap"}, false},
		"an embedding before a predictor": {[]string{"pca", "knn", "trustworthiness"}, false},
		"predictions":                     {[]string{"pca", "knn", "accuracy"}, true},
	} {
		p := engine.Pipeline{Steps: []engine.Step{named(t, c, "waveform", map[string]any{"n": 60}), named(t, c, "cv", map[string]any{"k": 3})}}
		for _, stage := range test.stages {
			p.Steps = append(p.Steps, named(t, c, stage, nil))
		}
		p, err := p.Vary("pca", "dim", 1, 2)
		if err != nil {
			t.Fatal(err)
		}
		r, err := evaluate.Run(t.Context(), p, evaluate.Environment{Catalogue: c})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for fold, chosen := range r.Tuning.Chosen {
			if judged := !math.IsNaN(chosen.Outer); judged != test.judged {
				t.Errorf("%s, fold %d: judged by held rows: %t", name, fold, judged)
			}
		}
	}
}

// named is a step of the catalogue with some of its parameters set.
func named(t *testing.T, c *engine.Catalogue, name string, settings map[string]any) engine.Step {
	t.Helper()
	stage, ok := c.Lookup(name)
	if !ok {
		t.Fatalf("there is no stage %s", name)
	}
	m := stage.Make()
	for _, p := range engine.ParamsOf(m) {
		if v, ok := settings[p.Name]; ok {
			if err := p.Set(v); err != nil {
				t.Fatal(err)
			}
		}
	}
	return engine.Step{Stage: stage, Method: m}
}

// vary offers two values for each of the parameters of svm.
func vary(t *testing.T, p engine.Pipeline, params ...string) engine.Pipeline {
	t.Helper()
	for _, param := range params {
		var err error
		if p, err = p.Vary("svm", param, 0.1, 0.01); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// TestSpectraAreDrawnWhereTheySpeak: unasked only where there are eigenvalues beside the
// kept ones, to see how these fall off.
func TestSpectraAreDrawnWhereTheySpeak(t *testing.T) {
	c := stdlib.Catalogue()
	for _, test := range []struct {
		stages []string
		drawn  bool
	}{
		{[]string{"pca"}, true},
		{[]string{"nca"}, false},
		{[]string{"nca", "spectrum"}, true},
	} {
		p := engine.Pipeline{Steps: []engine.Step{named(t, c, "waveform", map[string]any{"n": 60})}}
		for _, stage := range test.stages {
			p.Steps = append(p.Steps, named(t, c, stage, nil))
		}
		r, err := evaluate.Run(t.Context(), p, evaluate.Environment{Catalogue: c})
		if err != nil {
			t.Fatalf("%v: %v", test.stages, err)
		}
		if drawn := slices.ContainsFunc(r.Figures, func(f *figure.Figure) bool { return f.Name == "spectrum" }); drawn != test.drawn {
			t.Errorf("%v: drawn: %t", test.stages, drawn)
		}
	}
}
