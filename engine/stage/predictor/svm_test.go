package predictor

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/smo"
	"unfold/engine/internal/memory"
)

func svm() *SVM { m := new(SVM); engine.SetDefaults(m); return m }

func TestSVMAgreesWithLibsvm(t *testing.T) {
	ref := readReference(t)
	queries := dense(ref.Queries)
	for _, want := range ref.SVM {
		t.Run(fmt.Sprintf("%s,C=%g,gamma=%g", want.Kernel, want.C, want.Gamma), func(t *testing.T) {
			m := &SVM{C: want.C, Gamma: want.Gamma, Kernel: want.Kernel, Tol: 1e-9, Cache: 1}
			p, err := m.Learn(t.Context(), ref.classes())
			if err != nil {
				t.Fatal(err)
			}
			for at, pair := range want.Pairs {
				wantClose(t, fmt.Sprintf("decisions of pair %d", at), decisions(t, p, at, queries), pair.Decision, 1e-5*max(1, want.C/5))
				if got := objectives(t, m, ref)[at]; math.Abs(got-pair.Objective) > 1e-6*math.Abs(pair.Objective) {
					t.Errorf("objective of pair %d is %v, want %v", at, got, pair.Objective)
				}
			}
			wantClose(t, "classes", predict(t, m, ref.classes(), queries), want.Predicted, 0)
		})
	}
}

// objectives computes ½αᵀQα − Σα of each pair, with kernel values in float64.
func objectives(t *testing.T, m *SVM, ref reference) []float64 {
	t.Helper()
	x := dense(ref.X)
	scale := math.Sqrt(meanVariance(x))
	pairs, err := smo.OneAgainstOne(t.Context(), newSimilarity(m.Kernel, m.Gamma, m.Cache, 3).points(x, scale), rowsOf(ref.classes(), []int{0, 1, 2}), smo.Settings{C: m.C, Tol: m.Tol})
	if err != nil {
		t.Fatal(err)
	}
	mercer := func(a, b []float64) float64 {
		if m.Kernel == "linear" {
			return dot(a, b) / (scale * scale)
		}
		var square float64
		for c, v := range a {
			square += (v - b[c]) * (v - b[c])
		}
		return math.Exp(-m.Gamma * square / (scale * scale))
	}
	all := make([]float64, len(pairs))
	for at, p := range pairs {
		for i, r := range p.Rows {
			for j, s := range p.Rows {
				all[at] += p.Weights[i] * p.Weights[j] * mercer(ref.X[r], ref.X[s]) / 2
			}
			all[at] -= math.Abs(p.Weights[i])
		}
	}
	return all
}

// decisions returns f(x) of a pair for some rows, fewer than a tile holds.
func decisions(t *testing.T, p engine.Predictor, pair int, x *mat.Dense) []float64 {
	t.Helper()
	m, n := p.(*machine), x.RawMatrix().Rows
	l := m.newTileValues()
	if err := m.evaluateTile(t.Context(), l, x, 0, n); err != nil {
		t.Fatal(err)
	}
	return l.values[pair][:n]
}

func TestAutoGammaIsOneOverColumns(t *testing.T) {
	ref := readReference(t)
	auto, given := svm(), svm()
	given.Gamma = 1.0 / 3
	x := dense(ref.Queries)
	wantClose(t, "classes", predict(t, auto, ref.classes(), x), predict(t, given, ref.classes(), x), 0)
}

func TestSVMIgnoresScaleAndPlace(t *testing.T) {
	ref := readReference(t)
	moved := ref.classes()
	moved.X.Apply(func(_, _ int, v float64) float64 { return 1024*v + 4096 }, moved.X)
	queries := dense(ref.Queries)
	want := predict(t, svm(), ref.classes(), queries)
	queries.Apply(func(_, _ int, v float64) float64 { return 1024*v + 4096 }, queries)
	wantClose(t, "classes", predict(t, svm(), moved, queries), want, 0)
}

