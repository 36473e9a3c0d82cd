package diag

import (
	"testing"

	"unfold/engine"
)

// TestWhichArgument: words of other programs, what is said elsewhere, and slips.
func TestWhichArgument(t *testing.T) {
	figure := []string{"x", "hull", "color", "palette", "width", "height", "label", "alpha"}
	stages := []engine.Stage{{Name: "pca", Role: engine.EmbedderRole}, {Name: "cosine", Role: engine.MetricRole}}
	for _, c := range []struct {
		name  string
		taken []string
		want  string
		known bool
	}{
		{"n_neighbors", []string{"k", "dim"}, "n_neighbors is called k here", true},
		{"n_neighbors", []string{"perplexity"}, "n_neighbors is called perplexity here", true},
		{"n.components", []string{"k", "dim"}, "n.components is called dim here", true},
		{"hue", figure, "hue is called color here", true},
		{"cmap", figure, "cmap is called palette here", true},
		{"figsize", figure, "figsize is called width and height here", true},
		{"target", []string{"table", "label", "response"}, "target is called label or response here", true},
		{"random_state", []string{"seed"}, "random_state is called seed here", true},
		{"random_state", []string{"k"}, "the division has the seed: cv(seed=1); what draws nothing needs none", true},
		{"metric", []string{"k"}, "distances are a stage of their own before the embedder, as cosine in load | cosine | isomap", true},
		{"n_jobs", nil, "leave it out: all processors are used", true},
		{"palete", figure, "did you mean palette?", false},
		{"waldo", figure, "", false},
	} {
		got, known := WhichArgument(c.name, c.taken, stages)
		if got != c.want || known != c.known {
			t.Errorf("%s: %q %v, want %q %v", c.name, got, known, c.want, c.known)
		}
	}
}
