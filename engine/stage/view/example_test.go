package view_test

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/stage/view"
)

// A figure is data: its title, its axes, its layers of marks, and a sentence that
// says the same to those who do not see it. Package kernel/render draws it.
func ExampleConfusion() {
	truth := engine.Sample{X: mat.NewDense(5, 2, nil), Target: engine.Target{Labels: []int{0, 0, 0, 1, 1}, Classes: []string{"ham", "spam"}}}
	f, err := (&view.Confusion{}).View(context.Background(), &engine.Report{
		Table: &engine.Table{Target: truth.Target},
		Runs:  []*engine.Run{{Fold: engine.Fold{Held: []int{0, 1, 2, 3, 4}}, Held: truth, Predicted: []float64{0, 0, 1, 1, 1}}},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(f.Y.Label, "by", f.X.Label)
	fmt.Println(f.Alt)
	// Output:
	// true by predicted
	// Of 5 held rows in 2 classes, 4 (80.0 %) were predicted right. Most often (1), class ham was taken for class spam.
}
