package gosource_test

import (
	"context"
	"log"
	"os"

	"unfold/engine"
	"unfold/engine/dataset"
	"unfold/engine/evaluate"
	"unfold/engine/export"
	"unfold/engine/export/gosource"
	"unfold/engine/predictor"
	"unfold/engine/prepare"
)

// What a run has learned is written as a file of Go.
func ExampleWrite() {
	report, err := evaluate.Run(context.Background(), engine.Pipe(
		&dataset.Data{
			X: [][]float64{{0, 0}, {1, 0}, {0, 1}, {8, 9}, {9, 8}, {9, 9}},
			Y: []string{"low", "low", "low", "high", "high", "high"},
		},
		&prepare.Scale{},
		&predictor.Ridge{Lambda: 1},
	), evaluate.Environment{})
	if err != nil {
		log.Fatal(err)
	}
	learned, err := export.FromRun(report.Runs[0], report.Steps)
	if err != nil {
		log.Fatal(err)
	}
	model, err := export.New(learned)
	if err != nil {
		log.Fatal(err)
	}
	if err := gosource.Write(os.Stdout, model, "heights"); err != nil {
		log.Fatal(err)
	}
	// Output:
}
