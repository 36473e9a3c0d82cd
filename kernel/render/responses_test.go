package render

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// A data set of several responses has a column for each, by its name.
func TestTableOfSeveralResponses(t *testing.T) {
	table := wine("alcohol")
	table.Target = engine.Target{Label: "acid, sugar", Response: mat.NewDense(3, 2, []float64{3.2, 0.5, 3.1, 12, 3.4, 7}), Responses: []string{"acid", "sugar"}}
	data, _ := New(Options{}).Render(table)
	text := data[mimeText].(string)
	for _, want := range []string{"responses: acid, sugar", "acid  sugar\n", "3.1   12"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
	}
}
