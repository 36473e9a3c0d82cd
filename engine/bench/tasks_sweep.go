package main

import (
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/extension"
	"unfold/engine/stage/metric"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/protocol"
	"unfold/engine/stage/quality"
	"unfold/engine/stage/values"
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
	pipe := engine.Pipe(&values.Data{X: arrays["x"], Y: whole(arrays["y"])}, none,
		withDefaults(&metric.Warp{}), withDefaults(&embedding.Isomap{}), withDefaults(&extension.KRR{}), withDefaults(&predictor.SVM{}), withDefaults(&quality.Accuracy{}))
	for _, c := range candidates {
		var err error
		if pipe, err = pipe.Vary(c.stage, c.param, c.values...); err != nil {
			return nil, err
		}
	}
	return evaluation(pipe, func(r *engine.Report) map[string]float64 {
		chosen := r.Tuning.Chosen[0]
		mean, _ := chosen.Mean(chosen.Setting)
		return map[string]float64{
			"settings": float64(r.Tuning.Settings()), "accuracy": mean,
			"learned": float64(r.Tuning.Fits), "ready": float64(r.Tuning.Shared),
		}
	}), nil
}

// runSweep tells what a sweep found, and how much of its work was there already.
func runSweep(_ rowset, ours, _ *output) []finding {
	learned, ready := ours.numbers["learned"], ours.numbers["ready"]
	return []finding{
		measured("settings", ours.numbers["settings"]),
		measured("best accuracy of inner folds", ours.numbers["accuracy"]),
		measured("steps learned", learned), measured("found ready", ready), measured("share found ready", ready/(learned+ready)),
	}
}
