package spectral

import (
	"math"
	"math/bits"
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
	canonicalAxes(values, want, false)
	for _, angle := range []float64{0.4, 1.9} {
		sin, cos := math.Sincos(angle)
		turn := mat.NewDense(3, 3, []float64{cos, -sin, 0, sin * cos, cos * cos, -sin, sin * sin, cos * sin, cos})
		got := mat.DenseCopyOf(base)
		var turned mat.Dense
		turned.Mul(base.Slice(0, n, 1, 4), turn)
		got.Slice(0, n, 1, 4).(*mat.Dense).Copy(&turned)
		canonicalAxes(values, got, false)
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
	canonicalAxes([]float64{9, 4, 2, 1, 1}, open, true)
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
		if len(p.Equal) != 1 || p.Equal[0] != (Cluster{To: equal}) {
			t.Errorf("of %d pairs %v are equal, want the first %d", count, p.Equal, equal)
		}
	}
}

// TestASearchFindsWholeClusters: rows with as much spread every way have equal
// eigenvalues, of which a search is asked for some. It gives the axes that a
// decomposition of the whole matrix gives, and says how many are equal.
func TestASearchFindsWholeClusters(t *testing.T) {
	cases := map[string]struct {
		rows, equal int
		between     func(i, j int) float64
	}{
		"corners of a cube":      {512, 9, func(i, j int) float64 { return math.Sqrt(float64(bits.OnesCount(uint(i ^ j)))) }},
		"lattice of five a side": {625, 4, func(i, j int) float64 { return latticeDistance(i, j, 5) }},
		"one-hot, 5 levels":      {300, 4, func(i, j int) float64 { return levelDistance(i, j, 5) }},
		"one-hot, 20 levels":     {300, 19, func(i, j int) float64 { return levelDistance(i, j, 20) }},
		"one-hot, 30 levels":     {330, 29, func(i, j int) float64 { return levelDistance(i, j, 30) }},
	}
	for name, c := range cases {
		if testing.Short() && name != "one-hot, 5 levels" {
			continue
		}
		for _, double := range []bool{true, false} {
			d := made(c.rows, double, c.between)
			full := centredInFull(d)
			for _, count := range []int{1, 2, 3, 8, c.equal, c.equal + 1} {
				for _, rough := range []int{0, 2} {
					found, err := Scale(t.Context(), d, count, rough)
					if err != nil {
						t.Fatal(err)
					}
					if len(found.Equal) == 0 || found.Equal[0] != (Cluster{To: c.equal}) {
						t.Fatalf("%s, %d and %d pairs: %v are equal, want the first %d", name, count, rough, found.Equal, c.equal)
					}
					want, err := whole(t.Context(), mat.DenseCopyOf(full), count+rough)
					if err != nil {
						t.Fatal(err)
					}
					some := min(count, c.equal)
					if !mat.EqualApprox(found.Vectors.Slice(0, c.rows, 0, some), want.Vectors.Slice(0, c.rows, 0, some), 1e-7) {
						t.Errorf("%s, %d and %d pairs: the axes are others than those of the whole matrix", name, count, rough)
					}
				}
			}
		}
	}
}

// latticeDistance is that of rows i and j of a lattice.
func latticeDistance(i, j, side int) float64 {
	var sum float64
	for i > 0 || j > 0 {
		sum += math.Pow(float64(i%side-j%side), 2)
		i, j = i/side, j/side
	}
	return math.Sqrt(sum)
}

// levelDistance is that of rows i and j which have one of some levels in turn.
func levelDistance(i, j, levels int) float64 {
	if i%levels == j%levels {
		return 0
	}
	return math.Sqrt2
}

// TestAClusterWithoutAnEndIsOpen: of rows that are all equally far from one another
// all eigenvalues are equal, which are more than a search looks for.
func TestAClusterWithoutAnEndIsOpen(t *testing.T) {
	found, err := Scale(t.Context(), made(300, true, func(_, _ int) float64 { return 2 }), 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Equal) != 1 || !found.Equal[0].Open || found.Equal[0].To < 20 {
		t.Errorf("%v are equal, want one cluster that is open", found.Equal)
	}
}

// TestNearEigenvaluesAreNotEqual: pairs that are close to the next stay as they
// are, and nothing is said of them.
func TestNearEigenvaluesAreNotEqual(t *testing.T) {
	values := make([]float64, 400)
	for i := range values {
		values[i] = 1 / float64(1+i)
	}
	values[2] = values[1] * (1 - 1e-7)
	found, err := Top(t.Context(), withSpectrum(4, values), 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Equal) != 0 {
		t.Errorf("%v are equal, want none", found.Equal)
	}
}
