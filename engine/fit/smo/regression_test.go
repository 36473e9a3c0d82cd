package smo

import (
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"unfold/engine/internal/simd"
)

// noisyProblem is the regression of a response that is a wave of the rows of a
// cloud, and noise.
func noisyProblem(seed uint64, n, d int, epsilon, c, tol float64) Problem {
	x, _ := cloud(seed, n, d)
	p := responseProblem(noisyResponse(seed, n, d), epsilon)
	p.Kernel, p.C, p.Tol, p.Budget = Gaussian(x, 1/float64(d), 1), c, tol, 1<<30
	return p
}

func noisyResponse(seed uint64, n, d int) []float64 {
	x, _ := cloud(seed, n, d)
	r := rand.New(rand.NewPCG(seed, 12))
	response := make([]float64, n)
	for i := range response {
		response[i] = math.Sin(2*x.At(i, 0)) + 0.3*r.NormFloat64()
	}
	return response
}

func TestRegressionsAreOptimal(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 4))
		p := noisyProblem(seed, 1+r.IntN(120), 1+r.IntN(4), 0.3*r.Float64(), math.Exp(10*r.Float64()-4), math.Pow(10, float64(-2-r.IntN(6))))
		p.Budget = r.IntN(1 << 16)
		wantOptimal(t, p, solve(t, p))
		p.WarmStart = new(WarmStart)
		wantOptimal(t, p, solve(t, p))
	}
}

func TestRegressionAgreesWithProjectedGradient(t *testing.T) {
	if testing.Short() {
		t.Skip("long: descends slowly beside it")
	}
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 5))
		p := noisyProblem(seed, 3+r.IntN(6), 2, 0.2*float64(seed%3), math.Exp(3*r.Float64()-2), 1e-10)
		wantSameObjective(t, p, solve(t, p), 1e-7)
	}
}

// TestRegressionShrinks solves a problem that is long enough for rows to be set
// aside and taken back, for both of their variables.
func TestRegressionShrinks(t *testing.T) {
	for _, c := range []float64{1, 100} {
		p := noisyProblem(6, 500, 2, 0.1, c, 1e-6)
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

func TestRegressionByHand(t *testing.T) {
	// With β = (b, −b), K = 1 on and ½ off the diagonal and responses ±1 it is
	// ½b² − 2b + 2εb, least at b = 2 − 2ε, or at C.
	k, response := given{{1, 0.5}, {0.5, 1}}, [][]float64{{1, -1}}
	for _, c := range []float64{1, 10} {
		b := min(c, 1.5)
		f, err := Regress(t.Context(), k, response, 0.25, Settings{C: c, Tol: 1e-12})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(f[0].Weights, []float64{b, -b}) || f[0].Objective != b*b/2-1.5*b || f[0].Rho != 0 {
			t.Errorf("C = %v: %+v, want weights ±%v", c, f[0], b)
		}
	}
	// Responses that lie within ε of 1 need no support.
	f, err := Regress(t.Context(), k, [][]float64{{1.5, 0.5}, {0, 0}}, 0.75, Settings{C: 10, Tol: 1e-12})
	if err != nil {
		t.Fatal(err)
	}
	for c, rho := range []float64{-1, 0} {
		if len(f[c].Rows) > 0 || f[c].Rho != rho {
			t.Errorf("response %d: %+v, want no support and ρ = %v", c, f[c], rho)
		}
	}
}

// TestRegressionChangesNoBit regresses several responses at once and each alone,
// on some processors, with memory for rows and without, and over a cached.
func TestRegressionChangesNoBit(t *testing.T) {
	const n = 150
	x, _ := cloud(3, n, 3)
	points := Gaussian(x, 0.5, 1)
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	responses := [][]float64{noisyResponse(3, n, 3), make([]float64, n), noisyResponse(4, n, 3)}
	s := Settings{C: 20, Tol: 1e-5, Budget: 1 << 20}
	want, err := Regress(t.Context(), points, responses, 0.1, s)
	if err != nil {
		t.Fatal(err)
	}
	same := func(what string, k Kernel, responses [][]float64, s Settings, want []Surface) {
		t.Helper()
		if got, err := Regress(t.Context(), k, responses, 0.1, s); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s surfaces differ (%v)", what, err)
		}
	}
	for c := range responses {
		same("alone", points, responses[c:c+1], s, want[c:c+1])
	}
	for _, procs := range []int{1, 8} {
		before := runtime.GOMAXPROCS(procs)
		same("on other processors", points, responses, s, want)
		runtime.GOMAXPROCS(before)
	}
	for l := simd.Portable; l <= simd.Best(); l++ {
		restore := simd.Use(l)
		same(l.String(), points, responses, s, want)
		restore()
	}
	same("over a cached kernel", NewCachedKernel(points, [][]int{all}, 50_000), responses, s, want)
	s.Budget = 0
	same("without memory", points, responses, s, want)

	// With warm starts, those that other costs and ε have built.
	s.C, s.WarmStarts = 300, new(WarmStarts)
	if want, err = Regress(t.Context(), points, responses, 0.1, s); err != nil {
		t.Fatal(err)
	}
	s.WarmStarts = new(WarmStarts)
	for _, c := range []float64{1000, 20} {
		other := s
		other.C = c
		for _, epsilon := range []float64{0.1, 0.3} {
			if _, err := Regress(t.Context(), points, responses, epsilon, other); err != nil {
				t.Fatal(err)
			}
		}
	}
	same("from warm starts that are there", points, responses, s, want)
}

func TestRegressionRefuses(t *testing.T) {
	for _, c := range []struct{ response, epsilon float64 }{{math.NaN(), 0}, {1, math.Inf(1)}} {
		if _, err := Regress(t.Context(), given{{1}}, [][]float64{{c.response}}, c.epsilon, Settings{C: 1, Tol: 1}); err == nil {
			t.Errorf("%+v is not refused", c)
		}
	}
}
