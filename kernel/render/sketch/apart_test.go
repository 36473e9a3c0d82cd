package sketch

import (
	"strings"
	"testing"

	"unfold/engine/figure"
)

// TestFreeNamesStandApart: names of marks near each other are all there in full, and
// none covers a mark.
func TestFreeNamesStandApart(t *testing.T) {
	names := figure.Names{Free: true, X: []float64{0, 0, 0.1, 4, 4, 3.9}, Y: []float64{1, 1, 1, 2, 2, 2}, Texts: []string{"first", "second", "third", "fourth", "fifth", "sixth"}}
	fig := &figure.Figure{X: figure.Axis{Label: "leaves"}, Y: figure.Axis{Label: "accuracy"}, Layers: []figure.Layer{
		figure.Line{X: []float64{0, 4, 4}, Y: []float64{1, 1, 2}, Dashed: true},
		figure.Points{X: names.X, Y: names.Y}, names,
	}}
	text := Drawing(fig)
	for _, name := range names.Texts {
		if !strings.Contains(text, name) {
			t.Errorf("%s is covered:\n%s", name, text)
		}
	}
	if marks := strings.Count(text, "●"); marks != 4 {
		t.Errorf("%d marks are seen, of 4 places:\n%s", marks, text)
	}
	for line := range strings.Lines(text) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > columns+1 {
			t.Errorf("%d columns: %q", n, line)
		}
	}
}