func TestTwoPointsByHand(t *testing.T) {
	// x = −1 and +1: scaled by their deviation 1, a linear surface needs
	// α = 1/2 each, and f(x) = −x for the first class.
	s := engine.Sample{X: mat.NewDense(2, 1, []float64{-1, 1}), Target: engine.Target{Labels: []int{0, 1}, Classes: []string{"l", "r"}}}
	p, err := (&SVM{C: 10, Kernel: "linear", Tol: 1e-9, Cache: 1}).Learn(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	wantClose(t, "decisions", decisions(t, p, 0, mat.NewDense(3, 1, []float64{-3, 0, 0.2})), []float64{3, 0, -0.2}, 1e-15)
	// f = 0 votes for the larger class, as in libsvm.
	wantClose(t, "classes", predict(t, &SVM{C: 10, Kernel: "linear", Tol: 1e-9, Cache: 1}, s, mat.NewDense(3, 1, []float64{-3, 0, 0.2})), []float64{0, 1, 1}, 0)
}

func TestCacheSizeChangesNothing(t *testing.T) {
	s := overlapping(1500, 4)
	small, large := svm(), svm()
	small.Cache, large.Cache = 1, 100 // of 9 MB
	queries := mat.NewDense(200, 4, nil)
	queries.Apply(func(i, j int, _ float64) float64 { return math.Sin(float64(4*i + j)) }, queries)
	wantClose(t, "classes", predict(t, small, s, queries), predict(t, large, s, queries), 0)
}

// TestPredictionsDoNotDependOnTheBatch predicts rows alone, beside others and in
// another order, by both kernels.
func TestPredictionsDoNotDependOnTheBatch(t *testing.T) {
	ref := readReference(t)
	for _, kernel := range []string{"rbf", "linear"} {
		m := svm()
		m.Kernel = kernel
		p, err := m.Learn(t.Context(), ref.classes())
		if err != nil {
			t.Fatal(err)
		}
		x := dense(ref.Queries)
		for pair := range 3 {
			all := decisions(t, p, pair, x)
			for i, want := range all {
				if got := decisions(t, p, pair, x.Slice(i, i+1, 0, 3).(*mat.Dense)); got[0] != want {
					t.Errorf("%s: decision of row %d is %v alone, %v beside others", kernel, i, got[0], want)
				}
			}
		}
	}
}

// TestLinearDecisionsAreThoseOfTheirVectors compares the normals kept with the
// support vectors they come from.
func TestLinearDecisionsAreThoseOfTheirVectors(t *testing.T) {
	ref := readReference(t)
	x := dense(ref.X)
	points := newSimilarity("linear", 1, 1, 3).points(x, 1)
	pairs, err := smo.OneAgainstOne(t.Context(), points, rowsOf(ref.classes(), []int{0, 1, 2}), smo.Settings{C: 1, Tol: 1e-3})
	if err != nil {
		t.Fatal(err)
	}
	kept, normals := newMachine([]int{0, 1, 2}, pairs, points, 3, false), newMachine([]int{0, 1, 2}, pairs, points, 3, true)
	for pair := range pairs {
		wantClose(t, "decisions", decisions(t, normals, pair, dense(ref.Queries)), decisions(t, kept, pair, dense(ref.Queries)), 1e-12)
	}
}

func TestSVMAsksForMemory(t *testing.T) {
	_, err := svm().Learn(memory.Limited(t.Context(), 10_000), overlapping(100, 2))
	if err == nil || !strings.Contains(err.Error(), "an svm of 100 rows would take") || !strings.Contains(err.Error(), "lower cache") {
		t.Errorf("error is %v", err)
	}
	huge := newSimilarity("rbf", 1, math.MaxInt, 3)
	if err := huge.checkMemory(t.Context(), "svm", math.MaxInt, 3); err == nil || !strings.Contains(err.Error(), "can number") {
		t.Errorf("error is %v", err)
	}
	if got := huge.budget; got != 1<<40 {
		t.Errorf("the budget is %d bytes", got)
	}
}

func TestSVMRemarksOnTheIterationLimit(t *testing.T) {
	ctx, notes := engine.WithNotes(t.Context(), "svm")
	remarkOnGaps(ctx, 0.5, 1e-3)
	remarkOnGaps(ctx, 1e-4, 1e-3)
	got := notes()
	if len(got) != 1 || got[0].Text != "stopped at the iteration limit with a gap of 0.5, above tol = 0.001: scale the columns or lower C" {
		t.Errorf("notes are %q", got)
	}
}

func TestSVMStopsWhenCancelled(t *testing.T) {
	s := overlapping(3000, 10)
	m := svm()
	m.C, m.Tol = 1e6, 1e-9
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := m.Learn(ctx, s); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want %v", err, context.Canceled)
	}
}

func BenchmarkSVM(b *testing.B) {
	for _, n := range []int{500, 2000} {
		s := overlapping(n, 10)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			var p engine.Predictor
			for b.Loop() {
				var err error
				if p, err = svm().Learn(b.Context(), s); err != nil {
					b.Fatal(err)
				}
			}
			m := p.(*machine)
			b.ReportMetric(-m.pairs[0].Objective, "dual")
			b.ReportMetric(float64(len(m.pairs[0].Rows)), "vectors")
		})
	}
}

func BenchmarkPredict(b *testing.B) {
	s, queries := overlapping(2000, 10), overlapping(4096, 10).X
	dst := make([]float64, 4096)
	for _, m := range []engine.Learner{svm(), &KNN{K: 5}, &Ridge{Lambda: 1}} {
		b.Run(fmt.Sprintf("%T", m), func(b *testing.B) {
			p, err := m.Learn(b.Context(), s)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if err := p.Predict(b.Context(), dst, queries); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
