package metric

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/graph/neighbour"
)

// TestMetricsEndWithTheirContext asks 10000 rows for distances, neighbours and
// bridges.
func TestMetricsEndWithTheirContext(t *testing.T) {
	const n, d = 10_000, 12
	x := mat.NewDense(n, d, nil)
	x.Apply(func(i, j int, _ float64) float64 { return math.Sin(float64(i*(j+3) + 1)) }, x)
	s := engine.Sample{X: x, Target: engine.Target{Labels: make([]int, n), Classes: []string{"a", "b"}}}
	groups := make([]int32, n)
	for i := range n {
		s.Labels[i], groups[i] = i%2, int32(i%50)
	}
	for name, m := range map[string]engine.Metric{
		"euclidean": new(Euclidean), "cosine": new(Cosine), "shift": &Shift{Alpha: 0.5},
		"warp": &Warp{Alpha: 0.5}, "warp by distance": &Warp{Alpha: 0.5, Rule: "distance"},
		"blend": &Blend{Share: 0.2}, "fisher": &Fisher{K: 10, Sigma: engine.Auto, Steps: 10},
	} {
		t.Run(name, func(t *testing.T) {
			enginetest.Cancels(t, func(ctx context.Context) error {
				distances, err := m.Distances(ctx, s)
				if err != nil {
					return err
				}
				if _, err := neighbour.Find(ctx, distances, 10, neighbour.Auto); err != nil {
					return err
				}
				_, err = neighbour.Shortest(ctx, distances, groups, 50)
				return err
			})
		})
	}
}
