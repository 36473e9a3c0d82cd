package ridge

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

	"unfold/engine/internal/memory"
	"unfold/engine/internal/moments"
	"unfold/engine/linear/gram"
)

// divided returns k folds of n rows that do not overlap, with targets of their
// own.
func divided(seed uint64, n, k, dim int) []Fold {
	folds := make([]Fold, k)
	for at, i := range rand.New(rand.NewPCG(seed, 1)).Perm(n) {
		folds[at%k].Held = append(folds[at%k].Held, i)
	}
	for f := range folds {
		folds[f].Z = gaussian(seed+uint64(f), n, dim)
	}
	return folds
}

// refitted is the mean squared error of a fold by a fit of its own.
func refitted(t *testing.T, x *mat.Dense, fold Fold, k gram.Kernel, lambda float64, centre bool) float64 {
	t.Helper()
	n, d := x.Dims()
	_, dim := fold.Z.Dims()
	var train []int
	for i := range n {
		if !slices.Contains(fold.Held, i) {
			train = append(train, i)
		}
	}
	tx, tz := mat.NewDense(len(train), d, nil), mat.NewDense(len(train), dim, nil)
	for at, i := range train {
		tx.SetRow(at, x.RawRowView(i))
		tz.SetRow(at, fold.Z.RawRowView(i))
	}
	mean := make([]float64, dim)
	if centre {
		mean = moments.Centre(tz)
	}
	r, err := Fit(t.Context(), k, tx, tz, lambda)
	if err != nil {
		t.Fatal(err)
	}
	var sum float64
	for _, i := range fold.Held {
		for q := range dim {
			image := mean[q]
			for at := range train {
				image += k.Of(x.RawRowView(i), tx.RawRowView(at)) * r.W.At(at, q)
			}
			off := fold.Z.At(i, q) - image
			sum += off * off / float64(len(fold.Held)*dim)
		}
	}
	return sum
}

// TestCrossValidateAgreesWithRefits, with folds that overlap and that do not,
// and rows that no fold holds.
func TestCrossValidateAgreesWithRefits(t *testing.T) {
	const n = 130
	x := gaussian(1, n, 3)
	twice := append(divided(2, n, 5, 2), divided(9, n, 3, 1)...)
	for name, folds := range map[string][]Fold{"apart": divided(2, n, 5, 2), "some": divided(4, n, 7, 1)[:3], "repeated": twice} {
		for _, centre := range []bool{true, false} {
			g := Grid{Kernels: []gram.Kernel{gram.RBF{Sigma: 1}, gram.RBF{Sigma: 3}}, Lambdas: []float64{1e-7, 1e-3, 0.1, 10}, Centre: centre}
			scores, err := CrossValidate(t.Context(), x, folds, g)
			if err != nil {
				t.Fatal(err)
			}
			if len(scores) != 8 || !scores[4].Double || scores[7].Double || scores[5].Kernel != g.Kernels[1] || scores[5].Lambda != 1e-3 {
				t.Fatalf("%s: scores are %+v", name, scores)
			}
			plan, err := newPlan(n, folds, centre)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range scores {
				k, err := gram.Matrix(t.Context(), s.Kernel, plan.arrange(x))
				if err != nil {
					t.Fatal(err)
				}
				double, err := validate[float64](t.Context(), new(workspace), plan, k, s.Lambda)
				if err != nil {
					t.Fatal(err)
				}
				for f, fold := range folds {
					want := refitted(t, x, fold, s.Kernel, s.Lambda, centre)
					if off := math.Abs(double[f] - want); off > 1e-10*want && s.Lambda > 1e-6 || off > 1e-6*want {
						t.Errorf("%s, fold %d, %v, lambda = %g: error %v, want %v", name, f, s.Kernel, s.Lambda, double[f], want)
					}
					if off := math.Abs(s.Errors[f] - want); off > 1e-6*want {
						t.Errorf("%s, fold %d, %v, lambda = %g: quick error %v, want %v", name, f, s.Kernel, s.Lambda, s.Errors[f], want)
					}
				}
			}
		}
	}
}

// TestLeaveOneOutOfFourPoints is a worked example with a number of an
// independent program.
func TestLeaveOneOutOfFourPoints(t *testing.T) {
	x, z := mat.NewDense(4, 1, []float64{0, 1, 2, 4}), mat.NewDense(4, 2, []float64{0, 1, 1, 0, 2, 1, 0, -1})
	scores, err := LeaveOneOut(t.Context(), x, z, Grid{Kernels: []gram.Kernel{gram.RBF{Sigma: 1}}, Lambdas: []float64{0.1}, Centre: true})
	if err != nil {
		t.Fatal(err)
	}
	// The program took the mean over rows of the sum over columns, halved.
	if got, want := scores[0].Mean(), 1.0286462334823527; math.Abs(got-want) > 1e-6*want {
		t.Errorf("mean squared error is %v, want %v", got, want)
	}
	exact, ok, err := leaveOneOut[float64](t.Context(), new(workspace), mustMatrix(t, gram.RBF{Sigma: 1}, x), 0.1, transpose(centred(z)))
	if want := 1.0286462334823527; !ok || err != nil || math.Abs(exact-want) > 1e-12 {
		t.Errorf("in float64 it is %v, want %v (%v)", exact, want, err)
	}
}

