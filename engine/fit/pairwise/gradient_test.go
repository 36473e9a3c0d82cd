package pairwise

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/fit/optimum"
	"unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/random"
)

// TestFormsOfOneCostHaveItsGradient: over edges, over all pairs and by the
// statistics of pairs, with and without what a bent map costs, for responses and
// for classes. Rows in ill-matched units are moved in shares of the map's own.
func TestFormsOfOneCostHaveItsGradient(t *testing.T) {
	const n, d, q = 18, 3, 2
	r := random.New(6, "forms")
	y := drawn(n, r)
	for data, x := range troubles(n, d, r) {
		w := drawn(d*q, r)
		if data == "units" {
			for k := range w {
				w[k] *= math.Pow(10, float64(2-2*(k/q)))
			}
		}
		for graph, g := range map[string]*neighbourhood.Graph{
			"edges": lopsided(n, r), "knn": graphOf(t, neighbourhood.KNN{K: 4}, x), "all": graphOf(t, neighbourhood.Student{}, x),
		} {
			for what, to := range map[string]*Responses{"responses": towards(g, y), "classes": classes(g)} {
				stress := stressOf(t, to)
				plain, summed := Objective(stress, NewLinear(x, q)), summedStress{statisticsOfAll(t, x, stress.pairs), q}
				lambda := []float64{0.3, 0.3, 0.15, 0.15, 0.6, 0.6}
				for form, cost := range map[string]optimum.Problem{
					"pairs": plain, "statistics": summed,
					"pairs with a ridge": Ridge(plain, lambda), "statistics with a ridge": Ridge(summed, lambda),
				} {
					off, err := optimum.Difference(t.Context(), inUnits{cost, w}, ones(len(w)))
					if err != nil || !(off <= 1e-6) {
						t.Errorf("%s, %s, %s, %s: off by %.2g, %v", data, graph, what, form, off, err)
					}
				}
			}
		}
	}
}

// TestClassesHaveTheirGradient: responses of a class are equal, which the
// logarithm of a linear kernel bears by its floor alone.
func TestClassesHaveTheirGradient(t *testing.T) {
	const n, d, q = 15, 3, 2
	r := random.New(8, "classes")
	for data, x := range troubles(n, d, r) {
		g := lopsided(n, r)
		for kind, kernel := range kernels {
			for by := range norms {
				w := drawn(d*q, r)
				if data == "units" {
					for k := range w {
						w[k] *= math.Pow(10, float64(2-2*(k/q)))
					}
				}
				cost := Objective(costOf(t, classes(g), kernel, by), NewLinear(x, q))
				off, err := optimum.Difference(t.Context(), inUnits{cost, w}, ones(len(w)))
				if err != nil || !(off <= 1e-6) {
					t.Errorf("%s, %s, %s: off by %.2g, %v", data, kind, by, off, err)
				}
			}
		}
	}
}

// counted ends its context in one of its evaluations.
type counted struct {
	optimum.Problem
	cancel  context.CancelFunc
	at, had int
}

func (c *counted) Value(ctx context.Context, w, gradient []float64) (float64, error) {
	if c.had++; c.had == c.at {
		c.cancel()
	}
	return c.Problem.Value(ctx, w, gradient)
}

// TestDescentsEndWithinAnEvaluation of when they are to.
func TestDescentsEndWithinAnEvaluation(t *testing.T) {
	const n, d, q, at = 60, 4, 2, 3
	r := random.New(10, "ends")
	x := troubles(n, d, r)["drawn"]
	y, start := drawn(n, r), drawn(d*q, r)
	for by := range norms {
		for _, method := range optimum.Methods {
			ctx, cancel := context.WithCancel(t.Context())
			c := &counted{Objective(costOf(t, towards(lopsided(n, r), y), HeavyTailed{}, by), NewLinear(x, q)), cancel, at, 0}
			_, err := optimum.Minimise(ctx, c, start, optimum.Settings{Method: method})
			if !errors.Is(err, context.Canceled) || c.had != at {
				t.Errorf("%s: cancelled in evaluation %d, it ended in %d: %v", by, at, c.had, err)
			}
			cancel()
		}
	}
}

// TestCostsGoByPowersOfTheUnit: responses s times as large have maps s times as
// large and s⁴ times the cost, at the minimum as anywhere.
func TestCostsGoByPowersOfTheUnit(t *testing.T) {
	const n, d, q, unit = 40, 4, 2, 7.0
	r := random.New(11, "unit")
	x := troubles(n, d, r)["drawn"]
	y, g := drawn(n, r), graphOf(t, neighbourhood.KNN{K: 6}, x)
	least := func(y []float64) (float64, []float64) {
		stress, form := stressOf(t, towards(g, y)), NewLinear(x, q)
		start, err := LeastSquares(t.Context(), stress.Pairs(), form)
		if err != nil {
			t.Fatal(err)
		}
		found, err := optimum.Minimise(t.Context(), Objective(stress, form), start, optimum.Settings{Slope: 1e-12})
		if err != nil {
			t.Fatal(err)
		}
		return found.Value, found.X
	}
	j, w := least(y)
	for i := range y {
		y[i] *= unit
	}
	scaled, moved := least(y)
	near(t, "the cost", scaled, math.Pow(unit, 4)*j, 1e-10)
	a, b := mat.NewDense(d, q, w), mat.NewDense(d, q, moved)
	var m, wanted mat.Dense
	m.Mul(b, b.T())
	wanted.Mul(a, a.T())
	wanted.Scale(unit*unit, &wanted)
	if m.Sub(&m, &wanted); mat.Norm(&m, 2) > 1e-6*mat.Norm(&wanted, 2) {
		t.Errorf("WWᵀ is off by %.2g of its size", mat.Norm(&m, 2)/mat.Norm(&wanted, 2))
	}
}

func TestPenaltiesAreInGradientAndLine(t *testing.T) {
	const n, d, q = 20, 4, 2
	r := random.New(4, "penalty")
	y, w, s := make([]float64, n), make([]float64, d*q), make([]float64, d*q)
	for _, v := range [][]float64{y, w, s} {
		for i := range v {
			v[i] = r.Normal()
		}
	}
	for data, x := range troubles(n, d, r) {
		cost := Ridge(Objective(stressOf(t, towards(lopsided(n, r), y)), NewLinear(x, q)), []float64{3, 3, 6, 6, 1.5, 1.5, 0, 0}).(optimum.Quartic)
		if off, err := optimum.Difference(t.Context(), inUnits{cost, w}, ones(len(w))); err != nil || off > 1e-6 {
			t.Errorf("%s: gradient is off by %.2g, %v", data, off, err)
		}
		c, err := cost.Along(t.Context(), w, s)
		if err != nil {
			t.Fatal(err)
		}
		moved, scrap := make([]float64, len(w)), make([]float64, len(w))
		for k := range w {
			moved[k] = w[k] + 0.7*s[k]
		}
		from, _ := cost.Value(t.Context(), w, scrap)
		want, _ := cost.Value(t.Context(), moved, scrap)
		if got := from + 0.7*(c[0]+0.7*(c[1]+0.7*(c[2]+0.7*c[3]))); math.Abs(got-want) > 1e-10*max(from, want) {
			t.Errorf("%s: %v along the line, %v there", data, got, want)
		}
	}
}
