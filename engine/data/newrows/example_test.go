package newrows_test

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/data/newrows"
	"unfold/engine/evaluate"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/prepare"
	"unfold/engine/stage/values"
)

// What a run has learned serves rows that come later: they are prepared as the
// training rows were, placed by the map and predicted.
func ExamplePredict() {
	ctx := context.Background()
	report, err := evaluate.Run(ctx, engine.Pipe(
		&values.Data{
			X: [][]float64{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {8, 9, 8}, {9, 8, 9}, {9, 9, 8}},
			Y: []string{"low", "low", "low", "high", "high", "high"},
		},
		&prepare.Scale{},
		&embedding.PCA{Dim: 1},
		&predictor.KNN{K: 3},
	), evaluate.Environment{})
	if err != nil {
		log.Fatal(err)
	}
	run := report.Runs[0]

	later := mat.NewDense(2, 3, []float64{1, 1, 1, 8, 8, 8})
	places, err := newrows.Place(ctx, run, later)
	if err != nil {
		log.Fatal(err)
	}
	classes, err := newrows.Predict(ctx, run, later)
	if err != nil {
		log.Fatal(err)
	}
	for i, class := range classes {
		fmt.Printf("at %+.1f: %s\n", places.At(i, 0), report.Table.Classes[int(class)])
	}
	// Output:
	// at -1.4: low
	// at +1.5: high
}

// A table that was read elsewhere has its columns matched by name, in whatever
// order they come.
func ExampleMatch() {
	learned := engine.Header{Columns: []engine.Column{{Name: "width"}, {Name: "colour", Levels: []string{"red", "blue"}}}}
	x, err := newrows.Match(context.Background(), learned, &engine.Table{
		X:       mat.NewDense(3, 2, []float64{1, 7, 0, 8, 2, 9}),
		Columns: []engine.Column{{Name: "colour", Levels: []string{"blue", "red", "green"}}, {Name: "width"}},
		Rows:    []int{0, 1, 2},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(mat.Formatted(x)) // a level that nobody has learned is engine.Unseen
	// Output:
	// ⎡ 7   0⎤
	// ⎢ 8   1⎥
	// ⎣ 9  -1⎦
}
