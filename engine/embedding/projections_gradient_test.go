package embedding

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/gram"
	"unfold/engine/internal/random"
	around "unfold/engine/neighbourhood"
	"unfold/engine/optimum"
)

// classed are the corners of three classes.
func classed(t *testing.T, n int) targets {
	t.Helper()
	s := engine.Sample{X: mat.NewDense(n, 1, nil), Target: engine.Target{Labels: make([]int, n), Classes: []string{"a", "b", "c"}}}
	for i := range n {
		s.Labels[i] = i % 3
	}
	to, err := goalsOf(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return targets{to, 1}
}

// drawn returns n numbers of deviation one.
func drawn(n int, r *random.Stream) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = r.Normal()
	}
	return v
}

// TestFormsOfOneCostHaveItsGradient: over edges, over all pairs and by the
// statistics of pairs, with and without what a bent map costs, for responses and
// for classes. Rows in ill-matched units are moved in shares of the map's own.
func TestFormsOfOneCostHaveItsGradient(t *testing.T) {
	const n, d, q = 18, 3, 2
	r := random.New(6, "forms")
	responses := towards(drawn(n, r))
	for data, x := range troubles(n, d, r) {
		w := drawn(d*q, r)
		if data == "units" {
			for k := range w {
				w[k] *= math.Pow(10, float64(2-2*(k/q)))
			}
		}
		for graph, g := range map[string]*around.Graph{
			"edges": lopsided(n, r), "knn": graphOf(t, around.KNN{K: 4}, x), "all": graphOf(t, around.Student{}, x),
		} {
			for what, to := range map[string]targets{"responses": responses, "classes": classed(t, n)} {
				plain := newQuarticCost(costOf(t, x, q, g, kernel{}, none, to))
				all, err := statisticsOf(t.Context(), x, plain.pairs, 1)
				if err != nil {
					t.Fatal(err)
				}
				ridge := []float64{1, 0.5, 2}
				for form, cost := range map[string]optimum.Problem{
					"pairs": plain, "statistics": condensedCost{all, q},
					"pairs with a ridge": penalised(plain, ridge, 0.3, q), "statistics with a ridge": penalised(condensedCost{all, q}, ridge, 0.3, q),
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

// TestBentMapsHaveTheirGradient in the components that are descended, by all
// rows and by a few centres.
func TestBentMapsHaveTheirGradient(t *testing.T) {
	const n, d, q = 18, 3, 2
	r := random.New(7, "bent")
	to := towards(drawn(n, r))
	for data, x := range troubles(n, d, r) {
		median, err := gram.MedianDistance(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		for _, centres := range []int{n, 7} {
			space, err := newFeatureSpace(t.Context(), gram.RBF{Sigma: median}, x, centres)
			if err != nil {
				t.Fatal(err)
			}
			ridge, err := space.damp(0.01, q)
			if err != nil {
				t.Fatal(err)
			}
			cost := penalised(newQuarticCost(costOf(t, space.u, q, lopsided(n, r), kernel{}, none, to)), ridge, 0.7, q)
			off, err := optimum.Difference(t.Context(), cost, drawn(len(ridge)*q, r))
			if err != nil || !(off <= 1e-6) {
				t.Errorf("%s, %d centres: off by %.2g, %v", data, centres, off, err)
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
		for kind := range kinds {
			for by := range norms {
				w := drawn(d*q, r)
				if data == "units" {
					for k := range w {
						w[k] *= math.Pow(10, float64(2-2*(k/q)))
					}
				}
				cost := costOf(t, x, q, g, kernel{kinds[kind], 0.01}, norms[by], classed(t, n))
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
	to, start := towards(drawn(n, r)), drawn(d*q, r)
	for by := range norms {
		for _, method := range optimum.Methods {
			ctx, cancel := context.WithCancel(t.Context())
			c := &counted{costOf(t, x, q, lopsided(n, r), kernel{kind: heavytail}, norms[by], to), cancel, at, 0}
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
	y, g := drawn(n, r), graphOf(t, around.KNN{K: 6}, x)
	least := func(y []float64) (float64, []float64) {
		c := newQuarticCost(costOf(t, x, q, g, kernel{}, none, towards(y)))
		start, err := begin(t.Context(), x, q, c.pairs)
		if err != nil {
			t.Fatal(err)
		}
		found, err := optimum.Minimise(t.Context(), c, start, optimum.Settings{Slope: 1e-12})
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
