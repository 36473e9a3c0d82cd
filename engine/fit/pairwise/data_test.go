package pairwise

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/optimum"
	"unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/random"
	"unfold/engine/stage/generator"
)

var (
	kernels = map[string]Kernel{"gaussian": Gaussian{}, "heavytail": HeavyTailed{}, "linear": Affine{0.01}}
	norms   = map[string]Norm{"none": -1, "conditional": Conditional, "joint": Joint, "global": Global}
)

// waves is the data of the golden numbers: no draw is in it.
func waves() (x *mat.Dense, y []float64, w []float64) {
	x = mat.NewDense(12, 3, nil)
	x.Apply(func(i, j int, _ float64) float64 {
		return math.Sin(1 + 1.7*float64(i) + 0.9*float64(j) + 0.31*float64(i*j))
	}, x)
	for i := range 12 {
		y = append(y, math.Cos(0.8*float64(i)))
	}
	for j := range 3 {
		for k := range 2 {
			w = append(w, math.Cos(0.5+1.1*float64(j)+2.3*float64(k)))
		}
	}
	return x, y, w
}

// towards are responses as they stand.
func towards(g *neighbourhood.Graph, y []float64) *Responses {
	return &Responses{Graph: g, Values: mat.NewDense(len(y), 1, y), Factor: 1}
}

// classes are the corners of three classes.
func classes(g *neighbourhood.Graph) *Responses {
	labels := make([]int, g.Len())
	for i := range labels {
		labels[i] = i % 3
	}
	return &Responses{Graph: g, Labels: labels, Factor: 1}
}

// costOf is the cost of a kernel and a norm, or of none.
func costOf(t testing.TB, r Relation, k Kernel, by string) Cost {
	t.Helper()
	var c Cost
	var err error
	if by == "none" {
		c, err = NewLogRatio(t.Context(), r, k)
	} else {
		c, err = NewNormalised(t.Context(), r, k, norms[by])
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func stressOf(t testing.TB, r Relation) *Stress {
	t.Helper()
	c, err := NewStress(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func statisticsOfAll(t testing.TB, x *mat.Dense, p *Pairs) *statistics {
	t.Helper()
	s, err := statisticsOf(t.Context(), x, p, 1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func graphOf(t testing.TB, f neighbourhood.Function, x *mat.Dense) *neighbourhood.Graph {
	t.Helper()
	g, err := f.Graph(t.Context(), engine.Euclidean(x), nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// lopsided is a graph whose weights differ by direction, which tells a missing
// transpose.
func lopsided(n int, r *random.Stream) *neighbourhood.Graph {
	g := &neighbourhood.Graph{Start: make([]int, n+1)}
	for i := range n {
		for j := range n {
			if j != i && r.Uniform() < 0.5 {
				g.End, g.Weight = append(g.End, int32(j)), append(g.Weight, r.Uniform())
			}
		}
		g.Start[i+1] = len(g.End)
	}
	return g
}

// troubles are rows drawn, with duplicates, and in ill-matched units.
func troubles(n, d int, r *random.Stream) map[string]*mat.Dense {
	x := mat.NewDense(n, d, drawn(n*d, r))
	twice, scaled := mat.DenseCopyOf(x), mat.DenseCopyOf(x)
	for i := range n {
		twice.SetRow(i, x.RawRowView(i/3*3))
		for c := range d {
			scaled.Set(i, c, scaled.At(i, c)*math.Pow(10, float64(2*c-2)))
		}
	}
	return map[string]*mat.Dense{"drawn": x, "duplicates": twice, "units": scaled}
}

// chequers are rows of which two columns tell the response.
func chequers(t testing.TB, n, seed int) (x *mat.Dense, y []float64) {
	t.Helper()
	table, err := (&generator.Parity{N: n, D: 5, Noise: 0.1, Seed: seed}).Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return table.X, mat.Col(nil, 0, table.Response)
}

// drawn returns n numbers of deviation one.
func drawn(n int, r *random.Stream) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = r.Normal()
	}
	return v
}

// inUnits is a problem whose variables are shares of unit.
type inUnits struct {
	optimum.Problem
	unit []float64
}

func (p inUnits) Value(ctx context.Context, x, gradient []float64) (float64, error) {
	w := make([]float64, len(x))
	for k, v := range x {
		w[k] = v * p.unit[k]
	}
	value, err := p.Problem.Value(ctx, w, gradient)
	for k := range gradient {
		gradient[k] *= p.unit[k]
	}
	return value, err
}

func ones(n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = 1
	}
	return v
}

func near(t testing.TB, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s is %.12g, want %.12g", what, got, want)
	}
}
