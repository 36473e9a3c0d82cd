package pairwise

import (
	"fmt"
	"math"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"unfold/engine/fit/optimum"
	"unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/random"
)

// TestCostsAreTheReference holds values and gradients against an independent
// program's; the tolerance is what its twelve figures leave.
func TestCostsAreTheReference(t *testing.T) {
	x, y, w := waves()
	centre := mat.DenseCopyOf(x)
	for c := range 3 {
		mean := stat.Mean(mat.Col(nil, c, x), nil)
		centre.Apply(func(_, j int, v float64) float64 {
			if j == c {
				v -= mean
			}
			return v
		}, centre)
	}
	floored := map[string]Kernel{"gaussian": Gaussian{}, "heavytail": HeavyTailed{}, "linear": Affine{1e-3}}
	knn, entropy, student := graphOf(t, neighbourhood.KNN{K: 4}, x), graphOf(t, neighbourhood.Entropy{Perplexity: 4}, x), graphOf(t, neighbourhood.Student{Scale: 1}, x)
	for _, c := range []struct {
		name                      string
		g                         *neighbourhood.Graph
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
			cost := Objective(costOf(t, towards(c.g, y), floored[c.kind], c.by), NewLinear(centre, 2))
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

func TestGradientsAreThoseOfTheValues(t *testing.T) {
	const n, d = 14, 3
	r := random.New(3, "gradients")
	g := lopsided(n, r)
	y := make([]float64, n)
	for i := range y {
		y[i] = r.Normal()
	}
	for data, x := range troubles(n, d, r) {
		for kind, kernel := range kernels {
			for by := range norms {
				for _, q := range []int{1, 2, 3} {
					w := make([]float64, d*q)
					for k := range w {
						w[k] = 0.5 * r.Normal()
						if data == "units" {
							w[k] *= math.Pow(10, float64(2-2*(k/q)))
						}
					}
					cost := Objective(costOf(t, towards(g, y), kernel, by), NewLinear(x, q))
					off, err := optimum.Difference(t.Context(), inUnits{cost, w}, ones(len(w)))
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
		stress := stressOf(t, towards(g, y))
		cost := Objective(stress, NewLinear(x, q)).(optimum.Quartic)
		summed := summedStress{statisticsOfAll(t, x, stress.pairs), q}
		one, other := make([]float64, d*q), make([]float64, d*q)
		a, _ := cost.Value(t.Context(), w, one)
		b, _ := summed.Value(t.Context(), w, other)
		if math.Abs(a-b) > 1e-12*a {
			t.Errorf("%s: value %v, by statistics %v", data, a, b)
		}
		for k := range one {
			if math.Abs(one[k]-other[k]) > 1e-10*mat.Norm(mat.NewVecDense(d*q, one), 2) {
				t.Errorf("%s: gradient %v, by statistics %v", data, one, other)
			}
		}
		for name, p := range map[string]optimum.Quartic{"pairs": cost, "statistics": summed} {
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
	s := statisticsOfAll(t, x, stressOf(t, towards(graphOf(t, neighbourhood.KNN{K: 4}, x), y)).pairs)
	if value, err := (summedStress{s, 2}).Value(t.Context(), w, make([]float64, 6)); err != nil || math.Abs(value-15.1137652305) > 1e-9 {
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

func TestCostsAreTheSameBitsAtAnyProcs(t *testing.T) {
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
			value, err := Objective(costOf(t, towards(g, y), HeavyTailed{}, by), NewLinear(x, q)).Value(t.Context(), w, gradient)
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
