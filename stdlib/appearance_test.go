package stdlib_test

import (
	"strings"
	"testing"

	"unfold/engine"
	"unfold/stdlib"
)

// TestEveryViewTakesWhatFiguresTake, behind its own arguments and under no name twice.
func TestEveryViewTakesWhatFiguresTake(t *testing.T) {
	c := stdlib.Catalogue()
	for _, name := range c.Names(engine.ViewRole) {
		stage, _ := c.Lookup(name)
		seen, shared := map[string]bool{}, 0
		for _, p := range engine.ParamsOf(stage.Make()) {
			if seen[p.Name] {
				t.Errorf("%s has two parameters %s", name, p.Name)
			}
			if seen[p.Name] = true; p.Shared {
				shared++
			} else if shared > 0 {
				t.Errorf("%s: %s stands behind what every figure takes", name, p.Name)
			}
		}
		if shared == 0 || !seen["title"] || !seen["facet"] {
			t.Errorf("%s lacks what every figure takes", name)
		}
		if text := (engine.Step{Stage: stage, Method: stage.Make()}).String(); strings.Contains(text, "palette") || strings.Contains(text, "title") {
			t.Errorf("%s is written with arguments that nobody has given: %s", name, text)
		}
	}
}
