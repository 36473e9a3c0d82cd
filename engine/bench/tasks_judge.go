package main

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/rank"
	"unfold/engine/linear/gram"
	"unfold/engine/linear/ridge"
)

// ridgeSearch is the work of trying many ridges and bandwidths under one
// division of the rows.
func ridgeSearch(arrays map[string]*mat.Dense, _ settings) (work, error) {
	divided := folds{arrays["held"]}.all()
	held := make([]ridge.Fold, len(divided))
	for i, f := range divided {
		held[i] = ridge.Fold{Held: f.Held, Z: arrays["y"]}
	}
	grid := ridge.Grid{Lambdas: arrays["lambdas"].RawMatrix().Data}
	for _, sigma := range arrays["sigmas"].RawMatrix().Data {
		grid.Kernels = append(grid.Kernels, gram.RBF{Sigma: sigma})
	}
	return newJob(func(ctx context.Context) ([]ridge.Score, error) {
		return ridge.CrossValidate(ctx, arrays["x"], held, grid)
	}, func(_ context.Context, scores []ridge.Score) (output, error) {
		errors := mat.NewDense(len(grid.Lambdas), len(grid.Kernels), nil)
		for i, s := range scores {
			errors.Set(i%len(grid.Lambdas), i/len(grid.Lambdas), s.Mean())
		}
		return output{arrays: map[string]*mat.Dense{"errors": errors}}, nil
	}), nil
}

// preservation is the work of trustworthiness and continuity for all numbers
// of neighbours up to k.
func preservation(arrays map[string]*mat.Dense, set settings) (work, error) {
	k := int(set.number("k"))
	return newJob(func(ctx context.Context) (*rank.Agreement, error) {
		return rank.Compare(ctx, engine.Euclidean(arrays["x"]), engine.Euclidean(arrays["y"]), k, nil)
	}, func(_ context.Context, a *rank.Agreement) (output, error) {
		numbers := map[string]float64{}
		for _, k := range []int{1, 12, 100} {
			numbers[fmt.Sprint("trust ", k)] = a.Trustworthiness(k)
			numbers[fmt.Sprint("continuity ", k)] = a.Continuity(k)
		}
		return output{numbers: numbers}, nil
	}), nil
}
