package embedding

import (
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
