package layout_test

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/layout"
	"unfold/engine/graph/neighbourhood"
)

// Two groups of rows come apart, whoever watches.
func ExampleLay() {
	const n = 40
	ctx, x, y := context.Background(), mat.NewDense(n, 3, nil), mat.NewDense(n, 2, nil)
	for i := range n {
		group := float64(i % 2)
		x.SetRow(i, []float64{10*group + math.Sin(float64(i)), math.Cos(float64(3 * i)), math.Sin(float64(7 * i))})
		y.SetRow(i, []float64{1e-4 * x.At(i, 0), 1e-4 * x.At(i, 1)})
	}
	graph, err := neighbourhood.Entropy{Perplexity: 6}.Graph(ctx, engine.Euclidean(x), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	affinities, err := layout.Symmetric(ctx, graph, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := layout.Lay(ctx, affinities, layout.PointsAt(y), layout.Settings{
		DoF: 1, Steps: 300, Repulsion: "auto",
		Watch: func(_ context.Context, p engine.Progress, _ *layout.Points) (enough bool) {
			if p.Fraction == 0.5 {
				fmt.Println("half of the steps are taken")
			}
			return false
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s, divergence below 0.5: %v\n", found.Method, found.Divergence < 0.5)
	// Output:
	// half of the steps are taken
	// exact, divergence below 0.5: true
}
