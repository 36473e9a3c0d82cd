package pairwise_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
	"unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/random"
)

// everyCost are the costs of the package and the one above, over one relation.
func everyCost(t *testing.T, r pairwise.Relation) map[string]pairwise.Cost {
	t.Helper()
	costs := map[string]pairwise.Cost{}
	add := func(name string, c pairwise.Cost, err error) {
		if err != nil {
			t.Fatal(name, err)
		}
		costs[name] = c
	}
	stress, err := pairwise.NewStress(t.Context(), r)
	add("stress", stress, err)
	robust, err := newHuber(t.Context(), r, 0.5)
	add("huber", robust, err)
	for _, kernel := range []pairwise.Kernel{pairwise.Gaussian{}, pairwise.HeavyTailed{}, pairwise.Affine{Floor: 0.01}} {
		c, err := pairwise.NewLogRatio(t.Context(), r, kernel)
		add(fmt.Sprintf("%T", kernel), c, err)
		for _, by := range []pairwise.Norm{pairwise.Conditional, pairwise.Joint, pairwise.Global} {
			c, err := pairwise.NewNormalised(t.Context(), r, kernel, by)
			add(fmt.Sprintf("%T %d", kernel, by), c, err)
		}
	}
	return costs
}

// related are rows, and their neighbours at the distances of weighted rows.
func related(t *testing.T, n, d int) (x *mat.Dense, r *pairwise.Responses) {
	t.Helper()
	stream := random.New(1, "free")
	x = mat.NewDense(n, d, nil)
	x.Apply(func(int, int, float64) float64 { return stream.Normal() }, x)
	g, err := (neighbourhood.KNN{K: 5}).Graph(t.Context(), engine.Euclidean(x), nil)
	if err != nil {
		t.Fatal(err)
	}
	y := mat.DenseCopyOf(x)
	y.Apply(func(_, k int, v float64) float64 { return v / float64(k+1) }, y)
	return x, &pairwise.Responses{Graph: g, Values: y, Factor: 1}
}

// TestEveryCostTakesEveryMap: gradients by the parameters are those of the values,
// whichever cost is on whichever map.
func TestEveryCostTakesEveryMap(t *testing.T) {
	x, r := related(t, 20, 3)
	costs := everyCost(t, r)
	for name, form := range map[string]pairwise.Map{
		"line": pairwise.NewLinear(x, 1), "plane": pairwise.NewLinear(x, 2), "space": pairwise.NewLinear(x, 3), "scaling": scaling{x},
	} {
		stream := random.New(2, name)
		w := make([]float64, form.Parameters())
		for k := range w {
			w[k] = 0.7 * stream.Normal()
		}
		for what, cost := range costs {
			off, err := optimum.Difference(t.Context(), pairwise.Objective(cost, form), w)
			if err != nil || !(off <= 1e-6) {
				t.Errorf("%s of a %s: off by %.2g, %v", what, name, off, err)
			}
		}
	}
}

// TestEveryCostFindsTheScaling that the responses were made by, from rows as they
// stand: at it every one of them is nothing.
func TestEveryCostFindsTheScaling(t *testing.T) {
	x, r := related(t, 60, 3)
	for what, cost := range everyCost(t, r) {
		w, err := pairwise.Minimise(context.Background(), cost, scaling{x}, make([]float64, 3), pairwise.Settings{Starts: 4})
		if err != nil {
			t.Fatal(what, err)
		}
		for k, v := range w {
			if off := math.Abs(v + math.Log(float64(k+1))); !(off < 1e-3) {
				t.Errorf("%s: the weight of column %d is exp(%.6f), want 1/%d", what, k, v, k+1)
			}
		}
	}
}
