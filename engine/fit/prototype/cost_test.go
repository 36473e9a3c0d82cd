package prototype

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/optimum"
	"unfold/engine/internal/random"
)

// forms are the settings of every stage.
var forms = map[string]Settings{
	"glvq":     {Form: Identity, PerClass: 2},
	"grlvq":    {Form: Diagonal, PerClass: 1},
	"gmlvq":    {Form: Full, PerClass: 2, Penalty: 1e-2},
	"lgmlvq":   {Form: Full, PerClass: 1, Local: true},
	"liram":    {Form: Full, PerClass: 2, Local: true, Rank: 2, Penalty: 1e-2},
	"one rank": {Form: Full, PerClass: 1, Rank: 2, Penalty: 1e-2},
	"linear":   {Form: Full, PerClass: 1, Linear: true},
}

// complete fills the settings that are the same for all.
func (s Settings) complete() Settings {
	s.Steepness, s.Iterations, s.Starts, s.Seed = 2, 60, 1, 1
	return s
}

// three are rows of three classes and four columns, of very different scales, with
// copies, of which one has another class; awkward also lacks cells and has levels.
func three(n int, awkward bool) engine.Sample {
	r := random.New(1, "three classes")
	s := engine.Sample{X: mat.NewDense(n, 4, nil), Columns: []engine.Column{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}}}
	s.Classes = []string{"x", "y", "z"}
	for i := range n {
		class := i % 3
		s.Labels = append(s.Labels, class)
		s.X.SetRow(i, []float64{1e6 * (float64(class) + r.Normal()), 1e-6 * r.Normal(), float64(class*class) + r.Normal(), float64(r.Below(3))})
		if i >= n-4 {
			s.X.SetRow(i, s.X.RawRowView(i-30))
		}
		if awkward && i%5 == 0 {
			s.X.Set(i, r.Below(4), math.NaN())
		}
	}
	s.Labels[n-1] = (s.Labels[n-1] + 1) % 3
	if awkward {
		s.Columns[3].Levels = []string{"red", "green", "blue"}
	}
	return s
}

// costOf is the cost of a sample, and where its search starts.
func costOf(t *testing.T, s engine.Sample, settings Settings) (*cost, []float64) {
	t.Helper()
	c, _, _, err := newCost(t.Context(), s, settings)
	if err != nil {
		t.Fatal(err)
	}
	return c, startOf(t, c)
}

// startOf is where the search for the lowest cost starts, but for noise.
func startOf(t *testing.T, c *cost) []float64 {
	t.Helper()
	directions, err := c.directions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	x, err := c.start(t.Context(), random.New(1, "start"), directions)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestGradientsAreThoseOfDifferences, away from the start, where nothing is even, of
// more rows than a part has.
func TestGradientsAreThoseOfDifferences(t *testing.T) {
	for name, settings := range forms {
		for _, awkward := range []bool{false, true} {
			for _, n := range []int{40, 300} {
				c, start := costOf(t, three(n, awkward), settings.complete())
				x := smoothPoint(c, start)
				if off, err := optimum.Difference(t.Context(), c, x); err != nil || off > 1e-6 {
					t.Errorf("%s, awkward %v, %d rows: gradient is off by %.2g of its length (%v)", name, awkward, n, off, err)
				}
			}
		}
	}
}

// smoothPoint is a point away from the start where no row is about to change its
// nearest prototypes: there the cost has an edge, and differences across it tell
// nothing.
func smoothPoint(c *cost, start []float64) []float64 {
	r, x := random.New(2, "away"), make([]float64, len(start))
	for {
		for k, v := range start {
			x[k] = v + 0.3*r.Normal()
		}
		p, edge := c.newDesk().newPart(c, c.take(x)), false
		for i, label := range c.rows.labels {
			c.shape.project(p.images, p.at.omega, c.rows.row(i), 1)
			p.measure(i, 0)
			own, other := c.nearest(p.squares, label)
			for k, class := range c.classes {
				near := other
				if class == label {
					near = own
				}
				edge = edge || k != near && p.squares[k] < 1.001*p.squares[near]
			}
		}
		if !edge {
			return x
		}
	}
}

// TestTheCostIsItsFormula computes it row by row from the definition.
func TestTheCostIsItsFormula(t *testing.T) {
	for name, settings := range forms {
		for _, awkward := range []bool{false, true} {
			c, x := costOf(t, three(40, awkward), settings.complete())
			got, err := c.Value(t.Context(), x, make([]float64, len(x)))
			if err != nil {
				t.Fatal(err)
			}
			if want := byDefinition(c, x); math.Abs(got-want) > 1e-12 {
				t.Errorf("%s, awkward %v: %v, want %v", name, awkward, got, want)
			}
		}
	}
}

// byDefinition is the cost without products of many rows.
func byDefinition(c *cost, x []float64) float64 {
	d, rank, at := c.rows.wide, c.shape.rank(), c.take(x)
	omegas := make([]*mat.Dense, c.matrices)
	value := 0.0
	for q := range omegas {
		omegas[q] = mat.NewDense(rank, d, nil)
		for j := range d {
			c.shape.column(j, func(r, k int) { omegas[q].Set(r, j, entry(at.matrix(q, c.shape.size()), k)) })
		}
		if c.Penalty > 0 && c.Form == Full {
			var square mat.Dense
			square.Mul(omegas[q], omegas[q].T())
			value -= c.Penalty / float64(c.matrices) * math.Log(mat.Det(&square))
		}
	}
	for i, label := range c.rows.labels {
		own, other := math.Inf(1), math.Inf(1)
		for k, class := range c.classes {
			off := mat.NewVecDense(d, nil)
			for j, v := range c.rows.row(i) {
				off.SetVec(j, v-at.w[k*d+j])
			}
			for _, j := range c.rows.lacking(i) {
				off.SetVec(j, 0)
			}
			var image mat.VecDense
			image.MulVec(omegas[c.matrixOf(k)], off)
			if square := mat.Dot(&image, &image); class == label {
				own = min(own, square)
			} else {
				other = min(other, square)
			}
		}
		mu := (own - other) / (own + other)
		if !c.Linear {
			mu = 1 / (1 + math.Exp(-c.Steepness*mu))
		}
		value += mu / float64(len(c.rows.labels))
	}
	return value
}

// TestARowOnItsPrototypesPullsAtNone: both distances are zero, μ is taken for zero.
func TestARowOnItsPrototypesPullsAtNone(t *testing.T) {
	s := engine.Sample{X: mat.NewDense(4, 1, []float64{1, 1, -1, -1}), Target: engine.Target{Labels: []int{0, 1, 0, 1}, Classes: []string{"a", "b"}}}
	c, x := costOf(t, s, forms["grlvq"].complete())
	copy(x, []float64{1, 1})
	gradient := make([]float64, len(x))
	value, err := c.Value(t.Context(), x, gradient)
	if err != nil || value != 0.5 {
		t.Errorf("cost %v (%v), want that of μ = 0", value, err)
	}
	for k, g := range gradient {
		if g != 0 {
			t.Errorf("variable %d is pulled at by %v", k, g)
		}
	}
}

// TestEvaluationsEndWithTheirContext.
func TestEvaluationsEndWithTheirContext(t *testing.T) {
	c, x := costOf(t, three(300, false), forms["gmlvq"].complete())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Value(ctx, x, make([]float64, len(x))); err != context.Canceled {
		t.Error(err)
	}
}
