package gram

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestEntriesFarApart: rows far from their mean keep their nearness.
func TestEntriesFarApart(t *testing.T) {
	x := points(6, 300, 3)
	for i := range 300 {
		x.Set(i, 0, x.At(i, 0)*1e-4+float64(i%5)*1e7)
	}
	k := RBF{Sigma: 1}
	g, err := Matrix(t.Context(), k, x)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 300 {
		for j := range 300 {
			if want := k.Of(x.RawRowView(i), x.RawRowView(j)); math.Abs(g.At(i, j)-want) > 1e-8 { // the mean costs digits of x itself
				t.Fatalf("entry %d, %d is %v, want %v", i, j, g.At(i, j), want)
			}
		}
	}
	huge := mat.NewDense(3, 1, []float64{0, 1e200, -1e200})
	if g, err = Matrix(t.Context(), k, huge); err != nil || g.At(0, 0) != 1 || g.At(0, 1) != 0 || g.At(1, 2) != 0 {
		t.Errorf("entries of rows that are too far apart are %v (%v)", mat.Formatted(g), err)
	}
}
