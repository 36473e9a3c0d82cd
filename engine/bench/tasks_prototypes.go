package main

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/bench/agreement"
	"unfold/engine/stage/predictor"
)

// prototypes is the work of learning a prototype of each class and a matrix.
func prototypes(arrays map[string]*mat.Dense, set settings) (work, error) {
	m, err := configured(&predictor.GMLVQ{}, set)
	if err != nil {
		return nil, err
	}
	sample := labelled(arrays)
	return newJob(func(ctx context.Context) (engine.Predictor, error) {
		return m.Learn(ctx, sample)
	}, func(ctx context.Context, p engine.Predictor) (output, error) {
		told := mat.NewDense(sample.Len(), 1, nil)
		err := p.Predict(ctx, told.RawMatrix().Data, sample.X)
		return output{arrays: map[string]*mat.Dense{"told": told}}, err
	}), nil
}

// judgePrototypes judges them by the rows that they learned from. Searches end at one
// cost but for chance, so that shares of rows that are right differ by little.
func judgePrototypes(in rowset, ours, theirs *output) []finding {
	found := ofBoth("share of rows that are right", ours, theirs, func(o *output) float64 { return agreement.SameEntries(o.arrays["told"], in.arrays["y"]) })
	if theirs != nil {
		found = append(found, atMost("less than the peer's", float64(found[1].Value-found[0].Value), 0.005))
	}
	return found
}
