package main

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/dataset"
	"unfold/engine/protocol"
	"unfold/stdlib"
)

// candidates are what the sweep chooses between: 5 × 6 × 8 × 8 settings.
var candidates = []struct {
	stage, param string
	values       []any
}{
	{"warp", "alpha", []any{0.1, 0.3, 0.5, 0.7, 0.9}},
	{"isomap", "k", []any{5, 7, 9, 11, 13, 15}},
	{"krr", "lambda", []any{1e-4, 1e-3, 1e-2, 0.03, 0.1, 0.3, 1.0, 10.0}},
	{"svm", "C", []any{0.125, 0.5, 2.0, 8.0, 32.0, 128.0, 256.0, 512.0}},
}

// sweep is the work of choosing between all settings of a sentence by
// cross-validation of all rows.
func sweep(arrays map[string]*mat.Dense, set settings) (work, error) {
	none := &protocol.None{}
	none.InnerFolds = int(set.number("folds"))
	pipe := engine.Pipe(&dataset.Data{X: arrays["x"], Y: whole(arrays["y"])}, none)
	for _, word := range []string{"warp", "isomap", "krr", "svm", "accuracy"} {
		s, ok := stdlib.Catalogue().Lookup(word)
		if !ok {
			return nil, fmt.Errorf("bench: there is no stage %q", word)
		}
		pipe = pipe.Then(engine.Pipe(s.Make()))
	}
	for _, c := range candidates {
		var err error
		if pipe, err = pipe.Vary(c.stage, c.param, c.values...); err != nil {
			return nil, err
		}
	}
	return of(func(ctx context.Context) (*engine.Report, error) {
		return pipe.Run(ctx, nil)
	}, func(_ context.Context, r *engine.Report) (output, error) {
		chosen := r.Tuning.Chosen[0]
		mean, _ := chosen.Mean(chosen.Setting)
		return output{numbers: map[string]float64{
			"settings": float64(r.Tuning.Settings()), "accuracy": mean,
			"learned": float64(r.Tuning.Fits), "ready": float64(r.Tuning.Shared),
		}}, nil
	}), nil
}

// swept tells what a sweep found, and how much of its work was there already.
func swept(_ rowset, ours, _ *output) []quality {
	learned, ready := ours.numbers["learned"], ours.numbers["ready"]
	return []quality{
		told("settings", ours.numbers["settings"]),
		told("best accuracy of inner folds", ours.numbers["accuracy"]),
		told("steps learned", learned), told("found ready", ready), told("share found ready", ready/(learned+ready)),
	}
}