func mustMatrix(t *testing.T, k gram.Kernel, x *mat.Dense) *mat.Dense {
	t.Helper()
	g, err := gram.Matrix(t.Context(), k, x)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func centred(z *mat.Dense) *mat.Dense {
	z = mat.DenseCopyOf(z)
	moments.Centre(z)
	return z
}

// TestLeaveOneOutIsCrossValidation with as many folds as rows.
func TestLeaveOneOutIsCrossValidation(t *testing.T) {
	const n = 60
	x, z := gaussian(1, n, 2), gaussian(2, n, 2)
	folds := make([]Fold, n)
	for i := range folds {
		folds[i] = Fold{Held: []int{i}, Z: z}
	}
	g := Grid{Kernels: []gram.Kernel{gram.RBF{Sigma: 1}}, Lambdas: []float64{1e-9, 0.01, 1}}
	want, err := CrossValidate(t.Context(), x, folds, g)
	if err != nil {
		t.Fatal(err)
	}
	got, err := LeaveOneOut(t.Context(), x, z, g)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if w := want[i].Mean(); math.Abs(got[i].Mean()-w) > 1e-5*w {
			t.Errorf("lambda = %g: error %v, by folds %v", got[i].Lambda, got[i].Mean(), w)
		}
	}
}

func TestCrossValidateNamesWhatIsWrong(t *testing.T) {
	x, z := gaussian(1, 12, 2), gaussian(2, 12, 1)
	g := Grid{Kernels: []gram.Kernel{gram.Linear{}}, Lambdas: []float64{1}}
	all := make([]int, 12)
	for i := range all {
		all[i] = i
	}
	for name, fold := range map[string]Fold{
		"nothing held": {nil, z}, "all held": {all, z}, "held twice": {[]int{3, 3}, z}, "no such row": {[]int{12}, z}, "targets of others": {[]int{1}, gaussian(3, 11, 1)},
	} {
		if _, err := CrossValidate(t.Context(), x, []Fold{fold}, g); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	good := []Fold{{[]int{1, 2}, z}}
	for _, lambda := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := CrossValidate(t.Context(), x, good, Grid{Kernels: g.Kernels, Lambdas: []float64{lambda}}); err == nil || !strings.Contains(err.Error(), "above 0") {
			t.Errorf("lambda = %g: error is %v", lambda, err)
		}
	}
	if _, err := CrossValidate(t.Context(), x, good, Grid{Kernels: g.Kernels, Lambdas: []float64{1e-30}}); err == nil || !strings.Contains(err.Error(), "singular") {
		t.Errorf("error for a singular matrix is %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := CrossValidate(ctx, x, good, g); !errors.Is(err, context.Canceled) {
		t.Errorf("error after cancel is %v", err)
	}
	if _, err := CrossValidate(memory.Limited(t.Context(), 1000), x, good, g); err == nil || !strings.Contains(err.Error(), "of memory") {
		t.Errorf("error without memory is %v", err)
	}
}

func TestCrossValidateIsTheSameBitsAtAnyProcs(t *testing.T) {
	x, folds := gaussian(1, 600, 3), divided(2, 600, 4, 2)
	g := Grid{Kernels: []gram.Kernel{gram.RBF{Sigma: 1}}, Lambdas: []float64{1e-8, 0.01, 1}}
	var first []float64
	for _, procs := range []int{1, 2, 5} {
		before := runtime.GOMAXPROCS(procs)
		scores, err := CrossValidate(t.Context(), x, folds, g)
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		var all []float64
		for _, s := range scores {
			all = append(all, s.Errors...)
		}
		if first == nil {
			first = all
		}
		if !slices.Equal(first, all) {
			t.Errorf("GOMAXPROCS = %d gives other bits", procs)
		}
	}
}

// BenchmarkCrossValidate is the grid of eight ridges and five bandwidths, five
// folds.
func BenchmarkCrossValidate(b *testing.B) {
	x, folds := gaussian(1, 3000, 10), divided(2, 3000, 5, 2)
	var g Grid
	for e := range 8 {
		g.Lambdas = append(g.Lambdas, math.Pow(10, float64(e)-4))
	}
	for _, sigma := range []float64{1, 2, 3, 4, 6} {
		g.Kernels = append(g.Kernels, gram.RBF{Sigma: sigma})
	}
	for b.Loop() {
		scores, err := CrossValidate(b.Context(), x, folds, g)
		if err != nil {
			b.Fatal(err)
		}
		double := 0
		for _, s := range scores {
			if s.Double {
				double++
			}
		}
		b.ReportMetric(float64(double), "float64")
	}
}
