package quality_test

import (
	"context"
	"fmt"
	"log"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/stage/quality"
)

// A sheet has two dimensions, in however many columns it lies, rolled or flat.
func ExampleTwoNN() {
	r := rand.New(rand.NewPCG(1, 2))
	roll := mat.NewDense(800, 3, nil)
	for i := range 800 {
		angle, height := 4+8*r.Float64(), 20*r.Float64()
		roll.SetRow(i, []float64{angle * math.Cos(angle), height, angle * math.Sin(angle)})
	}
	score, err := (&quality.TwoNN{Discard: 0.1}).Score(context.Background(), &engine.Run{Train: engine.Sample{X: roll}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s %.1f, between %.1f and %.1f\n", score.Name, score.Value, score.Low, score.High)
	// Output:
	// twonn 2.1, between 1.9 and 2.3
}

// A line that is folded onto itself brings strangers together: what is near in the
// embedding is not near in the data, and so not to be trusted.
func ExampleTrustworthiness() {
	line := mat.NewDense(10, 1, []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	folded := mat.NewDense(10, 1, []float64{0, 1, 2, 3, 4, 4.1, 3.1, 2.1, 1.1, 0.1})
	for _, y := range []*mat.Dense{line, folded} {
		score, err := (&quality.Trustworthiness{K: 2}).Score(context.Background(), &engine.Run{
			Train:     engine.Sample{X: line},
			Embedding: &engine.Embedding{Y: y},
		})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s %.2f, better %s\n", score.Name, score.Value, score.Better)
	}
	// Output:
	// trustworthiness 1.00, better higher
	// trustworthiness 0.39, better higher
}
