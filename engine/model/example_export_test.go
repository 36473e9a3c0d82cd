package model_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/model"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/prepare"
	"unfold/engine/stage/values"
)

// What was learned is written as a file of Go, which needs the standard library alone.
func ExampleModel_WriteGo() {
	m, err := model.Learn(context.Background(), engine.Pipe(
		&values.Data{
			X: [][]float64{{0, 0}, {1, 0}, {0, 1}, {8, 9}, {9, 8}, {9, 9}},
			Y: []string{"low", "low", "low", "high", "high", "high"},
		},
		&prepare.Scale{},
		&predictor.Ridge{Lambda: 1},
	), evaluate.Environment{})
	if err != nil {
		log.Fatal(err)
	}
	var source strings.Builder
	if err := m.WriteGo(&source, "heights"); err != nil {
		log.Fatal(err)
	}
	_, functions, _ := strings.Cut(source.String(), "// Predict")
	functions, _, _ = strings.Cut(functions, "// finite")
	fmt.Print("// Predict", functions)
	// Output:
	// // Predict tells the class of a row, and its number among Classes.
	// func Predict(row []float64) (class string, number int, err error) {
	// 	x, err := Place(row)
	// 	if err != nil {
	// 		return "", -1, err
	// 	}
	// 	number = int(argMax(add(times(x, ridgeWeights), ridgeIntercepts))[0])
	// 	return Classes[number], number, nil
	// }
	//
	// // Place returns the columns of a row as they were prepared.
	// func Place(row []float64) ([]float64, error) {
	// 	if len(row) != len(Columns) {
	// 		return nil, fmt.Errorf("a row has %d columns, not %d", len(Columns), len(row))
	// 	}
	// 	// scale
	// 	x1 := mul(sub(row, scaleShift), scaleFactor)
	// 	if err := finite(x1, Columns); err != nil {
	// 		return nil, err
	// 	}
	// 	return x1, nil
	// }
}
