package evaluate_test

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/generator"
	"unfold/engine/predictor"
	"unfold/engine/prepare"
	"unfold/engine/protocol"
	"unfold/engine/quality"
)

// A pipeline offers values for a parameter; each outer fold chooses between
// them on its own training rows, and its held rows judge what was chosen.
func ExamplePipeline_Vary() {
	p, err := engine.Pipe(
		&generator.Waveform{N: 300, Seed: 1},
		&protocol.Nested{Outer: 5, Seed: 1},
		&prepare.Scale{},
		&predictor.KNN{K: 1},
		&quality.Accuracy{},
	).Vary("knn", "k", 1, 15)
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := evaluate.Run(context.Background(), p, here)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Settings(), "settings:", report.Tuning.Varied[0].Name(), report.Tuning.Varied[0].Texts)
	for _, chosen := range report.Tuning.Chosen {
		digits := engine.Digits(report.Tuning.Varied, chosen.Setting)
		fmt.Println("chose k =", report.Tuning.Varied[0].Texts[digits[0]])
	}
	accuracy, _ := report.Score("accuracy")
	fmt.Println(accuracy.Mean > 0.75, "over", len(accuracy.Folds), "folds")
	// Output:
	// 2 settings: knn.k [1 15]
	// chose k = 15
	// chose k = 15
	// chose k = 15
	// chose k = 15
	// chose k = 15
	// true over 5 folds
}
