package smo

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"unfold/engine/internal/simd"
)

func TestSolutionsAreOptimal(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := gaussianProblem(seed, 2+r.IntN(150), 1+r.IntN(4), math.Exp(12*r.Float64()-4), math.Pow(10, float64(-2-r.IntN(7))))
		p.Budget = r.IntN(1 << 16)
		wantOptimal(t, p, solve(t, p))
		p.WarmStart = new(WarmStart)
		wantOptimal(t, p, solve(t, p))
	}
}

// TestShrinkingKeepsTheOptimum solves a problem that is long enough for rows to
// be set aside and taken back.
func TestShrinkingKeepsTheOptimum(t *testing.T) {
	for _, c := range []float64{5, 50, 500} {
		p := gaussianProblem(4, 700, 3, c, 1e-6)
		s := new(Solver)
		solution, err := s.Solve(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if !s.unshrunk {
			t.Errorf("C = %v: all rows were looked at in all of %d steps", c, solution.Steps)
		}
		wantOptimal(t, p, solution)
	}
}

func TestTwoRows(t *testing.T) {
	// With K = 1 on and k off the diagonal, ½(2 − 2k)a² − 2a is least at
	// a = 1/(1 − k), or at C.
	for _, c := range []float64{0.5, 10} {
		p := classes(Problem{Kernel: given{{1, 0.5}, {0.5, 1}}, Rows: rangeUpTo(2), Y: []float64{1, -1}, C: c, Tol: 1e-12})
		s, a := solve(t, p), min(c, 2)
		if s.Alpha[0] != a || s.Alpha[1] != a || s.Objective != a*a/2-2*a || s.Rho != 0 {
			t.Errorf("C = %v: %+v, want α = %v", c, s, a)
		}
	}
}

func TestDegenerateProblems(t *testing.T) {
	// Rows on the same place with opposite labels meet C; equal rows of one
	// class share the weight in some way; one class has no decision to make.
	ones := given{{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}}
	for name, p := range map[string]Problem{
		"equal rows":       {Kernel: ones, Y: []float64{1, -1, 1, -1}, C: 7},
		"equal rows, 3:1":  {Kernel: ones, Y: []float64{1, 1, 1, -1}, C: 7},
		"one class":        {Kernel: ones, Y: []float64{1, 1, 1, 1}, C: 7},
		"zero kernel":      {Kernel: given{{0, 0}, {0, 0}}, Y: []float64{1, -1}, C: 3},
		"huge C":           {Kernel: ones, Y: []float64{1, -1, 1, -1}, C: 1e300},
		"tiny C":           {Kernel: ones, Y: []float64{1, -1, 1, -1}, C: 1e-300},
		"one row":          {Kernel: given{{1}}, Y: []float64{-1}, C: 1},
		"no row":           {Kernel: given{}, C: 1},
		"duplicates apart": {Kernel: given{{1, 1, 0.2}, {1, 1, 0.2}, {0.2, 0.2, 1}}, Y: []float64{1, -1, 1}, C: 5},
	} {
		t.Run(name, func(t *testing.T) {
			p.Rows, p.Tol = rangeUpTo(len(p.Y)), 1e-9
			p = classes(p)
			s := solve(t, p)
			wantOptimal(t, p, s)
			if s.Steps > 10 {
				t.Errorf("took %d steps", s.Steps)
			}
		})
	}
	s := solve(t, classes(Problem{Kernel: ones, Rows: rangeUpTo(4), Y: []float64{1, -1, 1, -1}, C: 7, Tol: 1e-9}))
	if want := []float64{7, 7, 7, 7}; !slices.Equal(s.Alpha, want) {
		t.Errorf("α of equal rows is %v, want %v", s.Alpha, want)
	}
}

func TestIndefiniteKernelEndsAtAStationaryPoint(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 2))
		n := 30
		g := make(given, n)
		for i := range g {
			g[i] = make([]float32, n)
			for j := range i + 1 {
				g[i][j] = float32(r.NormFloat64())
				g[j][i] = g[i][j]
			}
		}
		p := Problem{Kernel: g, Rows: rangeUpTo(n), C: 2, Tol: 1e-6}
		for i := range n {
			p.Y = append(p.Y, float64(1-2*(i%2)))
		}
		p = classes(p)
		wantOptimal(t, p, solve(t, p))
	}
}

