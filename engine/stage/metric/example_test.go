package metric_test

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/stage/metric"
)

// Warp draws rows of one class together and opens a gap to others: the second row
// is one unit from the first and one from the third.
func ExampleWarp() {
	s := engine.Sample{
		X:      mat.NewDense(3, 1, []float64{0, 1, 2}),
		Target: engine.Target{Labels: []int{0, 0, 1}, Classes: []string{"left", "right"}},
	}
	d, err := (&metric.Warp{Alpha: 0.5, Beta: 1, Reading: "inside"}).Distances(context.Background(), s)
	if err != nil {
		log.Fatal(err)
	}
	row := make([]float64, d.Len())
	d.Row(row, 1)
	fmt.Printf("to its own class %.2f, to the other %.2f\n", row[0], row[2])
	// Output: to its own class 0.80, to the other 1.49
}
