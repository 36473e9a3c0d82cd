package agreement_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/bench/agreement"
)

// TestAgreement: what is only turned, scaled or shifted agrees, and numbers by hand.
func TestAgreement(t *testing.T) {
	a := mat.NewDense(4, 2, []float64{0, 0, 1, 0, 1, 2, 0, 3})
	var b, turned mat.Dense
	angle := 0.7
	turned.Mul(a, mat.NewDense(2, 2, []float64{math.Cos(angle), math.Sin(angle), math.Sin(angle), -math.Cos(angle)}))
	b.Scale(5, &turned)
	b.Apply(func(_, c int, v float64) float64 { return v + float64(c) + 3 }, &b)
	if d := agreement.Disparity(a, &b); d > 1e-14 {
		t.Errorf("a turned, mirrored, scaled and shifted copy is %g apart", d)
	}
	b.Set(0, 0, b.At(0, 0)+1)
	if d := agreement.Disparity(a, &b); d < 1e-4 || d > 0.1 {
		t.Errorf("a copy with one row moved is %g apart", d)
	}
	x, y := mat.NewDense(2, 2, []float64{1, 2, 3, 4}), mat.NewDense(2, 2, []float64{2, 1, 3, 5})
	if s := agreement.SameRows(x, y); s != 0.5 {
		t.Errorf("same rows %v", s)
	}
	if s := agreement.SameEntries(x, y); s != 0.25 {
		t.Errorf("same entries %v", s)
	}
	if g := agreement.LargestGap(x, y); g != 0.2 {
		t.Errorf("largest gap %v", g)
	}
}
