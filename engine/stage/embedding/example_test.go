package embedding_test

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/stage/embedding"
)

// A helix is a line that was wound up: Isomap unwinds it.
func ExampleIsomap() {
	const n = 100
	x := mat.NewDense(n, 3, nil)
	for i := range n {
		a := 4 * math.Pi * float64(i) / n
		x.SetRow(i, []float64{math.Cos(a), math.Sin(a), a / 3})
	}
	e, err := (&embedding.Isomap{K: 4, Dim: 1}).Embed(context.Background(), engine.Sample{X: x})
	if err != nil {
		fmt.Println(err)
		return
	}
	residual, err := e.Scree.Residual(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("length %.1f, residual variance %.4f\n", math.Abs(e.Y.At(n-1, 0)-e.Y.At(0, 0)), residual[0])

	_, err = (&embedding.Isomap{K: n, Dim: 1}).Embed(context.Background(), engine.Sample{X: x})
	fmt.Println(err)
	// Output:
	// length 13.1, residual variance 0.0000
	// k = 100 must be between 1 and 99, one less than the 100 rows; lower k, or give more rows
}
