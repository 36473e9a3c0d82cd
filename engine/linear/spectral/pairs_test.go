package spectral

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func points(seed uint64, n, d int) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 0))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for c := range d {
			x.Set(i, c, 10*r.NormFloat64()/float64(c+1))
		}
	}
	return x
}

// withSpectrum returns Q diag(values) Qᵀ for a random orthogonal Q.
func withSpectrum(seed uint64, values []float64) *mat.Dense {
	n := len(values)
	var qr mat.QR
	qr.Factorize(points(seed, n, n))
	var q, qd, s mat.Dense
	qr.QTo(&q)
	qd.Apply(func(_, j int, v float64) float64 { return v * values[j] }, &q)
	s.Mul(&qd, q.T())
	for i := range n {
		for j := range i {
			s.Set(i, j, s.At(j, i))
		}
	}
	return &s
}

// TestTopFindsTheLargestAlgebraic has negative eigenvalues of larger size, a double
// eigenvalue, a slowly falling tail, and a rank below the block.
func TestTopFindsTheLargestAlgebraic(t *testing.T) {
	spectra := map[string][]float64{"indefinite": make([]float64, 400), "double": make([]float64, 300), "low rank": make([]float64, 300)}
	for i := range 400 {
		spectra["indefinite"][i] = 100*math.Pow(0.97, float64(i)) - 30
	}
	spectra["indefinite"][399] = -500
	for i := range 300 {
		spectra["double"][i] = 1 / float64(1+i/2)
	}
	copy(spectra["low rank"], []float64{9, 4, 1})
	for name, values := range spectra {
		s := withSpectrum(2, values)
		before := mat.DenseCopyOf(s)
		want := slices.Sorted(slices.Values(values))
		slices.Reverse(want)
		p, err := Top(t.Context(), s, 5)
		if err != nil {
			t.Fatal(err)
		}
		for c, v := range p.Values {
			if math.Abs(v-want[c]) > 1e-9*(1+want[0]) {
				t.Errorf("%s: eigenvalue %d is %v, want %v", name, c, v, want[c])
			}
		}
		var sv, vl mat.Dense
		sv.Mul(before, p.Vectors)
		vl.Apply(func(_, j int, v float64) float64 { return v * p.Values[j] }, p.Vectors)
		if !mat.EqualApprox(&sv, &vl, 1e-8) {
			t.Errorf("%s: the pairs leave a residual", name)
		}
	}
}

func BenchmarkTop(b *testing.B) {
	x := points(1, 3500, 21)
	s := mat.NewDense(3500, 3500, nil)
	s.Mul(x, x.T())
	for b.Loop() {
		if _, err := Top(b.Context(), s, 12); err != nil {
			b.Fatal(err)
		}
	}
}
