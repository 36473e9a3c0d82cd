package main

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/elementary"
	"unfold/engine/stage/extension"
	"unfold/engine/stage/predictor"
)

// slopes are rows of independent normal columns with two smooth functions of them,
// the last of which are to test with.
func slopes(n, d, test int) func(context.Context) (rowset, error) {
	return func(ctx context.Context) (rowset, error) {
		in, err := noise(ctx, n+test, d)
		if err != nil {
			return in, err
		}
		return in.surfaces().split(n), nil
	}
}

// network is the work of an extreme learning machine.
func network(arrays map[string]*mat.Dense, set settings) (work, error) {
	m, err := configured(&extension.ELM{}, set)
	if err != nil {
		return nil, err
	}
	return newJob(func(ctx context.Context) (*engine.Extension, error) {
		return m.Extend(ctx, engine.Sample{X: arrays["x"]}, &engine.Embedding{Y: arrays["y"]})
	}, func(ctx context.Context, e *engine.Extension) (output, error) {
		image, err := engine.Image(ctx, e, arrays["test"])
		return output{arrays: map[string]*mat.Dense{"predicted": image}}, err
	}), nil
}

// odds is the work of logistic regression.
func odds(arrays map[string]*mat.Dense, set settings) (work, error) {
	m, err := configured(&predictor.Logistic{}, set)
	if err != nil {
		return nil, err
	}
	sample := engine.Sample{X: arrays["x"], Target: engine.Target{Labels: whole(arrays["y"])}}
	return newJob(func(ctx context.Context) (engine.Predictor, error) {
		return m.Learn(ctx, sample)
	}, func(ctx context.Context, p engine.Predictor) (output, error) {
		n, _ := arrays["test"].Dims()
		told := make([]float64, n)
		if err := p.Predict(ctx, told, arrays["test"]); err != nil {
			return output{}, err
		}
		return output{arrays: map[string]*mat.Dense{"told": mat.NewDense(n, 1, told)}, numbers: map[string]float64{"objective": penalised(p, sample, m.C)}}, nil
	}), nil
}

// penalised is ½‖W‖² − C Σ log p(y | x) of a learned logistic regression, from the
// rows themselves; W is of columns divided by their scale.
func penalised(p engine.Predictor, s engine.Sample, c float64) float64 {
	of := p.(interface {
		Coefficients() (weights *mat.Dense, intercepts []float64)
	})
	weights, intercepts := of.Coefficients()
	unit, _ := unitOf(s.X)
	length := unit * mat.Norm(weights, 2)
	sum := float64(length * length / 2)
	logits := make([]float64, len(intercepts))
	for i, label := range s.Labels {
		for f := range logits {
			logits[f] = intercepts[f] + mat.Dot(weights.RowView(f), s.X.RowView(i))
		}
		highest, total := slices.Max(logits), 0.0
		for _, v := range logits {
			total += elementary.Exp(v - highest)
		}
		sum += float64(c * (elementary.Log(total) + highest - logits[label]))
	}
	return sum
}

// judgeOdds judges logistic regressions by their objective and what they tell of rows
// that they have not seen.
func judgeOdds(in rowset, ours, theirs *output) []finding {
	return aboveObjective(accuracies(in, ours, theirs), ours, theirs)
}
