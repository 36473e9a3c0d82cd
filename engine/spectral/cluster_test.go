package spectral

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/random"
)

// TestEqualEigenvaluesHaveCanonicalAxes: whatever basis of the space of equal
// eigenvalues is found, the same axes come of it, which are orthonormal and span
// the same space; others stay as they are.
func TestEqualEigenvaluesHaveCanonicalAxes(t *testing.T) {
	const n = 40
	r := random.New(3, "cluster")
	draw := mat.NewDense(n, 5, nil)
	draw.Apply(func(_, _ int, _ float64) float64 { return r.Normal() }, draw)
	var qr mat.QR
	qr.Factorize(draw)
	var full mat.Dense
	qr.QTo(&full)
	base := mat.DenseCopyOf(full.Slice(0, n, 0, 5))
	values := []float64{9, 4, 4 * (1 - 1e-13), 4 * (1 - 2e-13), 1}
	want := mat.DenseCopyOf(base)
	settle(values, want, false)
	for _, angle := range []float64{0.4, 1.9} {
		sin, cos := math.Sincos(angle)
		turn := mat.NewDense(3, 3, []float64{cos, -sin, 0, sin * cos, cos * cos, -sin, sin * sin, cos * sin, cos})
		got := mat.DenseCopyOf(base)
		var turned mat.Dense
		turned.Mul(base.Slice(0, n, 1, 4), turn)
		got.Slice(0, n, 1, 4).(*mat.Dense).Copy(&turned)
		settle(values, got, false)
		if !mat.EqualApprox(got, want, 1e-13) {
			t.Errorf("turned by %g, the axes are others", angle)
		}
	}
	var inner mat.Dense
	inner.Mul(want.T(), want)
	eye := mat.NewDense(5, 5, nil)
	for c := range 5 {
		eye.Set(c, c, 1)
	}
	if !mat.EqualApprox(&inner, eye, 1e-13) || !mat.Equal(want.ColView(0), base.ColView(0)) || !mat.Equal(want.ColView(4), base.ColView(4)) {
		t.Error("axes are not orthonormal, or single ones have changed")
	}
	open := mat.DenseCopyOf(base)
	settle([]float64{9, 4, 2, 1, 1}, open, true)
	if !mat.Equal(open, base) {
		t.Error("a cluster that may go on was settled")
	}
}

// TestClustersAreWholeBeforeTheyAreCut: pairs that end inside a cluster of nine
// have the first axes of the whole cluster, as if all had been asked for.
func TestClustersAreWholeBeforeTheyAreCut(t *testing.T) {
	const n, equal = 30, 9
	diagonal := func() *mat.Dense {
		s := mat.NewDense(n, n, nil)
		for i := range n {
			for j := range n {
				switch { // I − 11ᵀ/n of the last rows has one eigenvalue of zero, others of one
				case i < n-equal-1 || j < n-equal-1:
					if i == j {
						s.Set(i, j, 0.5/float64(i+2))
					}
				case i == j:
					s.Set(i, j, 1-1./(equal+1))
				default:
					s.Set(i, j, -1./(equal+1))
				}
			}
		}
		return s
	}
	all, err := Top(t.Context(), diagonal(), n)
	if err != nil {
		t.Fatal(err)
	}
	for _, count := range []int{1, 2, 8, 9, 10} {
		p, err := Top(t.Context(), diagonal(), count)
		if err != nil {
			t.Fatal(err)
		}
		if _, c := p.Vectors.Dims(); c != count || len(p.Values) != count {
			t.Fatalf("%d pairs, want %d", c, count)
		}
		if !mat.EqualApprox(p.Vectors, all.Vectors.Slice(0, n, 0, count), 1e-12) {
			t.Errorf("the first %d axes are others than where all are asked for", count)
		}
		if len(p.Equal) != 1 || p.Equal[0] != (Cluster{0, equal}) {
			t.Errorf("of %d pairs %v are equal, want the first %d", count, p.Equal, equal)
		}
	}
}
