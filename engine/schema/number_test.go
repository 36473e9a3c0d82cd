package schema

import (
	"encoding/json"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestJSON: what JSON has no number for is null, and no matrix is an empty list.
func TestJSON(t *testing.T) {
	for want, value := range map[string]any{
		`[[1.5,null],[null,-2]]`: Rows(mat.NewDense(2, 2, []float64{1.5, math.NaN(), math.Inf(-1), -2})),
		`[]`:                     Rows(nil),
		`[null]`:                 Row([]float64{math.Inf(1)}),
	} {
		if text, err := json.Marshal(value); err != nil || string(text) != want {
			t.Errorf("got %s, %v, want %s", text, err, want)
		}
	}
}
