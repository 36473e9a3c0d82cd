package cost

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
)

// TestPE: two rows at the centres of two classes, 2 apart, are e^(−2) times as likely
// of the other class as of their own.
func TestPE(t *testing.T) {
	p := mat.NewDense(2, 2, []float64{0.9, 0.1, 0.1, 0.9})
	c := NewPE(p, mat.NewDense(2, 1, []float64{-1, 1}))
	value, gradient := evaluate(t, c, &pairwise.Images{Dim: 1, Points: []float64{-1, 1}})
	own := 1 / (1 + math.Exp(-2))
	near(t, "the value", value, 2*(0.9*math.Log(0.9/own)+0.1*math.Log(0.1/(1-own))), 1e-12)
	near(t, "the gradient by the first row", gradient[0], (0.1-(1-own))*-2, 1e-12)
}

// TestPEMeetsPosteriors that rows can have: it comes down to nothing.
func TestPEMeetsPosteriors(t *testing.T) {
	p := mat.NewDense(4, 2, []float64{0.9, 0.1, 0.1, 0.9, 0.7, 0.3, 0.3, 0.7})
	c := NewPE(p, mat.NewDense(2, 2, []float64{-1, 0, 1, 0}))
	at := append([]float64{-1, 0, 1, 0.1, -0.5, 0.2, 0.5, -0.1}, c.Own()...)
	found, err := optimum.Minimise(t.Context(), pairwise.Objective(c, points{4}), at, optimum.Settings{})
	if err != nil || !(found.Value < 1e-10) {
		t.Errorf("the divergence is %v, %v", found.Value, err)
	}
}
