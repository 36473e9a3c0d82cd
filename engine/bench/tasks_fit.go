package main

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// regression is the work of fitting krr. Its coefficients are what the fit leaves
// of the targets over the ridge: from (K + λI) W = Z follows W = (Z − KW)/λ.
func regression(arrays map[string]*mat.Dense, set settings) (work, error) {
	m, err := stage[engine.Extender]("krr", set.with(settings{"centre": "no", "train": "placed"}))
	if err != nil {
		return nil, err
	}
	x, y := arrays["x"], arrays["y"]
	return of(func(ctx context.Context) (*engine.Extension, error) {
		return m.Extend(ctx, engine.Sample{X: x}, &engine.Embedding{Y: y})
	}, func(ctx context.Context, e *engine.Extension) (output, error) {
		o := output{arrays: map[string]*mat.Dense{}}
		for name, rows := range map[string]*mat.Dense{"fitted": x, "predicted": arrays["test"]} {
			if rows == nil {
				continue
			}
			n, _ := rows.Dims()
			image := mat.NewDense(n, e.Dim(), nil)
			if err := e.Apply(ctx, image, rows); err != nil {
				return o, err
			}
			o.arrays[name] = image
		}
		var w mat.Dense
		w.Sub(y, o.arrays["fitted"])
		w.Scale(1/set.number("lambda"), &w)
		o.arrays["coefficients"] = &w
		return o, nil
	}), nil
}

// separation is the work of fitting svm.
func separation(arrays map[string]*mat.Dense, set settings) (work, error) {
	m, err := stage[engine.Learner]("svm", set)
	if err != nil {
		return nil, err
	}
	sample := engine.Sample{X: arrays["x"], Target: engine.Target{Labels: whole(arrays["y"])}}
	return of(func(ctx context.Context) (engine.Predictor, error) {
		return m.Learn(ctx, sample)
	}, func(ctx context.Context, p engine.Predictor) (output, error) {
		n, _ := arrays["test"].Dims()
		told := make([]float64, n)
		if err := p.Predict(ctx, told, arrays["test"]); err != nil {
			return output{}, err
		}
		return output{arrays: map[string]*mat.Dense{"told": mat.NewDense(n, 1, told)}}, nil
	}), nil
}
