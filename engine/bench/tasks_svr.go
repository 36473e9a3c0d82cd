package main

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"unfold/engine"
	"unfold/engine/bench/agreement"
	"unfold/engine/fit/smo"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/random"
	"unfold/engine/linear/gram"
	"unfold/engine/stage/predictor"
)

// ripples are rows of four independent normal columns and a response, smooth in
// three of them, with noise of deviation 0.3; the last tenth is to test with.
func ripples(n int) func(context.Context) (rowset, error) {
	return func(ctx context.Context) (rowset, error) {
		in, err := noise(ctx, n, 4)
		if err != nil {
			return in, err
		}
		x, y := in.arrays["x"], mat.NewDense(n, 1, nil)
		stream := random.New(1, "ripples")
		for i := range n {
			y.Set(i, 0, elementary.Sin(2*x.At(i, 0))+float64(x.At(i, 1)*x.At(i, 2)/2)+float64(0.3*stream.Normal()))
		}
		in.arrays["y"] = y
		return in.split(n - n/10), nil
	}
}

// vectorRegression is the work of fitting svr.
func vectorRegression(arrays map[string]*mat.Dense, set settings) (work, error) {
	m, err := configured(&predictor.SVR{}, set)
	if err != nil {
		return nil, err
	}
	sample := engine.Sample{X: arrays["x"], Target: engine.Target{Response: arrays["y"]}}
	return newJob(func(ctx context.Context) (engine.Predictor, error) {
		return m.Learn(ctx, sample)
	}, func(ctx context.Context, p engine.Predictor) (output, error) {
		n, _ := arrays["test"].Dims()
		told := mat.NewDense(n, 1, nil)
		if err := p.Predict(ctx, told.RawMatrix().Data, arrays["test"]); err != nil {
			return output{}, err
		}
		objective, err := regressionDual(ctx, m, sample)
		return output{arrays: map[string]*mat.Dense{"told": told}, numbers: map[string]float64{"objective": objective}}, err
	}), nil
}

// regressionDual is ½βᵀKβ − yᵀβ + ε Σ|β_i| for the response in deviations from
// its mean. The problem is solved again, and the sums are taken in float64 from
// the rows themselves.
func regressionDual(ctx context.Context, m *predictor.SVR, s engine.Sample) (float64, error) {
	unit, gamma := unitOf(s.X)
	y := mat.Col(nil, 0, s.Response)
	mean, deviation := stat.Mean(y, nil), math.Sqrt(stat.PopVariance(y, nil))
	for i := range y {
		y[i] = (y[i] - mean) / deviation
	}
	found, err := smo.Regress(ctx, smo.Gaussian(s.X, gamma, unit), [][]float64{y}, m.Epsilon, smo.Settings{C: m.C, Tol: m.Tol, Budget: m.Cache << 20})
	if err != nil {
		return 0, err
	}
	var sum float64
	f := found[0]
	for a, i := range f.Rows {
		var value float64
		for b, j := range f.Rows {
			square := gram.Square(s.X.RawRowView(i), s.X.RawRowView(j)) / (unit * unit)
			value += float64(f.Weights[b] * elementary.Exp(-gamma*square))
		}
		sum += float64(f.Weights[a]*(float64(value/2)-y[i])) + float64(m.Epsilon*math.Abs(f.Weights[a]))
	}
	return sum, nil
}

// vectorRegressions judges them by their objective and what they tell of rows
// that they have not seen.
func vectorRegressions(in rowset, ours, theirs *output) []finding {
	found := ofBoth("RMSE of others", ours, theirs, func(o *output) float64 { return agreement.RootMeanSquare(o.arrays["told"], in.arrays["truth"]) })
	return aboveObjective(found, ours, theirs)
}
