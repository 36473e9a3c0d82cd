package protocol_test

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/stage/protocol"
)

// Every row is held once, and every fold holds its share of each class.
func ExampleCV() {
	t := &engine.Table{
		X:      mat.NewDense(9, 1, nil),
		Target: engine.Target{Labels: []int{0, 0, 0, 0, 0, 0, 1, 1, 1}, Classes: []string{"often", "seldom"}},
		Rows:   []int{0, 1, 2, 3, 4, 5, 6, 7, 8},
	}
	folds, err := (&protocol.CV{K: 3, Seed: 1}).Split(context.Background(), t)
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range folds {
		fmt.Println("learns from", len(f.Train), "and holds", t.Target.Take(f.Held).Sizes())
	}
	// Output:
	// learns from 6 and holds [2 1]
	// learns from 6 and holds [2 1]
	// learns from 6 and holds [2 1]
}