// TestAgreesWithProjectedGradient compares with a slow method that shares no
// step with the solver.
func TestAgreesWithProjectedGradient(t *testing.T) {
	if testing.Short() {
		t.Skip("long: descends slowly beside it")
	}
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 3))
		p := gaussianProblem(seed, 4+r.IntN(8), 2, math.Exp(4*r.Float64()-2), 1e-10)
		wantSameObjective(t, p, solve(t, p), 1e-7)
	}
}

func FuzzSolve(f *testing.F) {
	f.Add(uint64(1), uint8(5), 1.0)
	f.Add(uint64(2), uint8(2), 1e-3)
	f.Fuzz(func(t *testing.T, seed uint64, n uint8, c float64) {
		if !(c > 1e-3 && c < 100) {
			t.Skip("projected gradients are too slow there")
		}
		p := gaussianProblem(seed, 2+int(n%10), 2, c, 1e-9)
		s := solve(t, p)
		wantOptimal(t, p, s)
		wantSameObjective(t, p, s, 1e-6)
	})
}

// wantSameObjective compares the objective with that after accelerated steps
// along the projected gradient; the projection onto the box and the
// constraint is found by bisection.
func wantSameObjective(t *testing.T, p Problem, s *Solution, tolerance float64) {
	t.Helper()
	g, n, rows := matrix(p), len(p.Y), len(p.Rows)
	at, ahead, momentum := make([]float64, n), make([]float64, n), 1.0
	for range 20000 {
		next := make([]float64, n)
		for i := range next {
			gradient := p.P[i]
			for j, a := range ahead {
				gradient += p.Y[i] * p.Y[j] * float64(g[i%rows][j%rows]) * a
			}
			next[i] = ahead[i] - gradient/float64(n) // no eigenvalue is above the trace
		}
		low, high := -1e4, 1e4
		project := func(shift float64) (balance float64, point []float64) {
			point = make([]float64, n)
			for i, a := range next {
				point[i] = min(max(a-shift*p.Y[i], 0), p.C)
				balance += p.Y[i] * point[i]
			}
			return balance, point
		}
		for range 70 {
			if middle := (low + high) / 2; first(project(middle)) > 0 {
				low = middle
			} else {
				high = middle
			}
		}
		_, next = project((low + high) / 2)
		later := (1 + math.Sqrt(1+4*momentum*momentum)) / 2
		for i := range next {
			ahead[i] = next[i] + (momentum-1)/later*(next[i]-at[i])
		}
		at, momentum = next, later
	}
	var want float64
	for i, a := range at {
		for j, b := range at {
			want += a * b * p.Y[i] * p.Y[j] * float64(g[i%rows][j%rows]) / 2
		}
		want += a * p.P[i]
	}
	if math.Abs(s.Objective-want) > tolerance*max(1, math.Abs(want)) {
		t.Errorf("objective is %v, the other method's %v", s.Objective, want)
	}
}

func first(v float64, _ []float64) float64 { return v }

func TestMemoryForRowsChangesNothing(t *testing.T) {
	p := gaussianProblem(9, 600, 3, 50, 1e-5)
	want := solve(t, p)
	for _, budget := range []int{0, 50_000, 300_000} {
		p.Budget = budget
		if got := solve(t, p); !slices.Equal(got.Alpha, want.Alpha) || got.Steps != want.Steps {
			t.Errorf("with %d bytes α differs: %d steps, want %d", budget, got.Steps, want.Steps)
		}
	}
}

