package comparison_test

import (
	"context"
	"fmt"
	"log"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/evaluate/comparison"
	"unfold/engine/stage/generator"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/prepare"
	"unfold/engine/stage/protocol"
	"unfold/engine/stage/quality"
)

// Recipes that are judged on the same folds are compared fold by fold, with a test
// that allows for training rows which folds share.
func ExampleNew() {
	set := comparison.Set{Data: "waveform"}
	for _, recipe := range []struct {
		name    string
		learner engine.Method
	}{
		{"one neighbour", &predictor.KNN{K: 1}},
		{"many neighbours", &predictor.KNN{K: 25}},
	} {
		report, err := evaluate.Run(context.Background(), engine.Pipe(
			&generator.Waveform{N: 300, Seed: 1},
			&protocol.CV{K: 10, Seed: 1},
			&prepare.Scale{},
			recipe.learner,
			&quality.Accuracy{},
		), evaluate.Environment{})
		set.Entries = append(set.Entries, comparison.Entry{Name: recipe.name, Report: report, Failed: err})
	}

	c, err := comparison.New(set, comparison.Options{Measure: "accuracy"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("best by", c.Measure, "is", c.Entries[c.Best()].Name)
	first := c.Standings[0]
	fmt.Printf("the other is behind by %.2f, p < 0.05: %v\n", -first.ToBest.Mean, first.P < 0.05)
	// Output:
	// best by accuracy is many neighbours
	// the other is behind by 0.16, p < 0.05: true
}
