package cost

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/pairwise"
	"unfold/engine/graph/neighbourhood"
)

// TestWeightings of a pair 4 apart that is to be 2 apart, beside two rows that are to
// coincide and do not.
func TestWeightings(t *testing.T) {
	x := mat.NewDense(3, 1, []float64{0, 2, 2})
	z := &pairwise.Images{Dim: 1, Points: []float64{0, 4, 4.5}}
	for by, want := range map[Weighting]float64{
		Raw:     4 + 6.25 + 0.25,
		Sammon:  (4 + 6.25) / 2,
		Elastic: (4 + 6.25) / 4,
	} {
		c, err := NewMDS(t.Context(), engine.Euclidean(x), by)
		if err != nil {
			t.Fatal(err)
		}
		value, _ := evaluate(t, c, z)
		if !(math.Abs(value-want) < 1e-9) {
			t.Errorf("weighting %d: the stress is %v, want %v", by, value, want)
		}
	}
}

// TestLocalMDSIsMDS of all pairs, where all are related.
func TestLocalMDSIsMDS(t *testing.T) {
	x, z := waves()
	all, err := NewMDS(t.Context(), engine.Euclidean(x), Raw)
	if err != nil {
		t.Fatal(err)
	}
	some, err := NewLocalMDS(t.Context(), weightsOf(t, graphOf(t, neighbourhood.KNN{K: 11}, x)), engine.Euclidean(x))
	if err != nil {
		t.Fatal(err)
	}
	a, g := evaluate(t, all, z)
	b, h := evaluate(t, some, z)
	near(t, "the stress", b, a, 1e-10)
	near(t, "the stress at one place", some.Whole(), all.Whole(), 1e-10)
	near(t, "an entry of the gradient", h[5], g[5], 1e-10)
}
