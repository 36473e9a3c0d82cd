package embedding

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
	around "unfold/engine/neighbourhood"
	"unfold/engine/optimum"
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
func towards(y []float64) targets {
	return targets{&goals{values: mat.NewDense(len(y), 1, y)}, 1}
}

// costOf is a cost over the edges of g, of rows as they stand.
func costOf(t testing.TB, x *mat.Dense, q int, g *around.Graph, k kernel, by norm, to targets) *pairCost {
	t.Helper()
	p, err := newPairs(t.Context(), g, by == conditional, to)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.through(t.Context(), k); err != nil {
		t.Fatal(err)
	}
	c := newPairCost(x, q, p, k)
	if err := c.normalised(t.Context(), by, to); err != nil {
		t.Fatal(err)
	}
	return c
}

func graphOf(t testing.TB, f around.Function, x *mat.Dense) *around.Graph {
	t.Helper()
	g, err := f.Graph(t.Context(), engine.Euclidean(x), nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestPairCostsAreTheReference holds values and gradients against an independent
// program's; the tolerance is what its twelve figures leave.
func TestPairCostsAreTheReference(t *testing.T) {
	x, y, w := waves()
	centre, _ := centred(x)
	knn, entropy, student := graphOf(t, around.KNN{K: 4}, x), graphOf(t, around.Entropy{Perplexity: 4}, x), graphOf(t, around.Student{Scale: 1}, x)
	for _, c := range []struct {
		name                      string
		g                         *around.Graph
		kind, by                  string
		value, norm, first, final float64
	}{
		{"knn", knn, "gaussian", "none", 15.1137652305, 15.6865525156, 10.2111518983, 6.95403485009},
		{"entropy", entropy, "gaussian", "none", 3.6757099931, 3.49596242436, 1.81220228035, 1.89163172521},
		{"student", student, "gaussian", "none", 10.7059966287, 24.3171427134, 13.770502423, 9.61952979274},
		{"entropy", entropy, "gaussian", "conditional", 3.99809398184, 3.43751523494, 1.80938464407, 1.56359893704},
		{"entropy", entropy, "gaussian", "joint", 3.95142830522, 3.52737682034, 2.01131088366, 1.61720903449},
		{"entropy", entropy, "gaussian", "global", 4.36561166967, 3.7635588192, 2.24915919866, 1.92783416875},
		{"entropy", entropy, "heavytail", "none", 0.553391043316, 0.28022401718, 0.0744347877224, 0.213121671741},
		{"entropy", entropy, "heavytail", "conditional", 0.737519823998, 0.55403867765, 0.207645032748, 0.296149437506},
		{"entropy", entropy, "heavytail", "joint", 0.707969639625, 0.58316908145, 0.23144416135, 0.313272503713},
		{"entropy", entropy, "heavytail", "global", 0.795326046465, 0.58236468464, 0.276459952311, 0.329883842225},
		{"entropy", entropy, "linear", "none", 4.8539154337, 3.43370545397, 0.597742789558, 2.37302733618},
		{"entropy", entropy, "linear", "conditional", 4.61955044706, 4.45256155, 0.40187845877, 3.37827692642},
		{"entropy", entropy, "linear", "joint", 4.62290597634, 4.53401154474, 0.349280290422, 3.40307508843},
		{"entropy", entropy, "linear", "global", 5.69153617802, 5.05687689324, 0.341069393376, 3.73171398139},
	} {
		t.Run(c.name+" "+c.kind+" "+c.by, func(t *testing.T) {
			cost := costOf(t, centre, 2, c.g, kernel{kinds[c.kind], 1e-3}, norms[c.by], towards(y))
			g := make([]float64, 6)
			value, err := cost.Value(t.Context(), w, g)
			if err != nil {
				t.Fatal(err)
			}
			length := mat.Norm(mat.NewVecDense(6, g), 2)
			for _, p := range [][2]float64{{value, c.value}, {length, c.norm}, {g[0], c.first}, {g[5], c.final}} {
				if math.Abs(p[0]-p[1]) > 1e-9*math.Abs(p[1]) {
					t.Errorf("got %.12g, want %.12g", p[0], p[1])
				}
			}
		})
	}
}

// lopsided is a graph whose weights differ by direction, which tells a missing
// transpose.
func lopsided(n int, r *random.Stream) *around.Graph {
	g := &around.Graph{Start: make([]int, n+1)}
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
	x := mat.NewDense(n, d, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return r.Normal() }, x)
	twice, scaled := mat.DenseCopyOf(x), mat.DenseCopyOf(x)
	for i := range n {
		twice.SetRow(i, x.RawRowView(i/3*3))
		for c := range d {
			scaled.Set(i, c, scaled.At(i, c)*math.Pow(10, float64(2*c-2)))
		}
	}
	return map[string]*mat.Dense{"drawn": x, "duplicates": twice, "units": scaled}
}

func TestGradientsAreThoseOfTheValues(t *testing.T) {
	const n, d = 14, 3
	r := random.New(3, "gradients")
	g := lopsided(n, r)
	y := make([]float64, n)
	for i := range y {
		y[i] = r.Normal()
	}
	for data, x := range troubles(n, d, r) {
		for kind := range kinds {
			for by := range norms {
				for _, q := range []int{1, 2, 3} {
					w := make([]float64, d*q)
					for k := range w {
						w[k] = 0.5 * r.Normal()
						if data == "units" {
							w[k] *= math.Pow(10, float64(2-2*(k/q)))
						}
					}
					cost := costOf(t, x, q, g, kernel{kinds[kind], 0.01}, norms[by], towards(y))
					var problem optimum.Problem = inUnits{cost, w}
					off, err := optimum.Difference(t.Context(), problem, ones(len(w)))
					if err != nil || off > 1e-6 {
						t.Errorf("%s, %s, %s, %d dimensions: off by %.2g, %v", data, kind, by, q, off, err)
					}
				}
			}
		}
	}
}

func TestStatisticsAndLinesAreTheCost(t *testing.T) {
	const n, d, q = 20, 4, 2
	r := random.New(4, "statistics")
	g := lopsided(n, r)
	y, w, s := make([]float64, n), make([]float64, d*q), make([]float64, d*q)
	for _, v := range [][]float64{y, w, s} {
		for i := range v {
			v[i] = r.Normal()
		}
	}
	for data, x := range troubles(n, d, r) {
		cost := newQuarticCost(costOf(t, x, q, g, kernel{}, none, towards(y)))
		all, err := statisticsOf(t.Context(), x, cost.pairs, 1)
		if err != nil {
			t.Fatal(err)
		}
		condensed := condensedCost{all, q}
		one, other := make([]float64, d*q), make([]float64, d*q)
		a, _ := cost.Value(t.Context(), w, one)
		b, _ := condensed.Value(t.Context(), w, other)
		if math.Abs(a-b) > 1e-12*a {
			t.Errorf("%s: value %v, by statistics %v", data, a, b)
		}
		for k := range one {
			if math.Abs(one[k]-other[k]) > 1e-10*mat.Norm(mat.NewVecDense(d*q, one), 2) {
				t.Errorf("%s: gradient %v, by statistics %v", data, one, other)
			}
		}
		for name, p := range map[string]optimum.Quartic{"pairs": cost, "statistics": condensed} {
			c, err := p.Along(t.Context(), w, s)
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range []float64{-2, -0.1, 0.3, 1, 5} {
				moved := make([]float64, len(w))
				for k := range w {
					moved[k] = w[k] + step*s[k]
				}
				want, _ := cost.Value(t.Context(), moved, one)
				got := a + step*(c[0]+step*(c[1]+step*(c[2]+step*c[3])))
				if math.Abs(got-want) > 1e-10*max(a, want) {
					t.Errorf("%s, %s, step %v: %v along the line, %v there", data, name, step, got, want)
				}
			}
		}
	}
}

// TestUnconstrainedMinimum is M of full rank, by an independent program.
func TestUnconstrainedMinimum(t *testing.T) {
	x, y, w := waves()
	p, err := newPairs(t.Context(), graphOf(t, around.KNN{K: 4}, x), false, towards(y))
	if err != nil {
		t.Fatal(err)
	}
	s, err := statisticsOf(t.Context(), x, p, 1)
	if err != nil {
		t.Fatal(err)
	}
	if value, err := (condensedCost{s, 2}).Value(t.Context(), w, make([]float64, 6)); err != nil || math.Abs(value-15.1137652305) > 1e-9 {
		t.Errorf("the cost by statistics is %.12g, %v", value, err)
	}
	m := s.nearest()
	want := []float64{0.737390732475, 0.125773075621, 0.00295756407352, 0.296368774674, 0.939811235703, 1.62122303555}
	for a, at := 0, 0; a < 3; a++ {
		for b := a; b < 3; b++ {
			if math.Abs(m.At(a, b)-want[at]) > 1e-5 { // the ridge of the start is in it
				t.Errorf("M[%d,%d] is %.12g, want %.12g", a, b, m.At(a, b), want[at])
			}
			at++
		}
	}
}

func TestPairCostsAreTheSameBitsAtAnyProcs(t *testing.T) {
	const n, d, q = 600, 5, 2
	r := random.New(5, "procs")
	x := troubles(n, d, r)["drawn"]
	y, w := make([]float64, n), make([]float64, d*q)
	for _, v := range [][]float64{y, w} {
		for i := range v {
			v[i] = r.Normal()
		}
	}
	g := lopsided(n, r)
	for by := range norms {
		var before string
		for _, procs := range []int{1, 2, 7} {
			was := runtime.GOMAXPROCS(procs)
			gradient := make([]float64, len(w))
			value, err := costOf(t, x, q, g, kernel{kind: heavytail}, norms[by], towards(y)).Value(t.Context(), w, gradient)
			runtime.GOMAXPROCS(was)
			if err != nil {
				t.Fatal(err)
			}
			if now := fmt.Sprintf("%b %b", value, gradient); before == "" {
				before = now
			} else if now != before {
				t.Errorf("%s: other bits on %d processors", by, procs)
			}
		}
	}
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
