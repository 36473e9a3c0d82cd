package geodesic

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/neighbour"
)

// TestSinglePlacesAsDouble is what float32 has to answer for: what classical
// scaling makes of the geodesics is the same as from float64.
func TestSinglePlacesAsDouble(t *testing.T) {
	const n = 240
	wave, class := waveform(12, n)
	beta := meanSquare(wave)
	for _, c := range []struct {
		name string
		d    engine.Distances
		k    int
		dim  int
	}{
		{"swiss roll", engine.Euclidean(swissRoll(12, n)), 8, 2},
		{"waveform, warped", table{symmetric(n, warpOf(wave, func(i int) int { return class[i] }, 0.5, beta)), symmetric(n, func(int, int) float64 { return 0 })}, 7, 2},
		{"chain", engine.Euclidean(chainOfPoints(n)), 2, 1},
	} {
		g := joined(t, c.d, c.k)
		single, err := AllPairs(t.Context(), g, false)
		if err != nil {
			t.Fatal(err)
		}
		double, err := AllPairs(t.Context(), g, true)
		if err != nil {
			t.Fatal(err)
		}
		if got := procrustes(scaled(t, double, c.dim), scaled(t, single, c.dim)); !(got <= 1e-5) {
			t.Errorf("%s: disparity is %.3g, more than 1e-5", c.name, got)
		} else {
			t.Logf("%s: disparity is %.3g", c.name, got)
		}
	}
}

// waveform draws the three mixtures of triangular waves of Breiman et al. 1984.
func waveform(seed uint64, n int) (*mat.Dense, []int) {
	r := rand.New(rand.NewPCG(seed, 3))
	x, class := mat.NewDense(n, 21, nil), make([]int, n)
	peaks := [3]float64{11, 15, 7}
	pairs := [3][2]int{{0, 1}, {0, 2}, {1, 2}}
	for i := range n {
		class[i] = r.IntN(3)
		u, pair := r.Float64(), pairs[class[i]]
		for c := range 21 {
			at := float64(c + 1)
			first, second := max(0, 6-math.Abs(at-peaks[pair[0]])), max(0, 6-math.Abs(at-peaks[pair[1]]))
			x.Set(i, c, u*first+(1-u)*second+r.NormFloat64())
		}
	}
	return x, class
}

// chainOfPoints lie on a line, at steps that differ by a hundred times.
func chainOfPoints(n int) *mat.Dense {
	x, at := mat.NewDense(n, 1, nil), 0.0
	for i := range n {
		x.Set(i, 0, at)
		at += 0.01 + math.Abs(math.Sin(float64(i)))
	}
	return x
}

func meanSquare(x *mat.Dense) float64 {
	n, _ := x.Dims()
	d, row, sum := engine.Euclidean(x), make([]float64, n), 0.0
	for i := range n {
		d.Row(row, i)
		for _, v := range row {
			sum += v * v
		}
	}
	return sum / float64(n*(n-1))
}

// scaled is classical scaling by a dense eigendecomposition.
func scaled(t *testing.T, p *Paths, dim int) *mat.Dense {
	t.Helper()
	n := p.Len()
	b, row, mean := mat.NewSymDense(n, nil), make([]float64, n), make([]float64, n)
	var all float64
	for i := range n {
		p.Row(row, i)
		for _, v := range row {
			mean[i] += v * v / float64(n)
		}
		all += mean[i] / float64(n)
	}
	for i := range n {
		p.Row(row, i)
		for j := range i + 1 {
			b.SetSym(i, j, -(row[j]*row[j]-mean[i]-mean[j]+all)/2)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(b, true) {
		t.Fatal("no eigenvectors")
	}
	values := eigen.Values(nil)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	y := mat.NewDense(n, dim, nil)
	for c := range dim {
		for i := range n {
			y.Set(i, c, vectors.At(i, n-1-c)*math.Sqrt(values[n-1-c]))
		}
	}
	return y
}

// procrustes is the disparity of two centred configurations of n rows: what is
// left, of one, when both have the size one and are turned onto each other.
func procrustes(a, b *mat.Dense) float64 {
	var product mat.Dense
	product.Mul(a.T(), b)
	var svd mat.SVD
	svd.Factorize(&product, mat.SVDNone)
	trace := 0.0
	for _, v := range svd.Values(nil) {
		trace += v
	}
	size := mat.Norm(a, 2) * mat.Norm(b, 2)
	return max(0, 1-(trace/size)*(trace/size))
}

// TestAllRowsEqual: copies are at distance zero, in whatever component.
func TestAllRowsEqual(t *testing.T) {
	d := engine.Euclidean(mat.NewDense(40, 3, nil))
	nb, err := neighbour.Nearest(t.Context(), d, 5)
	if err != nil {
		t.Fatal(err)
	}
	g, err := Agglomerate(t.Context(), unionOf(t, nb), d)
	if err != nil {
		t.Fatal(err)
	}
	for _, double := range []bool{false, true} {
		p, err := AllPairs(t.Context(), g, double)
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.Len() {
			for _, v := range rowOf(p, i) {
				if v != 0 {
					t.Fatalf("a copy is %v away", v)
				}
			}
		}
	}
	if rows, err := MaxMin(t.Context(), g, 7, 1); err != nil || len(rows) != 1 {
		t.Errorf("landmarks of copies are %v, error %v", rows, err)
	}
}
