package local_test

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/alignment"
	"unfold/engine/stage/local"
)

// A spiral is a line that was wound up: tangent spaces unwind it.
func ExampleLTSA() {
	const n = 200
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		a := math.Sqrt(float64(20 + i))
		x.SetRow(i, []float64{a * math.Cos(a), a * math.Sin(a)})
	}
	m := &local.LTSA{Near: alignment.Near{K: 6, Dim: 1}}
	e, err := m.Embed(context.Background(), engine.Sample{X: x})
	if err != nil {
		fmt.Println(err)
		return
	}
	disorder := 0
	for i := 2; i < n; i++ {
		if (e.Y.At(i, 0) > e.Y.At(i-1, 0)) != (e.Y.At(1, 0) > e.Y.At(0, 0)) {
			disorder++
		}
	}
	fmt.Println("rows out of order:", disorder)

	m.K = 1
	_, err = m.Embed(context.Background(), engine.Sample{X: x})
	fmt.Println(err)
	// Output:
	// rows out of order: 0
	// k = 1 neighbours span every tangent space of dim = 1: nothing is left to keep; raise k to 2, or lower dim
}