func TestLevelsAgreeToTheBit(t *testing.T) {
	p := gaussianProblem(10, 300, 5, 10, 1e-6)
	var want *Solution
	for l := simd.Portable; l <= simd.Best(); l++ {
		restore := simd.Use(l)
		got := solve(t, p)
		restore()
		if want == nil {
			want = got
		}
		if !slices.Equal(got.Alpha, want.Alpha) || got.Objective != want.Objective || got.Rho != want.Rho {
			t.Errorf("%v differs: objective %v, want %v", l, got.Objective, want.Objective)
		}
	}
}

func TestASolverLeavesNothingBehind(t *testing.T) {
	s := new(Solver)
	for seed := range uint64(10) {
		p := gaussianProblem(seed, 20+int(seed*67%300), 2, 10, 1e-4)
		got, err := s.Solve(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if want := solve(t, p); !slices.Equal(got.Alpha, want.Alpha) {
			t.Errorf("problem %d: a used solver finds another α", seed)
		}
	}
}

func TestIterationLimit(t *testing.T) {
	p := gaussianProblem(3, 200, 2, 100, 1e-9)
	p.Limit = 20
	s := solve(t, p)
	if s.Steps != 20 || s.Gap < p.Tol {
		t.Errorf("%d steps leave a gap of %v", s.Steps, s.Gap)
	}
	var balance float64
	for i, a := range s.Alpha {
		balance += a * p.Y[i]
	}
	if math.Abs(balance) > 1e-9 {
		t.Errorf("Σ α y = %v", balance)
	}
}

func TestSolveStopsWhenCancelled(t *testing.T) {
	p := gaussianProblem(3, 20_000, 10, 1e6, 1e-9)
	p.Budget = 1 << 20
	ctx, cancel := context.WithCancel(t.Context())
	var ended time.Time
	time.AfterFunc(100*time.Millisecond, func() { ended = time.Now(); cancel() })
	_, err := new(Solver).Solve(ctx, p)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error is %v, want %v", err, context.Canceled)
	}
	if took := time.Since(ended); took > 30*time.Second {
		t.Errorf("stopped %v later", took)
	}
}

func TestProblemsAreRefused(t *testing.T) {
	good := gaussianProblem(1, 4, 1, 1, 1e-3)
	for want, spoil := range map[string]func(p *Problem){
		"3 labels for 4 rows": func(p *Problem) { p.Y = p.Y[:3] },
		"C = 0":               func(p *Problem) { p.C = 0 },
		"C = NaN":             func(p *Problem) { p.C = math.NaN() },
		"C = +Inf":            func(p *Problem) { p.C = math.Inf(1) },
		"tolerance 0":         func(p *Problem) { p.Tol = 0 },
		"label 1 is 0":        func(p *Problem) { p.Y = []float64{1, 0, 1, 1} },
		"0 linear terms":      func(p *Problem) { p.P = nil },
		"linear term 3 is":    func(p *Problem) { p.P = []float64{-1, -1, -1, math.Inf(1)} },
		"row 2 is number 9":   func(p *Problem) { p.Rows = []int32{0, 1, 9, 3} },
	} {
		p := good
		spoil(&p)
		if _, err := new(Solver).Solve(t.Context(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want one with %q", err, want)
		}
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, n := range []int{500, 2000, 8000} {
		for _, c := range []float64{1, 100} {
			b.Run(fmt.Sprintf("n=%d/C=%g", n, c), func(b *testing.B) {
				p := gaussianProblem(1, n, 10, c, 1e-3)
				p.Budget = 200 << 20
				solver := new(Solver)
				var s *Solution
				for b.Loop() {
					var err error
					if s, err = solver.Solve(b.Context(), p); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(-s.Objective, "dual")
				b.ReportMetric(float64(s.Steps), "steps")
			})
		}
	}
}
