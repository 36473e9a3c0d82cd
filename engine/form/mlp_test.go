package form

import (
	"errors"
	"testing"

	"unfold/engine"
	"unfold/engine/enginetest"
)

func TestEveryMLPKeepsTheContract(t *testing.T) {
	for name, m := range map[string]*MLP{
		"one layer":    {Hidden: "7", Activation: "tanh", Seed: 2},
		"three layers": {Hidden: "9,5,8", Activation: "tanh"},
	} {
		t.Run(name, func(t *testing.T) { enginetest.Form(t, m, true) })
	}
}

// TestMLPBends: a roll's rows come near to where they lie on it.
func TestMLPBends(t *testing.T) {
	p := enginetest.Roll(400)
	e := fitted(t, &MLP{Hidden: "auto", Activation: "tanh", Seed: 1}, p.Sample(), p.Flat, aside(p.Flat))
	off := enginetest.Procrustes(e.Y, p.Flat)
	t.Logf("%.3g off", off)
	if off > 0.005 {
		t.Errorf("places are %.3g off", off)
	}
	testAxes(t, e)
}

func TestMLPRefusesSizes(t *testing.T) {
	for _, hidden := range []string{"", "0", "64,-1", "many", "100000"} {
		_, err := (&MLP{Hidden: hidden, Activation: "tanh"}).Bind(t.Context(), enginetest.Blobs(40).Sample(), 2)
		var e *engine.Error
		if !errors.As(err, &e) || e.Param != "hidden" || e.Remedy == nil {
			t.Errorf("hidden = %q: error is %v", hidden, err)
		}
	}
}

// TestStandardiseKeepsLargeMeans: a column far from zero is not taken for constant.
func TestStandardiseKeepsLargeMeans(t *testing.T) {
	s := enginetest.Blobs(40).Sample()
	for i := range 40 {
		s.X.Set(i, 0, 1.7e9+float64(i))
		s.X.Set(i, 1, 1.7e9)
	}
	x := standardise(s.X).rows(s.X)
	if a, b := x.At(0, 0), x.At(39, 0); !(a < -1 && b > 1) || x.At(7, 1) != 0 {
		t.Errorf("standardised to %v and %v, a constant to %v", a, b, x.At(7, 1))
	}
}
