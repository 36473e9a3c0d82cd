package main

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/bench/agreement"
	"unfold/engine/evaluate"
	"unfold/engine/model"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/extension"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/prepare"
	"unfold/engine/stage/values"
)

// answersLine asks what has learned from 1,000 waves about a million others.
func answersLine(name, title, way string, options ...string) line {
	return line{
		name: name, title: "1,000,000 rows of 21 columns through " + title,
		input: func(ctx context.Context) (rowset, error) {
			t, err := drawWaveform(ctx, 1_001_000)
			if err != nil {
				return rowset{}, err
			}
			all := rowset{arrays: map[string]*mat.Dense{"x": t.X, "y": mat.NewDense(t.Len(), 1, t.Truth())}}
			return all.split(1000), nil
		},
		task: "answers", set: settings{"way": way},
		peer: scikit, options: options,
		target: target{Ratio: 3},
		judge: func(in rowset, ours, theirs *output) []finding {
			found := accuracies(in, ours, theirs)
			if theirs != nil {
				found = append(found, atLeast("equal predictions", agreement.SameEntries(ours.arrays["told"], theirs.arrays["told"]), 0.9999))
			}
			return found
		},
	}
}

// ways are what models do with scaled columns.
var ways = map[string][]stage{
	"krr": {
		{&embedding.PCA{}, settings{"dim": 4}},
		{&extension.KRR{}, settings{"lambda": 0.01, "sigma": 5, "centre": "no", "train": "placed"}},
		{&predictor.SVM{}, settings{"C": 1}},
	},
	"knn": {{&embedding.PCA{}, settings{"dim": 4}}, {&predictor.KNN{}, settings{"k": 5}}},
}

// askedAtOnce is how many rows a model is asked about at once, as the peer is.
const askedAtOnce = 10_000

// answers is the work of a model that is there: to place and predict rows.
func answers(arrays map[string]*mat.Dense, set settings) (work, error) {
	pipe, err := pipeOf([]engine.Method{&values.Data{X: arrays["x"], Y: whole(arrays["y"])}, withDefaults(&prepare.Scale{})}, ways[set["way"].(string)])
	if err != nil {
		return nil, err
	}
	m, err := model.Learn(context.Background(), pipe, evaluate.Environment{})
	if err != nil {
		return nil, err
	}
	return newJob(func(ctx context.Context) (told []float64, err error) {
		n, d := arrays["test"].Dims()
		for at := 0; at < n && err == nil; at += askedAtOnce {
			var said []float64
			_, said, err = m.PlaceAndPredict(ctx, arrays["test"].Slice(at, min(n, at+askedAtOnce), 0, d).(*mat.Dense))
			told = append(told, said...)
		}
		return told, err
	}, func(_ context.Context, told []float64) (output, error) {
		return output{arrays: map[string]*mat.Dense{"told": mat.NewDense(len(told), 1, told)}}, nil
	}), nil
}
