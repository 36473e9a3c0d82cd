package stdlib_test

import (
	"slices"
	"testing"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/stdlib"
)

// chain is a pipeline of the catalogue's stages by their own settings, but for
// some.
func chain(t *testing.T, set map[string]map[string]any, names ...string) engine.Pipeline {
	t.Helper()
	var p engine.Pipeline
	for _, name := range names {
		p.Steps = append(p.Steps, named(t, stdlib.Catalogue(), name, set[name]))
	}
	return p
}

// offer offers values for a parameter.
func offer(t *testing.T, p engine.Pipeline, stage, param string, values ...any) engine.Pipeline {
	t.Helper()
	p, err := p.Vary(stage, param, values...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSharingChangesNoBit tries settings that share lists, geodesics and kernel
// entries, and each of some by itself, beside one that shares none of these.
func TestSharingChangesNoBit(t *testing.T) {
	set := map[string]map[string]any{"waveform": {"n": 240}, "none": {"inner": 3}, "labelled": {"share": 0.5}}
	for name, p := range map[string]engine.Pipeline{
		"warp":                offer(t, offer(t, chain(t, set, "waveform", "none", "scale", "warp", "isomap", "krr", "svm", "accuracy"), "warp", "alpha", 0.2, 0.6), "warp", "beta", 10.0, 40.0),
		"shift":               offer(t, chain(t, set, "waveform", "none", "shift", "isomap", "krr", "svm", "accuracy"), "shift", "alpha", 0.2, 0.6),
		"points":              chain(t, set, "waveform", "none", "isomap", "krr", "svm", "accuracy"),
		"unlabelled":          chain(t, set, "waveform", "labelled", "none", "scale", "isomap", "krr", "svm", "accuracy"),
		"unlabelled, to warp": chain(t, set, "waveform", "labelled", "none", "scale", "warp", "isomap", "krr", "svm", "accuracy"),
		"cosine":              chain(t, set, "waveform", "none", "cosine", "isomap", "nystrom", "svm", "accuracy"),
	} {
		if testing.Short() && name != "unlabelled, to warp" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			p := offer(t, p, "isomap", "k", 4, 9, 6)
			p = offer(t, p, "isomap", "dim", 1, 3)
			p = offer(t, p, "svm", "C", 0.1, 10.0, 1000.0)
			wantAlone(t, p)
		})
	}
	wantAlone(t, offer(t, chain(t, set, "waveform", "none", "warp", "mds", "krr", "knn", "accuracy"), "knn", "k", 1, 5, 20))
}

// wantAlone compares scores of a sweep with those of its settings by themselves.
func wantAlone(t *testing.T, p engine.Pipeline) {
	t.Helper()
	all, err := evaluate.Run(t.Context(), p, evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	if all.Tuning.Shared == 0 {
		t.Error("nothing was shared")
	}
	for s := 0; s < p.Settings(); s += 5 {
		// Another setting makes it a sweep, from whose map on nothing is shared.
		r, err := evaluate.Run(t.Context(), offer(t, p.Setting(s), extender(p), "train", "mapped", "placed"), evaluate.Environment{})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := all.Tuning.Chosen[0].Scores[s], r.Tuning.Chosen[0].Scores[0]; !slices.Equal(got, want) {
			t.Errorf("setting %d scores %v, alone %v", s, got, want)
		}
	}
}

// extender names the pipeline's map.
func extender(p engine.Pipeline) string {
	for _, s := range p.Steps {
		if s.Role() == engine.ExtenderRole {
			return s.Name()
		}
	}
	return ""
}
