package evaluate_test

import (
	"context"
	"fmt"
	"log"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/memo"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/extension"
	"unfold/engine/stage/generator"
	"unfold/engine/stage/metric"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/prepare"
	"unfold/engine/stage/protocol"
	"unfold/engine/stage/quality"
	"unfold/engine/stage/values"
)

// A pipeline of methods runs as it is written: without a catalogue in the
// environment nothing is added to it. The report has its scores over the folds,
// and of each fold what was learned.
func ExampleRun() {
	warp, isomap, krr := new(metric.Warp), new(embedding.Isomap), new(extension.KRR)
	for _, m := range []engine.Method{warp, isomap, krr} {
		engine.SetDefaults(m) // those of the language, which suit most data
	}
	isomap.K = 12

	report, err := evaluate.Run(context.Background(), engine.Pipe(
		&generator.Waveform{N: 300, Seed: 1},
		&protocol.Holdout{Share: 0.3, Seed: 1},
		&prepare.Scale{},
		warp, isomap, krr,
		&predictor.KNN{K: 15},
		&quality.Accuracy{},
	), evaluate.Environment{})
	if err != nil {
		log.Fatal(err)
	}
	accuracy, _ := report.Score("accuracy")
	run := report.Runs[0]
	fmt.Printf("%.1f of %d held rows are told right\n", accuracy.Mean, run.Held.Len())
	placed, _ := run.Embedding.Y.Dims()
	fmt.Println(placed, "rows were placed in", run.Embedding.Dim(), "dimensions")
	// Output:
	// 0.7 of 90 held rows are told right
	// 210 rows were placed in 2 dimensions
}

// Before a long run it is told how often each step will be learned, and about how
// long that takes; nothing has been learned then.
func ExampleNewPlan() {
	p, err := engine.Pipe(
		&generator.Waveform{N: 500, Seed: 1},
		&protocol.Nested{Outer: 5, Choice: protocol.Choice{InnerFolds: 4}, Seed: 1},
		&prepare.Scale{},
		&predictor.KNN{K: 1},
		&quality.Accuracy{},
	).Vary("knn", "k", 1, 5, 15)
	if err != nil {
		log.Fatal(err)
	}
	plan, err := evaluate.NewPlan(context.Background(), p, evaluate.Environment{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(plan.Workload.Settings, "settings,", plan.Workload.Folds, "folds,", plan.Workload.Inner, "inner folds of each")
	for _, step := range plan.Forecast.Steps {
		fmt.Println(step.Name, "is learned", step.Fits, "times")
	}
	// Output:
	// 3 settings, 5 folds, 4 inner folds of each
	// scale is learned 25 times
	// knn is learned 65 times
}

// Runs with one memo find what earlier ones have learned from the same rows by the
// same steps: the second run scales and embeds nothing. Its bits are those of a run
// alone.
func ExampleEnvironment() {
	env := evaluate.Environment{Memo: memo.New(100 << 20)}
	for _, k := range []int{5, 15} {
		report, err := evaluate.Run(context.Background(), engine.Pipe(
			&generator.Waveform{N: 200, Seed: 1},
			&protocol.CV{K: 4, Seed: 1},
			&prepare.Scale{},
			&embedding.PCA{Dim: 2},
			&predictor.KNN{K: k},
		), env)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("knn with k =", k)
		for _, step := range report.Steps[2:] {
			fmt.Printf("  %s was there for %d of 4 folds\n", step.Name, step.Kept)
		}
	}
	// Output:
	// knn with k = 5
	//   scale was there for 0 of 4 folds
	//   pca was there for 0 of 4 folds
	//   knn was there for 0 of 4 folds
	// knn with k = 15
	//   scale was there for 4 of 4 folds
	//   pca was there for 4 of 4 folds
	//   knn was there for 0 of 4 folds
}

// Rows without a label are learned from by what reads none, and predicted by what
// was learned from all others.
func ExampleRun_unlabelled() {
	report, err := evaluate.Run(context.Background(), engine.Pipe(
		&values.Data{
			X: [][]float64{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {8, 9}, {9, 8}, {9, 9}, {8, 8}},
			Y: []string{"low", "", "", "low", "high", "", "high", ""},
		},
		&prepare.Scale{},
		&predictor.KNN{K: 1},
	), evaluate.Environment{})
	if err != nil {
		log.Fatal(err)
	}
	for _, answer := range report.Unlabelled().Rows {
		fmt.Println("row", answer.Row, "is", answer.Class)
	}
	// Output:
	// row 1 is low
	// row 2 is low
	// row 5 is high
	// row 7 is high
}
