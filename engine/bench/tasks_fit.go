package main

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"unfold/engine"
	"unfold/engine/fit/smo"
	"unfold/engine/internal/elementary"
	"unfold/engine/linear/gram"
	"unfold/engine/stage/extension"
	"unfold/engine/stage/predictor"
)

// regression is the work of fitting krr. Its coefficients are what the fit leaves
// of the targets over the ridge: from (K + λI) W = Z follows W = (Z − KW)/λ.
func regression(arrays map[string]*mat.Dense, set settings) (work, error) {
	m, err := configured(&extension.KRR{}, set.with(settings{"centre": "no", "train": "placed"}))
	if err != nil {
		return nil, err
	}
	x, y := arrays["x"], arrays["y"]
	return newJob(func(ctx context.Context) (*engine.Extension, error) {
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
	m, err := configured(&predictor.SVM{}, set)
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
		objective, err := dual(ctx, m, sample)
		return output{
			arrays:  map[string]*mat.Dense{"told": mat.NewDense(n, 1, told)},
			numbers: map[string]float64{"objective": objective},
		}, err
	}), nil
}

// dual is the sum over all pairs of classes of ½αᵀQα − Σα. The problems are
// solved again, which gives the same α to the bit, and the sums are taken in
// float64 from the rows themselves.
func dual(ctx context.Context, m *predictor.SVM, s engine.Sample) (float64, error) {
	unit, gamma := unitOf(s.X)
	members := make([][]int, slices.Max(s.Labels)+1)
	for i, l := range s.Labels {
		members[l] = append(members[l], i)
	}
	pairs, err := smo.OneAgainstOne(ctx, smo.Gaussian(s.X, gamma, unit), members, smo.Settings{C: m.C, Tol: m.Tol, Budget: m.Cache << 20})
	var sum float64
	for _, p := range pairs {
		for a, i := range p.Rows {
			var decision float64
			for b, j := range p.Rows {
				square := gram.Square(s.X.RawRowView(i), s.X.RawRowView(j)) / (unit * unit)
				decision += float64(p.Weights[b] * elementary.Exp(-gamma*square))
			}
			sum += float64(p.Weights[a]*decision/2) - math.Abs(p.Weights[a])
		}
	}
	return sum, err
}

// unitOf is what svm divides columns by, the root of their mean variance, and
// its γ after that.
func unitOf(x *mat.Dense) (unit, gamma float64) {
	_, d := x.Dims()
	var sum float64
	for c := range d {
		column := mat.Col(nil, c, x)
		sum += stat.PopVariance(column, nil)
	}
	return math.Sqrt(sum / float64(d)), 1 / float64(d)
}
