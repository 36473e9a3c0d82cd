package engine_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/memo"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/generator"
	"unfold/engine/stage/metric"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/prepare"
	"unfold/engine/stage/protocol"
	"unfold/engine/stage/quality"
)

// A pipeline is a value: joining makes a new one, and what has no source is a
// recipe for many.
func ExamplePipe() {
	recipe := engine.Pipe(&prepare.Scale{}, &embedding.PCA{Dim: 2}, &predictor.KNN{K: 5})
	for _, n := range []int{300, 3000} {
		p := engine.Pipe(&generator.Waveform{N: n, Seed: 1}, &protocol.Holdout{Share: 0.3, Seed: 1}).Then(recipe)
		fmt.Println(p.HasSource(), p)
	}
	fmt.Println(recipe.HasSource(), recipe)
	// Output:
	// true waveform(n=300, seed=1) | holdout(share=0.3, seed=1, repeats=auto) | scale | pca(dim=2) | knn(k=5)
	// true waveform(n=3000, seed=1) | holdout(share=0.3, seed=1, repeats=auto) | scale | pca(dim=2) | knn(k=5)
	// false scale | pca(dim=2) | knn(k=5)
}

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
		log.Fatal(err)
	}
	report, err := evaluate.Run(context.Background(), p, evaluate.Environment{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.Settings(), "settings:", report.Tuning.Candidates[0].Name(), report.Tuning.Candidates[0].Texts)
	for _, chosen := range report.Tuning.Chosen {
		digits := engine.Digits(report.Tuning.Candidates, chosen.Setting)
		fmt.Println("chose k =", report.Tuning.Candidates[0].Texts[digits[0]])
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

// Where a zero would be no answer, a field that is left out has the default of the
// language: of the warp its reading, a word, and not alpha, which may be 0, nor beta,
// of which 0 says auto.
func ExamplePipe_defaults() {
	fmt.Println(engine.Pipe(&metric.Warp{}, &embedding.Isomap{K: 12, Dim: 2}, &predictor.SVM{}))
	// Output: warp(alpha=0, beta=auto, reading="inside", rule="square") | isomap(k=12, dim=2, eps=auto, connect="agglomerate", landmarks=auto, precision="auto", search="auto") | svm(C=10, gamma=auto, kernel="rbf", tol=0.001, cache=200)
}

// A method is given all defaults of the language first, where zeros are no answer
// to any of its parameters.
func ExampleSetDefaults() {
	isomap := new(embedding.Isomap)
	engine.SetDefaults(isomap)
	isomap.Dim = 3
	fmt.Println(engine.Pipe(isomap))
	// Output: isomap(k=10, dim=3, eps=auto, connect="agglomerate", landmarks=auto, precision="auto", search="auto")
}

// What the reader of a pipeline can mend is an Error: it names the stage, its place
// and the parameter, and says what to do.
func ExampleError() {
	_, err := evaluate.Run(context.Background(), engine.Pipe(
		&generator.Waveform{N: 50, Seed: 1},
		&embedding.PCA{Dim: 100},
	), evaluate.Environment{})
	var fault *engine.Error
	if errors.As(err, &fault) {
		fmt.Println(fault.Stage, "is step", fault.Step, "and", fault.Param, "is to blame:", fault.Remedy)
	}
	// Output: pca is step 2 and dim is to blame: lower dim to 21 or less
}

// A method that finds out something costly about its rows leaves it for whoever
// meets the same rows, under a key of a type of its own.
func ExampleShared() {
	type sumOf struct{ columns int }
	ctx := context.Background()
	rows := memo.New(1 << 20).Rows(memo.Unique()) // an evaluation sets Sample.Memo
	defer rows.Close()
	s := engine.Sample{X: mat.NewDense(2, 2, []float64{1, 2, 3, 4}), Memo: rows}

	for range 3 {
		sum, err := engine.Shared(ctx, s.Memo, sumOf{columns: 2}, func(context.Context) (float64, error) {
			fmt.Println("adding up")
			return mat.Sum(s.X), nil
		})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(sum)
	}
	// Output:
	// adding up
	// 10
	// 10
	// 10
}
