package stochastic

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// TestRowsBetweenClassesLieBetweenThem: on a line of two classes that overlap, rows keep
// their order, since one column alone tells how they belong to them.
func TestRowsBetweenClassesLieBetweenThem(t *testing.T) {
	const n = 40
	x, labels := mat.NewDense(n, 1, nil), make([]int, n)
	for i := range labels {
		x.Set(i, 0, float64(i))
		if i > 15 && i%3 > 0 || i > 25 {
			labels[i] = 1
		}
	}
	m := usual(&PE{}, nil)
	m.Dim = 1
	y := embed(t, m, engine.Sample{X: x, Target: engine.Target{Labels: labels, Classes: []string{"a", "b"}}}).Y
	rising := y.At(n-1, 0) > y.At(0, 0)
	for i := 1; i < n; i++ {
		if (y.At(i, 0) > y.At(i-1, 0)) != rising {
			t.Errorf("rows %d and %d have changed places", i-1, i)
		}
	}
}
