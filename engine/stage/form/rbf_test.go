package form

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
)

func TestEveryRBFKeepsTheContract(t *testing.T) {
	for name, m := range map[string]*RBF{
		"drawn rows": {At: "rows", Seed: 3},
		"narrow":     {At: "means", Centres: 9, Width: 1e-6},
		"wide":       {At: "means", Centres: 5, Width: 1e3},
	} {
		t.Run(name, func(t *testing.T) { enginetest.Form(t, m, true) })
	}
}

// TestKernelsByHand: shares of two centres, and of a row at which every kernel by itself
// is zero.
func TestKernelsByHand(t *testing.T) {
	k := kernels{mat.NewDense(2, 1, []float64{0, 2}), 0.5}
	phi := make([]float64, 2)
	k.row(phi, []float64{0.5})
	if want := 1 / (1 + math.Exp(-2*(2.25-0.25))); math.Abs(phi[0]-want) > 1e-15 || math.Abs(phi[0]+phi[1]-1) > 1e-15 {
		t.Errorf("shares are %v, want %v of the first", phi, want)
	}
	k.row(phi, []float64{1e6})
	if phi[0] != 0 || phi[1] != 1 {
		t.Errorf("far from all centres shares are %v", phi)
	}
}

// TestRBFBends: a roll's rows come near to where they lie on it.
func TestRBFBends(t *testing.T) {
	p := enginetest.Roll(400)
	e := fitted(t, &RBF{At: "means", Centres: 60, Seed: 1}, p.Sample(), p.Flat, aside(p.Flat))
	off := enginetest.Procrustes(e.Y, p.Flat)
	t.Logf("%.3g off", off)
	if off > 0.02 {
		t.Errorf("places are %.3g off", off)
	}
	testAxes(t, e)
}

func TestRBFRefuses(t *testing.T) {
	equal := enginetest.Blobs(40).Sample()
	equal.X.Zero()
	_, err := (&RBF{At: "means"}).Bind(t.Context(), equal, 2)
	var e *engine.Error
	if !errors.As(err, &e) || e.Param != "centres" || e.Remedy == nil || !strings.Contains(e.Cause, "1 centres") {
		t.Errorf("error is %v", err)
	}
}
