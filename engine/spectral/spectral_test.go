package spectral

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"unfold/engine"
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

// TestCentreGivesInnerProducts: for Euclidean distances S = X Xᵀ.
func TestCentreGivesInnerProducts(t *testing.T) {
	x := points(1, 40, 3)
	s, err := Centre(t.Context(), engine.Euclidean(x))
	if err != nil {
		t.Fatal(err)
	}
	for c := range 3 {
		mean := stat.Mean(mat.Col(nil, c, x), nil)
		for i := range 40 {
			x.Set(i, c, x.At(i, c)-mean)
		}
	}
	var want mat.Dense
	want.Mul(x, x.T())
	if !mat.EqualApprox(s, &want, 1e-10) {
		t.Error("S differs from the inner products of the centred points")
	}
}

func TestCentreRefusesWhatHasNoScale(t *testing.T) {
	_, err := Centre(t.Context(), engine.Euclidean(mat.NewDense(5, 2, nil)))
	if err == nil || !strings.Contains(err.Error(), "all points are identical") {
		t.Errorf("error is %v", err)
	}
	_, err = Centre(t.Context(), engine.Euclidean(mat.NewDense(2, 1, []float64{0, math.NaN()})))
	if err == nil || !strings.Contains(err.Error(), "must be finite") {
		t.Errorf("error is %v", err)
	}
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
		sv.Mul(s, p.Vectors)
		vl.Apply(func(_, j int, v float64) float64 { return v * p.Values[j] }, p.Vectors)
		if !mat.EqualApprox(&sv, &vl, 1e-8) {
			t.Errorf("%s: the pairs leave a residual", name)
		}
	}
}

func TestKrylovAgreesWithWhole(t *testing.T) {
	s, err := Centre(t.Context(), engine.Euclidean(points(3, 320, 12)))
	if err != nil {
		t.Fatal(err)
	}
	few, err := krylov(t.Context(), s, 6)
	if err != nil || few == nil {
		t.Fatalf("no convergence: %v", err)
	}
	all, err := whole(s, 6)
	if err != nil {
		t.Fatal(err)
	}
	for c := range 6 {
		if math.Abs(few.Values[c]-all.Values[c]) > 1e-11*all.Values[0] {
			t.Errorf("eigenvalue %d is %v, want %v", c, few.Values[c], all.Values[c])
		}
	}
	if !mat.EqualApprox(few.Vectors, all.Vectors, 1e-8) {
		t.Error("eigenvectors differ")
	}
}

func TestResidualVariance(t *testing.T) {
	x := points(4, 60, 3)
	d := engine.Euclidean(x)
	curve, err := Residual(t.Context(), d, x)
	if err != nil {
		t.Fatal(err)
	}
	var target, plane []float64
	row := make([]float64, 60)
	for i := range 60 {
		d.Row(row, i)
		for j := range i {
			target = append(target, row[j])
			plane = append(plane, math.Hypot(x.At(i, 0)-x.At(j, 0), x.At(i, 1)-x.At(j, 1)))
		}
	}
	r := stat.Correlation(target, plane, nil)
	if math.Abs(curve[1]-(1-r*r)) > 1e-12 || curve[2] > 1e-14 || curve[0] < curve[1] {
		t.Errorf("curve %v, want %v for two columns and 0 for three", curve, 1-r*r)
	}
	constant, err := Residual(t.Context(), d, mat.NewDense(60, 1, nil))
	if err != nil || constant[0] != 1 {
		t.Errorf("a constant embedding has residual variance %v, want 1 (%v)", constant, err)
	}
}

func TestElbow(t *testing.T) {
	for _, c := range []struct {
		curve []float64
		want  int
	}{{[]float64{0.3, 0.1, 0.095, 0.01}, 2}, {[]float64{0.2}, 1}, {[]float64{0.5, 0.4, 0.3}, 3}, {nil, 1}} {
		if got := Elbow(c.curve); got != c.want {
			t.Errorf("elbow of %v is %d, want %d", c.curve, got, c.want)
		}
	}
}

func TestSameBitsAtAnyProcsAndCancelled(t *testing.T) {
	all := func() []float64 {
		d := engine.Euclidean(points(5, 700, 8))
		s, err := Centre(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Top(t.Context(), s, 4)
		if err != nil {
			t.Fatal(err)
		}
		z := p.Coordinates(4)
		curve, err := Residual(t.Context(), d, z)
		if err != nil {
			t.Fatal(err)
		}
		return append(curve, z.RawMatrix().Data...)
	}
	want := all()
	for _, procs := range []int{1, 4} {
		before := runtime.GOMAXPROCS(procs)
		got := all()
		runtime.GOMAXPROCS(before)
		if !slices.Equal(got, want) {
			t.Errorf("GOMAXPROCS = %d gives other bits", procs)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	s, _ := Centre(ctx, engine.Euclidean(points(5, 700, 8)))
	cancel()
	if _, err := Top(ctx, s, 4); !errors.Is(err, context.Canceled) {
		t.Errorf("error after cancel is %v", err)
	}
}

func BenchmarkTop(b *testing.B) {
	s, err := Centre(b.Context(), engine.Euclidean(points(1, 3500, 21)))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Top(b.Context(), s, 12); err != nil {
			b.Fatal(err)
		}
	}
}
