package cost

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/pairwise"
	"unfold/engine/graph/neighbourhood"
	"unfold/engine/linear/sparse"
)

// waves is data that no draw is in: rows x, and images z by a linear map.
func waves() (x *mat.Dense, z *pairwise.Images) {
	x = mat.NewDense(12, 3, nil)
	x.Apply(func(i, j int, _ float64) float64 {
		return math.Sin(1 + 1.7*float64(i) + 0.9*float64(j) + 0.31*float64(i*j))
	}, x)
	z = pairwise.NewImages(12, 2)
	for j := range 3 {
		var mean float64
		for i := range 12 {
			mean += x.At(i, j) / 12
		}
		for i := range 12 {
			for k := range 2 {
				z.Row(i)[k] += (x.At(i, j) - mean) * math.Cos(0.5+1.1*float64(j)+2.3*float64(k))
			}
		}
	}
	return x, z
}

// graphOf are the weights of a rule between rows.
func graphOf(t testing.TB, f neighbourhood.Function, x *mat.Dense) *neighbourhood.Graph {
	t.Helper()
	g, err := f.Graph(t.Context(), engine.Euclidean(x), nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// weightsOf are those of a graph, from both ends.
func weightsOf(t testing.TB, g *neighbourhood.Graph) *Weights {
	t.Helper()
	w, err := NewWeights(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// joined is the graph of pairs that either end names, with weights of one.
func joined(t testing.TB, g *neighbourhood.Graph) *neighbourhood.Graph {
	t.Helper()
	w := weightsOf(t, g)
	both := &neighbourhood.Graph{Start: w.start, End: w.end, Weight: make([]float64, len(w.end))}
	for e := range both.Weight {
		both.Weight[e] = 1
	}
	return both
}

// long is a graph whose edges are as long as rows are apart.
func long(g *neighbourhood.Graph, x *mat.Dense) *engine.Graph {
	out := &engine.Graph{Start: g.Start, End: g.End}
	row := make([]float64, g.Len())
	for i := range g.Len() {
		engine.Euclidean(x).Row(row, i)
		ends, _ := g.Of(i)
		for _, j := range ends {
			out.Length = append(out.Length, row[j])
		}
	}
	return out
}

// laplacian is D − W of a graph with weights from both ends, and the degrees.
func laplacian(g *neighbourhood.Graph) (*sparse.Matrix, []float64) {
	m, degrees := &sparse.Matrix{Start: []int{0}}, make([]float64, g.Len())
	for i := range g.Len() {
		ends, weights := g.Of(i)
		for e, j := range ends {
			degrees[i] += weights[e]
			m.At, m.Value = append(m.At, j), append(m.Value, -weights[e])
		}
		m.At, m.Value = append(m.At, int32(i)), append(m.Value, degrees[i])
		m.Start = append(m.Start, len(m.At))
	}
	return m, degrees
}

// evaluate returns the value of a cost at images, and its gradient by these.
func evaluate(t testing.TB, c pairwise.Cost, z *pairwise.Images) (value float64, gradient []float64) {
	t.Helper()
	if err := c.Place(t.Context(), z); err != nil {
		t.Fatal(err)
	}
	gradient = make([]float64, len(z.Points))
	for i := range len(z.Points) / z.Dim {
		value += c.Row(i, gradient[i*z.Dim:(i+1)*z.Dim])
	}
	return value, gradient
}

func near(t testing.TB, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s is %.12g, want %.12g", what, got, want)
	}
}

// TestCostsOfWaves: value, length of the gradient and two of its entries are those of
// a program written by the formulas, with full matrices.
func TestCostsOfWaves(t *testing.T) {
	x, z := waves()
	entropy := weightsOf(t, graphOf(t, neighbourhood.Entropy{Perplexity: 4, Nearest: 11}, x))
	near4 := joined(t, graphOf(t, neighbourhood.KNN{K: 4}, x))
	labels := make([]int, 12)
	for i := range labels {
		labels[i] = i % 3
	}
	stress, err := NewMDS(t.Context(), engine.Euclidean(x), Raw)
	if err != nil {
		t.Fatal(err)
	}
	unfolding := func(colours bool) *Unfolding {
		c := NewUnfolding(long(near4, x))
		if colours {
			c.Apart, c.Colours = 0, mat.NewDense(12, 3, nil)
			c.Colours.Apply(func(i, k int, _ float64) float64 {
				if labels[i] == k {
					return 1 - 4.0/12
				}
				return -4.0 / 12
			}, c.Colours)
		}
		return c
	}
	sne, err := NewSNE(t.Context(), entropy)
	if err != nil {
		t.Fatal(err)
	}
	student := func(dof float64) *TSNE {
		c, err := NewTSNE(t.Context(), entropy, dof)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	nerv, err := NewNeRV(t.Context(), entropy, 0.1, 1e-300)
	if err != nil {
		t.Fatal(err)
	}
	half := make([]float64, 12)
	for i := range half {
		half[i] = 0.5
	}
	for _, c := range []struct {
		name                      string
		cost                      pairwise.Cost
		value, length, first, end float64
	}{
		{"mds", stress, 53.761779883, 28.7477701435, 4.11260373279, -6.84876941534},
		{"laplacian", NewRatio(laplacian(near4)), 1.35183521029, 0.379893469809, -0.110869125402, -0.0954106350549},
		{"mvu", unfolding(false), 75.5322297046, 89.5715671871, 3.5980435499, 0.645221696053},
		{"muhsic", unfolding(true), 76.7680664572, 89.8515751845, 3.65046467321, 0.611052126017},
		{"sne", sne, 7.5398579601, 3.62657972569, 0.858092698557, -0.144884614384},
		{"tsne", student(1), 0.605052142109, 0.195479650657, 0.0220043602846, 6.92135473185e-05},
		{"tsne of three", student(3), 0.58827287142, 0.180933294009, 0.0240841082839, -0.00209845036153},
		{"nerv", nerv.At(half), 23.3407728363, 15.0128616643, 1.00020290478, -0.886538011557},
		{"nca", NewNCA(labels), -0.287836076115, 0.143632366537, 0.0362079372008, -0.0323567631642},
	} {
		value, gradient := evaluate(t, c.cost, z)
		near(t, c.name, value, c.value, 1e-9)
		near(t, c.name+": the length of the gradient", mat.Norm(mat.NewVecDense(24, gradient), 2), c.length, 1e-9)
		near(t, c.name+": its first entry", gradient[0], c.first, 1e-9)
		near(t, c.name+": its last entry", gradient[23], c.end, 1e-9)
	}
}

// TestRelationsOfWaves: mre keeps weights of rows and of classes, by a metric each.
func TestRelationsOfWaves(t *testing.T) {
	x, z := waves()
	classes := &neighbourhood.Graph{Start: []int{0}}
	for i := range 12 {
		for j := i % 3; j < 12; j += 3 {
			if j != i {
				classes.End, classes.Weight = append(classes.End, int32(j)), append(classes.Weight, 1.0/3)
			}
		}
		classes.Start = append(classes.Start, len(classes.End))
	}
	c, err := NewMRE(t.Context(), []*Weights{weightsOf(t, graphOf(t, neighbourhood.Entropy{Perplexity: 4, Nearest: 11}, x)), weightsOf(t, classes)}, 2)
	if err != nil {
		t.Fatal(err)
	}
	c.Take([]float64{0.1, -0.2})
	value, gradient := evaluate(t, c, z)
	near(t, "mre", value, 42.6656609546, 1e-9)
	near(t, "the length of the gradient", mat.Norm(mat.NewVecDense(24, gradient), 2), 19.1741155169, 1e-9)
	own := make([]float64, 2)
	c.OwnGradient(own)
	near(t, "the derivative by the last scale", own[1], 8.83575289176, 1e-9)
	var first float64
	for i := range 12 {
		first += c.slopes[0][2*i]
	}
	near(t, "the derivative by the first scale, which is held", first, 2.86897845813, 1e-9)
}
