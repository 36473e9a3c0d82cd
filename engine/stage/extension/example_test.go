package extension_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/extension"
)

// Points of an arc are unrolled by isomap. A map learned from them takes a new
// point of the arc to where it belongs, and reproduces no label: it has seen none.
func ExampleKRR() {
	ctx := context.Background()
	const n = 60
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		a := math.Pi * float64(i) / (n - 1)
		x.SetRow(i, []float64{math.Cos(a), math.Sin(a)})
	}
	arc := engine.Sample{X: x}
	placed, err := (&embedding.Isomap{K: 2, Dim: 1}).Embed(ctx, arc)
	if err != nil {
		log.Fatal(err)
	}
	m, err := (&extension.KRR{Lambda: 1e-6, Sigma: 0.5, Kernel: "rbf", Centre: "yes"}).Extend(ctx, arc, placed)
	if err != nil {
		log.Fatal(err)
	}
	quarter, err := engine.Image(ctx, m, mat.NewDense(2, 2, []float64{1, 0, math.Sqrt2 / 2, math.Sqrt2 / 2}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("a quarter of the arc is %.2f long\n", math.Abs(quarter.At(1, 0)-quarter.At(0, 0)))
	// Output: a quarter of the arc is 0.79 long
}

// Of an extreme learning machine only the last step is learned, by least squares,
// so that it takes very many rows: here by the pseudo-inverse, a parabola over a line.
func ExampleELM() {
	ctx := context.Background()
	const n = 2000
	x, y := mat.NewDense(n, 1, nil), mat.NewDense(n, 1, nil)
	for i := range n {
		v := float64(i)/(n-1) - 0.5
		x.Set(i, 0, v)
		y.Set(i, 0, v*v)
	}
	m, err := (&extension.ELM{Neurons: 40, Constant: "yes", Seed: 1}).Extend(ctx, engine.Sample{X: x}, &engine.Embedding{Y: y})
	if err != nil {
		log.Fatal(err)
	}
	image, err := engine.Image(ctx, m, mat.NewDense(1, 1, []float64{0.3}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("0.3 squared is %.3f\n", image.At(0, 0))
	// Output: 0.3 squared is 0.090
}
