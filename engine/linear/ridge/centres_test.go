package ridge

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/linear/gram"
)

// smooth returns targets that are smooth functions of x, with noise.
func smooth(seed uint64, x *mat.Dense, dim int) *mat.Dense {
	z := gaussian(seed, x.RawMatrix().Rows, dim)
	z.Apply(func(i, q int, v float64) float64 { return math.Sin(x.At(i, 0)*float64(q+1)) + 0.1*v }, z)
	return z
}

// imagesOf returns K_nM W.
func imagesOf(k gram.Kernel, x, centres, w *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	m, dim := w.Dims()
	y := mat.NewDense(n, dim, nil)
	for i := range n {
		for j := range m {
			v := k.Of(x.RawRowView(i), centres.RawRowView(j))
			for q := range dim {
				y.RawRowView(i)[q] += v * w.At(j, q)
			}
		}
	}
	return y
}

// TestAllCentresAreExact: with every row a centre, images are those of the
// exact fit.
func TestAllCentresAreExact(t *testing.T) {
	x := gaussian(1, 300, 2)
	z := smooth(2, x, 2)
	for _, k := range []gram.Kernel{gram.RBF{Sigma: 0.5}, gram.RBF{Sigma: 2}, gram.Polynomial{Sigma: 2, Offset: 1, Degree: 2}} {
		for _, lambda := range []float64{1e-3, 0.1, 10} {
			exact, err := Fit(t.Context(), k, x, z, lambda)
			if err != nil {
				t.Fatal(err)
			}
			r, err := FitCentres(t.Context(), k, x, z, lambda, Centres(300, 300, 1))
			if err != nil {
				t.Errorf("%v, lambda = %g: %v", k, lambda, err)
				continue
			}
			var diff mat.Dense
			diff.Sub(imagesOf(k, x, x, r.W), imagesOf(k, x, x, exact.W))
			if off := mat.Norm(&diff, 2) / mat.Norm(z, 2); off > 1e-5 {
				t.Errorf("%v, lambda = %g: images are off by %g", k, lambda, off)
			}
		}
	}
}

// TestCentresSolveTheNormalEquations, with K_nM kept and computed anew.
func TestCentresSolveTheNormalEquations(t *testing.T) {
	const n, m, lambda = 700, 40, 0.01
	x := gaussian(1, n, 2)
	z := smooth(2, x, 5)
	k, rows := gram.RBF{Sigma: 1}, Centres(n, m, 3)
	centres := mat.NewDense(m, 2, nil)
	for j, i := range rows {
		centres.SetRow(j, x.RawRowView(i))
	}
	knm, kmm := mat.NewDense(n, m, nil), mat.NewDense(m, m, nil)
	knm.Apply(func(i, j int, _ float64) float64 { return k.Of(x.RawRowView(i), centres.RawRowView(j)) }, knm)
	kmm.Apply(func(i, j int, _ float64) float64 { return k.Of(centres.RawRowView(i), centres.RawRowView(j)) }, kmm)
	// The minimum is that of ‖K_nM W − Z‖² + ‖√(λ (K_MM + 1e-10 I)) W‖².
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(m, kmm.RawMatrix().Data), true) {
		t.Fatal("no eigenvectors")
	}
	stacked, targets := mat.NewDense(n+m, m, nil), mat.NewDense(n+m, 5, nil)
	stacked.Slice(0, n, 0, m).(*mat.Dense).Copy(knm)
	targets.Slice(0, n, 0, 5).(*mat.Dense).Copy(z)
	var vectors, w mat.Dense
	eigen.VectorsTo(&vectors)
	for p, value := range eigen.Values(nil) {
		for j := range m {
			stacked.Set(n+p, j, math.Sqrt(lambda*(max(value, 0)+1e-10))*vectors.At(j, p))
		}
	}
	var qr mat.QR
	qr.Factorize(stacked)
	if err := qr.SolveTo(&w, false, targets); err != nil {
		t.Log(err)
	}
	want := imagesOf(k, x, centres, &w)
	for name, free := range map[string]uint64{"kept": 1e9, "computed anew": 100_000} {
		r, err := FitCentres(memory.Limited(t.Context(), free), k, x, z, lambda, rows)
		if err != nil {
			t.Fatal(err)
		}
		var diff mat.Dense
		diff.Sub(imagesOf(k, x, centres, r.W), want)
		if off := mat.Norm(&diff, 2) / mat.Norm(z, 2); off > 2e-6 {
			t.Errorf("%s: images are off by %g", name, off)
		}
		diff.Sub(want, z)
		most := 0.0
		for q := range 5 {
			most = max(most, mat.Norm(diff.ColView(q), 2)/mat.Norm(z.ColView(q), 2))
		}
		if math.Abs(r.Residual-most) > 1e-6 {
			t.Errorf("%s: misfit is %v, want %v", name, r.Residual, most)
		}
	}
}

