package diag

import (
	"testing"

	"unfold/engine"
)

// TestElsewhere: the field's own names, and methods that are not here.
func TestElsewhere(t *testing.T) {
	stages := []engine.Stage{
		{Name: "forest", Aliases: []string{"rf", "randomforest"}, Near: []string{"boosting"}},
		{Name: "tsne", Near: []string{"umap"}},
		{Name: "nerv", Near: []string{"umap"}},
	}
	for name, want := range map[string]string{
		"rf":            "rf is called forest here",
		"Random_Forest": "Random_Forest is called forest here",
		"umap":          "umap is not here; the nearest are tsne, nerv",
		"boosting":      "boosting is not here; the nearest is forest",
		"forest":        "",
		"waldo":         "",
	} {
		if got, meant := Elsewhere(name, stages); got != want || (len(meant) > 0) != (want != "") {
			t.Errorf("%s: %q, %d stages, want %q", name, got, len(meant), want)
		}
	}
	for name, want := range map[string]string{"rf": "rf is called forest here", "forst": "did you mean forest?", "waldo": ""} {
		if got := WhichStage(name, stages, []string{"forest", "tsne"}); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
