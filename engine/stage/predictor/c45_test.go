package predictor

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/tree"
)

// TestC45Asks: the threshold is a value that a row has.
func TestC45Asks(t *testing.T) {
	got := learned(t, changed(func(*C45) {}), stairs())
	if got.Leaves() != 2 || got.Nodes[0].Split != (tree.Threshold{Column: 0, At: 19}) {
		t.Errorf("%d leaves, the root asks %v", got.Leaves(), got.Nodes[0].Split)
	}
}

// TestC45Prunes: each setting that is to make a smaller tree does.
func TestC45Prunes(t *testing.T) {
	s := sloped(400)
	leaves := func(prune string, confidence float64, least int) int {
		return learned(t, &C45{Prune: prune, Confidence: confidence, Min: least}, s).Leaves()
	}
	for name, smaller := range map[string][2]int{
		"pruning":          {leaves("raise", 0.4, 2), leaves("none", 0.4, 2)},
		"raising":          {leaves("raise", 0.4, 2), leaves("replace", 0.4, 2)},
		"lower confidence": {leaves("raise", 0.01, 2), leaves("raise", 0.4, 2)},
		"larger min":       {leaves("raise", 0.4, 150), leaves("raise", 0.4, 2)},
	} {
		if smaller[0] >= smaller[1] {
			t.Errorf("%s: %d leaves, not less than %d", name, smaller[0], smaller[1])
		}
	}
}

// TestC45RefusesResponses: another tree predicts them.
func TestC45RefusesResponses(t *testing.T) {
	_, err := changed(func(*C45) {}).Learn(t.Context(), formula(20, 2, 0))
	var e *engine.Error
	if !errors.As(err, &e) || !strings.Contains(err.Error(), "use cart, which predicts a response") {
		t.Errorf("error is %v", err)
	}
}

// TestC45AsksCasesInFractions: a row without the cell that the root asks for gets
// the class that its share of most rows is of.
func TestC45AsksCasesInFractions(t *testing.T) {
	s := stairs()
	for i := 12; i < 20; i++ {
		s.Labels[i] = 1
	}
	p := learned(t, changed(func(*C45) {}), s)
	if got := predict(t, changed(func(*C45) {}), s, mat.NewDense(1, 2, []float64{math.NaN(), 0})); got[0] != 1 || !p.Fractional {
		t.Errorf("class %v, want that of most rows", got[0])
	}
}

// TestC45SharesTheGrownTree by settings that prune it in other ways.
func TestC45SharesTheGrownTree(t *testing.T) {
	var sweep []engine.Learner
	for _, confidence := range []float64{0.5, 0.1, 0.25} {
		for _, prune := range []string{"raise", "none", "replace"} {
			sweep = append(sweep, changed(func(m *C45) { m.Confidence, m.Prune = confidence, prune }))
		}
	}
	sharesTrees(t, sloped(300), sweep...)
}

func TestC45Stops(t *testing.T) { stops(t, changed(func(*C45) {}), overlapping(20000, 8)) }
