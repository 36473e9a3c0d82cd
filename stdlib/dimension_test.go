package stdlib_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/stdlib"
)

// sentenceOf makes a pipeline of stages with their defaults.
func sentenceOf(t *testing.T, source map[string]any, stages ...string) engine.Pipeline {
	t.Helper()
	c := stdlib.Catalogue()
	p := engine.Pipeline{Steps: []engine.Step{named(t, c, "waveform", source)}}
	for _, stage := range stages {
		p.Steps = append(p.Steps, named(t, c, stage, nil))
	}
	return p
}

// TestDimensionsNeedNoEmbedder: measures of rows stand behind columns, a metric or
// an embedder, and say of rows what they say before the embedder.
func TestDimensionsNeedNoEmbedder(t *testing.T) {
	c, small := stdlib.Catalogue(), map[string]any{"n": 90}
	value := map[string]float64{}
	for _, stages := range []string{"twonn", "scale twonn", "cosine twonn", "warp twonn", "holdout warp twonn", "pca twonn", "cosine isomap twonn"} {
		r, err := evaluate.Run(t.Context(), sentenceOf(t, small, strings.Fields(stages)...), evaluate.Environment{Catalogue: c})
		if err != nil {
			t.Errorf("%s: %v", stages, err)
			continue
		}
		s, ok := r.Score("twonn")
		if !ok || !(s.Low < s.Mean && s.Mean < s.High) || !s.OfRows || s.OfEmbedding {
			t.Errorf("%s: %+v", stages, s)
		}
		value[stages] = s.Mean
	}
	if value["pca twonn"] != value["twonn"] || value["cosine isomap twonn"] != value["cosine twonn"] || value["cosine twonn"] == value["twonn"] {
		t.Errorf("twonn says %v", value)
	}
}

// TestDimensionsOverFolds: the interval over folds is their mean.
func TestDimensionsOverFolds(t *testing.T) {
	c := stdlib.Catalogue()
	r, err := evaluate.Run(t.Context(), sentenceOf(t, map[string]any{"n": 90}, "cv", "knn", "mle"), evaluate.Environment{Catalogue: c})
	if err != nil {
		t.Fatal(err)
	}
	s, _ := r.Score("mle")
	var low, high float64
	for _, run := range r.Runs {
		m := named(t, c, "mle", nil).Method.(engine.Measure)
		of, err := m.Score(t.Context(), run)
		if err != nil {
			t.Fatal(err)
		}
		low, high = low+of.Low, high+of.High
	}
	n := float64(len(r.Runs))
	if math.Abs(s.Low-low/n) > 1e-12 || math.Abs(s.High-high/n) > 1e-12 {
		t.Errorf("%g to %g, want %g to %g", s.Low, s.High, low/n, high/n)
	}
}

// TestDimensionsChooseNothing: candidates are compared by what was learned with
// them, which rows by themselves do not tell.
func TestDimensionsChooseNothing(t *testing.T) {
	c := stdlib.Catalogue()
	run := func(stages ...string) (*engine.Report, error) {
		p, err := sentenceOf(t, map[string]any{"n": 60}, stages...).Vary("pca", "dim", 1, 2)
		if err != nil {
			t.Fatal(err)
		}
		return evaluate.Run(t.Context(), p, evaluate.Environment{Catalogue: c})
	}
	if r, err := run("holdout", "pca", "knn", "twonn", "accuracy"); err != nil || r.Tuning.Measure != "accuracy" {
		t.Errorf("chosen by %+v (%v)", r, err)
	}
	_, err := run("pca", "twonn")
	var fault *engine.Error
	if !errors.As(err, &fault) || !strings.Contains(fault.Cause, "nothing says which of 2 settings is better") {
		t.Errorf("got %v", err)
	}
}
