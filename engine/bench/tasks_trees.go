package main

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/bench/agreement"
	"unfold/engine/stage/predictor"
	"unfold/engine/tree"
)

// labelledFile is an input of all rows of a data set as they stand, with their
// classes: trees need no scale.
func labelledFile(name string) func(context.Context) (rowset, error) {
	return func(ctx context.Context) (rowset, error) {
		t, err := loadFile(ctx, name)
		if err != nil {
			return rowset{}, fmt.Errorf("%s.csv is needed, set UNFOLD_DATA to its folder: %w", name, err)
		}
		return rowset{arrays: map[string]*mat.Dense{"x": t.X, "y": mat.NewDense(t.Len(), 1, t.Truth())}}, nil
	}
}

// decisionTree is the work of growing a tree to the last leaf.
func decisionTree(arrays map[string]*mat.Dense, set settings) (work, error) {
	m, err := configured(&predictor.CART{}, set)
	return treeWork(m, arrays), err
}

// gainRatioTree is the work of growing a tree of classes by gain ratio.
func gainRatioTree(arrays map[string]*mat.Dense, set settings) (work, error) {
	m, err := configured(&predictor.C45{}, set)
	return treeWork(m, arrays), err
}

// treeWork is the work of a method that grows one tree.
func treeWork(m engine.Learner, arrays map[string]*mat.Dense) work {
	sample := labelled(arrays)
	return newJob(func(ctx context.Context) (engine.Predictor, error) {
		return m.Learn(ctx, sample)
	}, func(ctx context.Context, p engine.Predictor) (output, error) {
		told := mat.NewDense(sample.Len(), 1, nil)
		err := p.Predict(ctx, told.RawMatrix().Data, sample.X)
		leaves := p.(tree.Predictor).Tree().Leaves()
		return output{arrays: map[string]*mat.Dense{"told": told}, numbers: map[string]float64{"leaves": float64(leaves)}}, err
	})
}

// randomForest is the work of growing many trees from rows and columns drawn anew.
func randomForest(arrays map[string]*mat.Dense, set settings) (work, error) {
	m, err := configured(&predictor.Forest{}, set)
	if err != nil {
		return nil, err
	}
	sample := labelled(arrays)
	return newJob(func(ctx context.Context) (engine.Predictor, error) {
		return m.Learn(ctx, sample)
	}, func(_ context.Context, p engine.Predictor) (output, error) {
		return output{numbers: map[string]float64{"error": p.(tree.Bagged).OutOfBag().Error}}, nil
	}), nil
}

// labelled is the sample of rows with classes.
func labelled(arrays map[string]*mat.Dense) engine.Sample {
	s := engine.Sample{X: arrays["x"]}
	for _, v := range mat.Col(nil, 0, arrays["y"]) {
		s.Labels = append(s.Labels, int(v))
	}
	s.Classes = make([]string, 1+slices.Max(s.Labels))
	return s
}

// treeLine is a tree to the last leaf beside the peer's.
func treeLine(name, title, file string) line {
	return line{
		name: name, title: title,
		input: labelledFile(file), task: "tree", set: settings{"prune": "none", "surrogates": 0},
		peer: scikit, options: []string{""},
		target: target{Ratio: 2},
		judge: func(_ rowset, ours, theirs *output) []finding {
			found := ofBoth("leaves", ours, theirs, func(o *output) float64 { return o.numbers["leaves"] })
			if theirs != nil {
				found = append(found, atLeast("equal classes of the rows", agreement.SameEntries(ours.arrays["told"], theirs.arrays["told"]), 1))
			}
			return found
		},
	}
}

// gainRatioLine is pruned trees that are grown by gain ratio beside the peer's.
func gainRatioLine(name, title, file string) line {
	l := treeLine(name, title, file)
	l.task, l.set, l.peer, l.target = "c45", nil, "Weka's J48", target{Ratio: 3}
	return l
}

// judgeForests judges them by the rows out of the bags.
func judgeForests(_ rowset, ours, theirs *output) []finding {
	found := []finding{measured("out-of-bag error", ours.numbers["error"])}
	if theirs == nil {
		return found
	}
	return append(found, atMost("out-of-bag error over the peer's", ours.numbers["error"]-theirs.numbers["error"], 0.005))
}
