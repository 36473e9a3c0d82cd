package prepare_test

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/stage/prepare"
)

// What is learned from the training rows is applied to any: held rows have no part
// in the mean and the spread.
func ExampleScale() {
	ctx := context.Background()
	train := engine.Sample{
		X:       mat.NewDense(4, 2, []float64{1, 100, 3, 100, 5, 300, 7, 300}),
		Columns: []engine.Column{{Name: "width"}, {Name: "weight"}},
	}
	transform, err := (&prepare.Scale{}).Prepare(ctx, train)
	if err != nil {
		log.Fatal(err)
	}
	held, err := engine.Image(ctx, transform, mat.NewDense(2, 2, []float64{4, 200, 4, 400}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(mat.Formatted(held))
	// Output:
	// ⎡0  0⎤
	// ⎣0  2⎦
}
