package cost

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
	"unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/random"
)

// lopsided is a graph whose weights differ by direction, which tells a missing
// transpose; those of a row add up to one if they are to.
func lopsided(n int, even bool, r *random.Stream) *neighbourhood.Graph {
	g := &neighbourhood.Graph{Start: make([]int, n+1)}
	for i := range n {
		var sum float64
		for j := range n {
			if j != i && (r.Uniform() < 0.5 || j == (i+1)%n) {
				g.End, g.Weight = append(g.End, int32(j)), append(g.Weight, 0.01+r.Uniform())
				sum += g.Weight[len(g.Weight)-1]
			}
		}
		g.Start[i+1] = len(g.End)
		for e := g.Start[i]; even && e < g.Start[i+1]; e++ {
			g.Weight[e] /= sum
		}
	}
	return g
}

// everyCost are the costs over rows x and asymmetric relations between them.
func everyCost(t testing.TB, x *mat.Dense, r *random.Stream) map[string]pairwise.Cost {
	t.Helper()
	n, _ := x.Dims()
	costs := map[string]pairwise.Cost{}
	add := func(name string, c pairwise.Cost, err error) {
		if err != nil {
			t.Fatal(name, err)
		}
		costs[name] = c
	}
	for name, by := range map[string]Weighting{"mds": Raw, "sammon": Sammon, "elastic": Elastic} {
		c, err := NewMDS(t.Context(), engine.Euclidean(x), by)
		add(name, c, err)
	}
	local, err := NewLocalMDS(t.Context(), weightsOf(t, lopsided(n, false, r)), engine.Euclidean(x))
	add("local", local, err)
	both := joined(t, lopsided(n, false, r))
	add("laplacian", NewRatio(laplacian(both)), nil)
	m, _ := laplacian(both)
	add("ratio of rows alike", NewRatio(m, nil), nil)
	add("unfolding", NewUnfolding(long(both, x)), nil)
	coloured := NewUnfolding(long(both, x))
	add("coloured unfolding", coloured, nil)
	coloured.Penalty, coloured.Apart, coloured.Colours = 0.7, 0.3, drawn(n, 3, r)
	addStochastic(t, n, r, add)
	labels := make([]int, n)
	for i := range labels {
		labels[i] = i % 3
	}
	labels[0] = 3 // alone
	add("nca", NewNCA(labels), nil)
	add("pe", NewPE(shares(n, 4, r), drawn(4, 2, r)), nil)
	return costs
}

// addStochastic adds the costs of weights.
func addStochastic(t testing.TB, n int, r *random.Stream, add func(name string, c pairwise.Cost, err error)) {
	t.Helper()
	for name, even := range map[string]bool{"": true, " of uneven rows": false} {
		w := weightsOf(t, lopsided(n, even, r))
		sne, err := NewSNE(t.Context(), w)
		add("sne"+name, sne, err)
		for s, dof := range map[string]float64{"tsne": 1, "tsne of few": 0.6, "tsne of many": 4} {
			c, err := NewTSNE(t.Context(), w, dof)
			add(s+name, c, err)
			learned, err := NewTSNE(t.Context(), w, dof)
			add("learned "+s+name, learned, err)
			learned.Learned, learned.Exaggeration = true, 3
		}
		relations, err := NewMRE(t.Context(), []*Weights{w, weightsOf(t, lopsided(n, even, r))}, 2)
		add("mre"+name, relations, err)
		relations.Take([]float64{0.3, -0.4})
	}
	for name, lambda := range map[string]float64{"nerv": 0.1, "recall": 1, "precision": 0} {
		c, err := NewNeRV(t.Context(), weightsOf(t, lopsided(n, true, r)), lambda, 1e-3)
		widths := make([]float64, n)
		for i := range widths {
			widths[i] = 0.5 + r.Uniform()
		}
		add(name, c.At(widths), err)
	}
}

// shares are rows of numbers that add up to one.
func shares(n, k int, r *random.Stream) *mat.Dense {
	posteriors := drawn(n, k, r)
	for i := range n {
		row := posteriors.RawRowView(i)
		var sum float64
		for c, v := range row {
			row[c] = v * v
			sum += row[c]
		}
		for c := range row {
			row[c] /= sum
		}
	}
	return posteriors
}

func drawn(n, d int, r *random.Stream) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	x.Apply(func(int, int, float64) float64 { return r.Normal() }, x)
	return x
}

// points are the images themselves.
type points struct{ n int }

func (m points) Rows() int       { return m.n }
func (m points) Dim() int        { return 2 }
func (m points) Parameters() int { return 2 * m.n }
func (m points) Work() int       { return 2 }

func (m points) Forward(_ context.Context, z, w []float64) error {
	copy(z, w)
	return nil
}

