package predictor

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/tree"
)

// TestOC1AsksOnce where thresholds of single columns need a staircase.
func TestOC1AsksOnce(t *testing.T) {
	s := sloped(300)
	for i := range s.Labels {
		s.Labels[i] = 0
		if s.X.At(i, 0)+s.X.At(i, 1) > 0 {
			s.Labels[i] = 1
		}
	}
	oblique, straight := learned(t, changed(func(*OC1) {}), s), learned(t, changed(func(*C45) {}), s)
	if oblique.Depth() != 1 || straight.Depth() < 4 {
		t.Errorf("depth %d, with thresholds %d", oblique.Depth(), straight.Depth())
	}
	weights := oblique.Nodes[0].Split.(tree.Oblique).Weights
	if ratio := weights[0] / weights[1]; math.Abs(ratio-1) > 0.2 {
		t.Errorf("the first two columns weigh %v", weights[:2])
	}
}

// TestOC1Settings: each that is to make a smaller tree does; other seeds and starts
// make others.
func TestOC1Settings(t *testing.T) {
	s := sloped(200)
	whole := learned(t, changed(func(m *OC1) { m.Prune, m.Starts = "none", 2 }), s)
	for name, m := range map[string]*OC1{
		"pruning":    changed(func(m *OC1) { m.Starts = 2 }),
		"confidence": changed(func(m *OC1) { m.Starts, m.Confidence = 2, 0.01 }),
		"min":        changed(func(m *OC1) { m.Prune, m.Starts, m.Min = "none", 2, 40 }),
	} {
		if got := learned(t, m, s); got.Leaves() >= whole.Leaves() {
			t.Errorf("%s: %d leaves of %d", name, got.Leaves(), whole.Leaves())
		}
	}
	for name, m := range map[string]*OC1{
		"seed":  changed(func(m *OC1) { m.Prune, m.Starts, m.Seed = "none", 2, 7 }),
		"jumps": changed(func(m *OC1) { m.Prune, m.Starts, m.Jumps = "none", 2, 0 }),
	} {
		if reflect.DeepEqual(learned(t, m, s), whole) {
			t.Errorf("%s: the same tree", name)
		}
	}
}

// TestOC1SharesTheGrownTree by settings that prune it in other ways.
func TestOC1SharesTheGrownTree(t *testing.T) {
	sharesTrees(t, sloped(120), &OC1{Prune: "replace", Confidence: 0.5}, &OC1{Prune: "none"}, &OC1{Prune: "replace", Confidence: 0.1}, &OC1{Prune: "none", Starts: 1})
}

// TestOC1Refuses: what planes cannot be learned from, and why.
func TestOC1Refuses(t *testing.T) {
	missing, alike, single := sloped(30), sloped(30), sloped(30)
	missing.X = mat.DenseCopyOf(missing.X)
	missing.X.Set(3, 1, math.NaN())
	alike.X = mat.NewDense(30, 4, nil)
	single.Labels = make([]int, 30)
	for want, s := range map[string]engine.Sample{
		"use cart, which predicts a response":          formula(20, 2, 0),
		"put impute before it":                         missing,
		`column "colour" is categorical`:               stairs(),
		"all rows are alike":                           alike,
		"need at least two classes, found 1":           single,
		"there are no training rows; hold fewer rows":  {},
		"the data have neither classes nor a response": {X: missing.X},
	} {
		_, err := changed(func(*OC1) {}).Learn(t.Context(), s)
		var e *engine.Error
		if !errors.As(err, &e) || e.Remedy == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want %q with a remedy", err, want)
		}
	}
}

func TestOC1Stops(t *testing.T) { stops(t, changed(func(*OC1) {}), overlapping(5000, 8)) }
