package predictor

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
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
			model := p.(*machine)
			decisions := make([][]float64, len(want.Pairs))
			ballot := model.newBallot()
			for i := range ref.Queries {
				model.decide(ballot, queries.RawRowView(i))
				for at := range decisions {
					decisions[at] = append(decisions[at], ballot.decision[at])
				}
			}
			for at, pair := range want.Pairs {
				wantClose(t, fmt.Sprintf("decisions of pair %d", at), decisions[at], pair.Decision, 1e-5*max(1, want.C/5))
				got := objective(model, model.pairs[at])
				if math.Abs(got-pair.Objective) > 1e-6*math.Abs(pair.Objective) {
					t.Errorf("objective of pair %d is %v, want %v", at, got, pair.Objective)
				}
			}
			wantClose(t, "classes", predict(t, m, ref.classes(), queries), want.Predicted, 0)
		})
	}
}

// objective computes ½αᵀQα − Σα from what the model kept.
func objective(m *machine, p pair) float64 {
	var f float64
	for i, s := range p.rows {
		for j, r := range p.rows {
			f += p.coef[i] * p.coef[j] * m.mercer(m.support.RawRowView(s), m.support.RawRowView(r)) / 2
		}
		f -= math.Abs(p.coef[i])
	}
	return f
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

// TestSVMMeetsOptimalityConditions checks, on random problems, the conditions
// of Karush, Kuhn and Tucker, which only the optimum meets: with the margin
// m_i = y_i f(x_i), m ≥ 1 where α = 0, m ≤ 1 where α = C, m = 1 between; and
// that the two sums of α agree.
func TestSVMMeetsOptimalityConditions(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		n, c := 20+r.IntN(60), math.Exp(6*r.Float64()-3)
		cache := newRowCache(func(a, b []float64) float64 { return math.Exp(-squaredDistance(a, b)) }, 8*n*(2+r.IntN(n)))
		y := make([]float64, n)
		for i := range y {
			y[i] = float64(1 - 2*(i%2))
			cache.add([]float64{r.NormFloat64() + y[i]/2, r.NormFloat64()})
		}
		s, err := dual{y: y, c: c, tol: 1e-8, rows: cache}.solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var balance float64
		for i, a := range s.alpha {
			balance += a * y[i]
			margin := -s.rho
			for j, other := range s.alpha {
				margin += other * y[j] * cache.mercer(cache.points[i], cache.points[j])
			}
			margin *= y[i]
			switch {
			case a < 0 || a > c:
				t.Errorf("seed %d: α_%d = %v lies outside [0, %v]", seed, i, a, c)
			case a < c && margin < 1-1e-6, a > 0 && margin > 1+1e-6:
				t.Errorf("seed %d: row %d has α = %v of C = %v and margin %v", seed, i, a, c, margin)
			}
		}
		if math.Abs(balance) > 1e-9*c*float64(n) {
			t.Errorf("seed %d: Σ α y = %v, want 0", seed, balance)
		}
	}
}

func TestTwoPointsByHand(t *testing.T) {
	// x = −1 and +1: scaled by their deviation 1, a linear surface needs
	// α = 1/2 each, and f(x) = −x for the first class.
	s := engine.Sample{X: mat.NewDense(2, 1, []float64{-1, 1}), Target: engine.Target{Labels: []int{0, 1}, Classes: []string{"l", "r"}}}
	p, err := (&SVM{C: 10, Kernel: "linear", Tol: 1e-9, Cache: 1}).Learn(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	got := p.(*machine).pairs[0]
	wantClose(t, "coefficients", got.coef, []float64{0.5, -0.5}, 1e-15)
	wantClose(t, "offset", []float64{got.rho}, []float64{0}, 1e-15)
	// f = 0 votes for the larger class, as in libsvm.
	wantClose(t, "classes", predict(t, &SVM{C: 10, Kernel: "linear", Tol: 1e-9, Cache: 1}, s, mat.NewDense(3, 1, []float64{-3, 0, 0.2})), []float64{0, 1, 1}, 0)
}

func TestCacheSizeChangesNothing(t *testing.T) {
	ref := readReference(t)
	x := make([][]float64, 90)
	copy(x, ref.X)
	solve := func(budget int) *solution {
		cache := newRowCache(func(a, b []float64) float64 { return math.Exp(-squaredDistance(a, b)) }, budget)
		y := make([]float64, len(x))
		for i, row := range x {
			cache.add(row)
			y[i] = float64(1 - 2*(ref.Labels[i]%2))
		}
		s, err := dual{y: y, c: 10, tol: 1e-6, rows: cache}.solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(cache.kept) > cache.capacity() {
			t.Errorf("cache keeps %d rows, more than %d", len(cache.kept), cache.capacity())
		}
		return s
	}
	wantClose(t, "α", solve(0).alpha, solve(1<<20).alpha, 0)
}

func TestEqualVotesGoToTheFirstClass(t *testing.T) {
	m := &machine{classes: []int{2, 5, 7}, pairs: []pair{{a: 0, b: 1}, {a: 0, b: 2}, {a: 1, b: 2}}}
	b := &ballot{decision: []float64{-1, 1, -1}, votes: make([]int, 3)} // each wins once
	if got := m.classes[m.elect(b)]; got != 2 {
		t.Errorf("class %d wins, want 2", got)
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
			b.ReportMetric(-objective(m, m.pairs[0]), "dual")
			b.ReportMetric(float64(len(m.pairs[0].rows)), "vectors")
		})
	}
}
