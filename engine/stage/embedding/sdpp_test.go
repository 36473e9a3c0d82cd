package embedding

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
	around "unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/random"
	"unfold/engine/linear/affine"
	"unfold/engine/stage/generator"
)

func graphOf(t testing.TB, f around.Function, x *mat.Dense) *around.Graph {
	t.Helper()
	g, err := f.Graph(t.Context(), engine.Euclidean(x), nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// kept is a graph that was made before.
type kept struct{ graph *around.Graph }

func (k kept) Graph(context.Context, engine.Distances, *mat.Dense) (*around.Graph, error) {
	return k.graph, nil
}
func (kept) String() string { return "kept" }

// chequers are rows of which two columns tell the response.
func chequers(n, seed int) engine.Sample {
	t, err := (&generator.Parity{N: n, D: 5, Noise: 0.1, Seed: seed}).Load(context.Background())
	if err != nil {
		panic(err)
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return t.Take(all)
}

// TestLinearResponsesAreRecovered has responses that are a linear map of the
// rows without noise: W Wᵀ must be that of the map.
func TestLinearResponsesAreRecovered(t *testing.T) {
	const n, d, q = 60, 5, 2
	r := random.New(1, "recovery")
	x, a := mat.NewDense(n, d, nil), mat.NewDense(d, q, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return r.Normal() }, x)
	a.Apply(func(_, _ int, _ float64) float64 { return r.Normal() }, a)
	var y, m, got mat.Dense
	y.Mul(x, a)
	m.Mul(a, a.T())
	to := &pairwise.Responses{Graph: graphOf(t, around.KNN{K: 8}, x), Values: &y, Factor: 1}
	cost, err := pairwise.NewStress(t.Context(), to)
	if err != nil {
		t.Fatal(err)
	}
	white, err := affine.Whiten(t.Context(), engine.Sample{X: x}, q)
	if err != nil {
		t.Fatal(err)
	}
	form := pairwise.NewLinear(white.U, q)
	start, err := pairwise.LeastSquares(t.Context(), cost.Pairs(), form)
	if err != nil {
		t.Fatal(err)
	}
	for k := range start { // away from the start, which is the answer already
		start[k] += 0.3 * math.Sin(float64(k))
	}
	pairs := pairwise.Objective(cost, form)
	statistics, err := cost.Sum(t.Context(), white.U, q)
	if err != nil || statistics == nil {
		t.Fatalf("no statistics: %v", err)
	}
	for name, problem := range map[string]optimum.Problem{"statistics": statistics, "pairs": pairs} {
		for word, method := range optimum.Methods {
			if method == optimum.SlopeRatio {
				continue // it goes by values, which rounding takes a hold of sooner
			}
			found, err := optimum.Minimise(t.Context(), problem, start, optimum.Settings{Method: method, Slope: 1e-13})
			if err != nil {
				t.Fatal(err)
			}
			if value, _ := pairs.Value(t.Context(), found.X, make([]float64, len(start))); value > 1e-18 {
				t.Errorf("%s by %s: cost %.2g after %d iterations, %v", name, word, value, found.Iterations, found.Reason)
			}
			var w mat.Dense
			w.Mul(white.Columns, mat.NewDense(d, q, found.X))
			got.Mul(&w, w.T())
			got.Sub(&got, &m)
			if off := mat.Norm(&got, 2); off > 1e-8 {
				t.Errorf("%s by %s: WWᵀ is off by %.2g", name, word, off)
			}
		}
	}
}

// TestProjectionsDoNotMindUnits mixes the columns and scales the response: the
// same rows are placed at the same points, but for the scale.
func TestProjectionsDoNotMindUnits(t *testing.T) {
	s := chequers(200, 1)
	graph := kept{graphOf(t, around.KNN{K: 12}, s.X)}
	r := random.New(2, "units")
	_, d := s.X.Dims()
	turn := mat.NewDense(d, d, nil)
	turn.Apply(func(i, j int, _ float64) float64 { return r.Normal() * math.Pow(10, float64(j)) }, turn)
	moved := s
	moved.X = new(mat.Dense)
	moved.X.Mul(s.X, turn)
	moved.Response = new(mat.Dense)
	moved.Response.Scale(1e3, s.Response)
	for _, kind := range kinds {
		p := &SPPP{Dim: 2, Kind: kind, Normalise: "none", Floor: 1e-3, Scale: "unit", Method: "lbfgs"}
		a, err := p.embed(t.Context(), s, graph)
		if err != nil {
			t.Fatal(err)
		}
		b, err := p.embed(t.Context(), moved, graph)
		if err != nil {
			t.Fatal(err)
		}
		b.Y.Scale(1e-3, b.Y)
		if off := disparity(b.Y, a.Y); off > 1e-8 {
			t.Errorf("%s: rows move by %.2g of their spread", kind, math.Sqrt(off))
		}
	}
}

func TestGaussianWithoutNormaliserIsDistancePreserving(t *testing.T) {
	s := chequers(150, 2)
	one := embed(t, &SDPP{Dim: 2, Near: around.Choice{Graph: "entropy", Perplexity: 12}, Method: "lbfgs"}, s)
	other := embed(t, &SPPP{Dim: 2, Kind: "gaussian", Normalise: "none", Scale: "unit", Near: around.Choice{Graph: "entropy", Perplexity: 12}, Method: "lbfgs"}, s)
	if !mat.Equal(one.Y, other.Y) {
		t.Error("sppp(gaussian) places rows elsewhere than sdpp")
	}
	turned := embed(t, &SDPP{Dim: 2, Near: around.Choice{Graph: "entropy", Perplexity: 12}, Method: "cg"}, s)
	if off := disparity(turned.Y, one.Y); off > 1e-8 {
		t.Errorf("conjugate gradients end elsewhere: %.2g", off)
	}
}

// TestProjectionsFindTheSubspace wants hardly any of the idle columns.
func TestProjectionsFindTheSubspace(t *testing.T) {
	if testing.Short() {
		t.Skip("long: fits every projection")
	}
	s := chequers(500, 1)
	for name, m := range map[string]engine.Embedder{
		"sdpp knn":         &SDPP{Dim: 2, Near: around.Choice{Graph: "knn", K: 16}, Method: "lbfgs"},
		"sdpp entropy":     &SDPP{Dim: 2, Near: around.Choice{Graph: "entropy"}, Method: "lbfgs"},
		"sppp heavytail":   &SPPP{Dim: 2, Kind: "heavytail", Normalise: "none", Scale: "unit", Near: around.Choice{Graph: "entropy"}, Method: "lbfgs"},
		"sppp linear":      &SPPP{Dim: 2, Kind: "linear", Normalise: "none", Floor: 1e-3, Scale: "unit", Near: around.Choice{Graph: "entropy"}, Method: "lbfgs"},
		"sppp conditional": &SPPP{Dim: 2, Kind: "heavytail", Normalise: "conditional", Scale: "unit", Near: around.Choice{Graph: "entropy", Perplexity: 64}, Method: "lbfgs"},
		"sppp joint":       &SPPP{Dim: 2, Kind: "gaussian", Normalise: "joint", Scale: "unit", Near: around.Choice{Graph: "entropy", Perplexity: 64}, Method: "lbfgs"},
		"sppp global":      &SPPP{Dim: 2, Kind: "linear", Normalise: "global", Floor: 1e-3, Scale: "unit", Near: around.Choice{Graph: "entropy", Perplexity: 64}, Method: "lbfgs"},
	} {
		e := embed(t, m, s)
		var idle, all float64
		for _, w := range e.Map.(affine.Map).Columns {
			for c, v := range w {
				if all += v * v; c >= 2 {
					idle += v * v
				}
			}
		}
		if idle > 0.05*all {
			t.Errorf("%s: %.3f of the map goes to idle columns", name, idle/all)
		}
		t.Logf("%s: leak %.2g", name, idle/all)
	}
}

func TestProjectionsAreTheSameBitsAtAnyProcs(t *testing.T) {
	if testing.Short() {
		t.Skip("long: fits every projection twice")
	}
	s := chequers(300, 3)
	for _, normalise := range []string{"none", "joint"} {
		var before string
		for _, procs := range []int{1, 2, 7} {
			was := runtime.GOMAXPROCS(procs)
			e := embed(t, &SPPP{Dim: 2, Kind: "heavytail", Normalise: normalise, Scale: "unit", Near: around.Choice{Graph: "entropy"}, Method: "lbfgs"}, s)
			runtime.GOMAXPROCS(was)
			if now := fmt.Sprintf("%b", e.Y.RawMatrix().Data); before == "" {
				before = now
			} else if now != before {
				t.Errorf("%s: other bits on %d processors", normalise, procs)
			}
		}
	}
}

func TestProjectionsEndWithTheirContext(t *testing.T) {
	s := chequers(8000, 1)
	for name, m := range map[string]engine.Embedder{
		"sdpp": &SDPP{Dim: 2, Near: around.Choice{Graph: "knn", K: 40}, Method: "lbfgs"},
		"sppp": &SPPP{Dim: 3, Kind: "gaussian", Normalise: "joint", Scale: "unit", Near: around.Choice{Graph: "entropy"}, Method: "cg"},
	} {
		t.Run(name, func(t *testing.T) {
			enginetest.Cancels(t, func(ctx context.Context) error {
				_, err := m.Embed(ctx, s)
				return err
			})
		})
	}
}

func BenchmarkSDPP(b *testing.B) { benchmarkProjection(b, "gaussian") }
func BenchmarkSPPP(b *testing.B) { benchmarkProjection(b, "heavytail") }

// benchmarkProjection leaves out the search for neighbours.
func benchmarkProjection(b *testing.B, kind string) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			t, err := (&generator.Parity{N: n, D: 20, Noise: 0.1, Seed: 1}).Load(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			s := engine.Sample{X: t.X, Target: t.Target}
			graph := kept{graphOf(b, around.KNN{K: 64}, s.X)}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := (&SPPP{Dim: 2, Kind: kind, Normalise: "none", Scale: "unit", Method: "lbfgs"}).embed(b.Context(), s, graph); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
