package enginetest

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/moments"
)

// testSlopes holds the slopes that a map knows, if it does, to central differences of its
// images at some rows, by columns in their standard deviations.
func testSlopes(t *testing.T, m engine.Map, x *mat.Dense) {
	t.Helper()
	sloped, ok := m.(interface {
		Slope(dst *mat.Dense, row []float64)
	})
	if !ok {
		return
	}
	const step, nothing = 1e-5, 1e-6
	n, d := x.Dims()
	slopes, images := mat.NewDense(d, m.Dim(), nil), mat.NewDense(2, m.Dim(), nil)
	for i := 0; i < n; i += 1 + n/5 {
		sloped.Slope(slopes, x.RawRowView(i))
		off, size := 0.0, 0.0
		for j := range d {
			spread := moments.SD(mat.Col(nil, j, x))
			if spread == 0 {
				spread = 1
			}
			moved := mat.NewDense(2, d, nil)
			for end, by := range []float64{step, -step} {
				moved.SetRow(end, x.RawRowView(i))
				moved.Set(end, j, moved.At(end, j)+float64(by*spread))
			}
			if err := m.Apply(t.Context(), images, moved); err != nil {
				t.Fatal(err)
			}
			wide := moved.At(0, j) - moved.At(1, j)
			for k := range m.Dim() {
				want := float64((images.At(0, k) - images.At(1, k)) / wide * spread)
				off, size = max(off, math.Abs(float64(slopes.At(j, k)*spread)-want)), max(size, math.Abs(want))
			}
		}
		if !(off <= nothing*(size+1e-3)) {
			t.Errorf("slopes at row %d are off by %.2g, where the largest is %.2g", i, off, size)
		}
	}
}