func (m points) Pullback(gradient, _ []float64, i int, g []float64) {
	gradient[2*i] += g[0]
	gradient[2*i+1] += g[1]
}

// bent is a map that is not linear: z = tanh(Wᵀ x).
type bent struct{ *pairwise.Linear }

func (m bent) Forward(ctx context.Context, z, w []float64) error {
	err := m.Linear.Forward(ctx, z, w)
	for k, v := range z {
		z[k] = tanh(v)
	}
	return err
}

func (m bent) Pullback(gradient, w []float64, i int, g []float64) {
	for k, v := range g {
		var sum float64
		for c, x := range m.Design().RawRowView(i) {
			sum += x * w[2*c+k]
		}
		slope := 1 - tanh(sum)*tanh(sum)
		for c, x := range m.Design().RawRowView(i) {
			gradient[2*c+k] += x * slope * v
		}
	}
}

func tanh(v float64) float64 { return 1 - 2/(elementary.Exp(2*v)+1) }

// TestEveryCostTakesEveryMap: gradients are those of the values, whichever cost is on
// whichever map, where relations differ by direction, rows are copies, and columns
// have ill-matched units.
func TestEveryCostTakesEveryMap(t *testing.T) {
	const n, d = 14, 3
	r := random.New(3, "gradients")
	x := drawn(n, d, r)
	copies, units := mat.DenseCopyOf(x), mat.DenseCopyOf(x)
	for i := range n {
		copies.SetRow(i, x.RawRowView(i/2*2))
		for c := range d {
			units.Set(i, c, x.At(i, c)*math.Pow(10, float64(2*c-2)))
		}
	}
	for data, x := range map[string]*mat.Dense{"drawn": x, "copies": copies, "units": units} {
		for what, c := range everyCost(t, x, r) {
			for form, m := range map[string]pairwise.Map{"points": points{n}, "linear": pairwise.NewLinear(x, 2), "bent": bent{pairwise.NewLinear(x, 2)}} {
				at := drawn(1, m.Parameters(), r).RawMatrix().Data
				unit := make([]float64, m.Parameters())
				for k := range unit {
					unit[k] = 1
					if _, free := m.(points); data == "units" && !free {
						unit[k] = math.Pow(10, float64(2-2*(k/2)))
					}
				}
				if own, ok := c.(pairwise.ParametricCost); ok {
					at = append(at, own.Own()...)
					for range own.Own() {
						unit = append(unit, 1)
					}
				}
				off, err := optimum.Difference(t.Context(), inUnits{pairwise.Objective(c, m), unit}, at)
				if err != nil || !(off <= 1e-6) {
					t.Errorf("%s, %s of a %s map: off by %.2g, %v", data, what, form, off, err)
				}
			}
		}
	}
}

// inUnits is a problem whose variables are told in units.
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

// TestCostsOfFarImages have values, whatever exponentials vanish.
func TestCostsOfFarImages(t *testing.T) {
	const n = 14
	r := random.New(4, "far")
	x := drawn(n, 3, r)
	for what, c := range everyCost(t, x, r) {
		z := pairwise.NewImages(n, 2)
		for i := range z.Points {
			z.Points[i] = 1000 * r.Normal()
		}
		value, gradient := evaluate(t, c, z)
		if math.IsNaN(value) || math.IsInf(value, 0) || math.IsNaN(mat.Sum(mat.NewVecDense(2*n, gradient))) {
			t.Errorf("%s: the value is %v, the gradient %v", what, value, gradient)
		}
	}
}

// TestCostsHaveOneValueOnAnyProcessors, to the bit.
func TestCostsHaveOneValueOnAnyProcessors(t *testing.T) {
	const n = 300
	r := random.New(5, "bits")
	x := drawn(n, 3, r)
	z := pairwise.NewImages(n, 2)
	copy(z.Points, drawn(n, 2, r).RawMatrix().Data)
	for what, c := range everyCost(t, x, r) {
		problem := pairwise.Objective(c, points{n})
		at := append([]float64(nil), z.Points...)
		if own, ok := c.(pairwise.ParametricCost); ok {
			at = append(at, own.Own()...)
		}
		one, several := make([]float64, len(at)), make([]float64, len(at))
		var values [2]float64
		for k, procs := range []int{1, 7} {
			onProcessors(procs, func() {
				var err error
				if values[k], err = problem.Value(t.Context(), at, [][]float64{one, several}[k]); err != nil {
					t.Fatal(what, err)
				}
			})
		}
		if values[0] != values[1] || mat.Norm(mat.NewVecDense(len(at), one), 2) != mat.Norm(mat.NewVecDense(len(at), several), 2) {
			t.Errorf("%s: %v on one processor, %v on seven", what, values[0], values[1])
		}
	}
}