func TestCentresAreDrawn(t *testing.T) {
	rows := Centres(50, 20, 1)
	if len(rows) != 20 || !slices.IsSorted(rows) || len(slices.Compact(slices.Clone(rows))) != 20 || rows[0] < 0 || rows[19] >= 50 {
		t.Errorf("centres are %v", rows)
	}
	if slices.Equal(rows, Centres(50, 20, 2)) {
		t.Error("another seed draws the same centres")
	}
}

func TestFitCentresNamesWhatIsWrong(t *testing.T) {
	x := gaussian(1, 90, 1)
	_, err := FitCentres(t.Context(), gram.Polynomial{Sigma: 1, Offset: -30, Degree: 1}, x, smooth(2, x, 1), 0.1, Centres(90, 10, 1))
	if err == nil || !strings.Contains(err.Error(), "not positive semidefinite") {
		t.Errorf("error for an indefinite matrix is %v", err)
	}
	_, err = FitCentres(memory.Limited(t.Context(), 1000), gram.Linear{}, x, smooth(2, x, 1), 0.1, Centres(90, 60, 1))
	if e := (*engine.Error)(nil); !errors.As(err, &e) || !strings.Contains(e.Error(), "lower centres") {
		t.Errorf("error without memory is %v", err)
	}
	big := gaussian(1, 20000, 3)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := FitCentres(ctx, gram.RBF{Sigma: 1}, big, smooth(2, big, 1), 0.1, Centres(20000, 1000, 1)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error after cancel is %v", err)
	}
}

func TestFitCentresWithCopies(t *testing.T) {
	x := mat.NewDense(60, 1, nil)
	for i := range 60 {
		x.Set(i, 0, float64(i/3))
	}
	r, err := FitCentres(t.Context(), gram.RBF{Sigma: 2}, x, smooth(1, x, 1), 0.1, Centres(60, 60, 1))
	if err != nil || math.IsNaN(mat.Norm(r.W, 2)) {
		t.Errorf("copies of centres: %v", err)
	}
}

func TestFitCentresIsTheSameBitsAtAnyProcs(t *testing.T) {
	x := gaussian(2, 3000, 4)
	z := smooth(3, x, 2)
	var first []float64
	for _, procs := range []int{1, 2, 5} {
		before := runtime.GOMAXPROCS(procs)
		r, err := FitCentres(t.Context(), gram.RBF{Sigma: 2}, x, z, 0.01, Centres(3000, 300, 1))
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = r.W.RawMatrix().Data
		}
		if !slices.Equal(first, r.W.RawMatrix().Data) {
			t.Errorf("GOMAXPROCS = %d gives other bits", procs)
		}
	}
}

func BenchmarkFitCentres(b *testing.B) {
	x := gaussian(1, 100_000, 10)
	z := smooth(2, x, 2)
	for b.Loop() {
		r, err := FitCentres(b.Context(), gram.RBF{Sigma: 3}, x, z, 0.1, Centres(100_000, 2000, 1))
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(r.Residual, "misfit")
	}
}
