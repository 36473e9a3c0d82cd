package main

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/graph/geodesic"
	"unfold/engine/graph/neighbour"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/extension"
	"unfold/engine/stage/metric"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/prepare"
	"unfold/engine/stage/quality"
	"unfold/engine/stage/values"
)

// tasks are what our side can do, by name. Each takes the arrays and settings
// of a request, prepares what is outside the timing, and returns the work.
var tasks = map[string]func(arrays map[string]*mat.Dense, set settings) (work, error){
	"isomap":     placement,
	"kstatistic": choiceOfK,
	"knn":        neighbours,
	"krr":        regression,
	"svm":        separation,
	"svr":        vectorRegression,
	"elm":        network,
	"logistic":   odds,
	"tree":       decisionTree,
	"c45":        gainRatioTree,
	"gmlvq":      prototypes,
	"forest":     randomForest,
	"sdpp":       projection,
	"lle":        localTask(newLLE),
	"ltsa":       localTask(newLTSA),
	"eigenmaps":  localTask(newEigenmaps),
	"eat":        affineTransformation,
	"mvu":        unfolded,
	"tsne":       freePoints,
	"sentence":   sentence,
	"sweep":      sweep,
	"grid":       ridgeSearch,
	"trust":      preservation,
	"answers":    answers,
}

// withDefaults returns a method whose parameters have their defaults.
func withDefaults[M engine.Method](m M) M {
	engine.SetDefaults(m)
	return m
}

// configured returns a method whose parameters have their defaults, except for
// those that the settings name.
func configured[M engine.Method](m M, set settings) (M, error) {
	params := engine.ParamsOf(withDefaults(m))
	for name, v := range set {
		i := slices.IndexFunc(params, func(p *engine.Param) bool { return p.Name == name })
		if i < 0 {
			return m, fmt.Errorf("bench: %T has no parameter %q", m, name)
		}
		if err := params[i].Set(v); err != nil {
			return m, err
		}
	}
	return m, nil
}

// placement is the work of isomap.
func placement(arrays map[string]*mat.Dense, set settings) (work, error) {
	m, err := configured(&embedding.Isomap{}, set)
	if err != nil {
		return nil, err
	}
	return newJob(func(ctx context.Context) (*engine.Embedding, error) {
		return m.Embed(ctx, engine.Sample{X: arrays["x"]})
	}, func(_ context.Context, e *engine.Embedding) (output, error) {
		return output{arrays: map[string]*mat.Dense{"y": e.Y}}, nil
	}), nil
}

// choiceOfK is the work of the K statistic, from rows to a number of neighbours.
func choiceOfK(arrays map[string]*mat.Dense, _ settings) (work, error) {
	d, labels := engine.Euclidean(arrays["x"]), whole(arrays["y"])
	var ks []int
	for k := 3; k <= 30; k++ {
		ks = append(ks, k)
	}
	return newJob(func(ctx context.Context) (*engine.KStatistic, error) {
		nearest, err := neighbour.Nearest(ctx, d, ks[len(ks)-1])
		if err != nil {
			return nil, err
		}
		return geodesic.KStatistic(ctx, ks, nearest, d, labels, false)
	}, func(_ context.Context, s *engine.KStatistic) (output, error) {
		return output{numbers: map[string]float64{"k": float64(s.K[s.Chosen]), "T": s.T[s.Chosen], "tried": float64(len(s.K))}}, nil
	}), nil
}

// neighbours is the work of finding the k nearest rows of every row.
func neighbours(arrays map[string]*mat.Dense, set settings) (work, error) {
	return newJob(func(ctx context.Context) (*engine.Neighbours, error) {
		return neighbour.Nearest(ctx, engine.Euclidean(arrays["x"]), int(set.number("k")))
	}, func(_ context.Context, nb *engine.Neighbours) (output, error) {
		index := make([]float64, len(nb.Index))
		for i, j := range nb.Index {
			index[i] = float64(j)
		}
		n := len(index) / nb.K
		return output{arrays: map[string]*mat.Dense{"index": mat.NewDense(n, nb.K, index), "length": mat.NewDense(n, nb.K, nb.Length)}}, nil
	}), nil
}

// sentence is the work of a whole pipeline, from rows to how many of the held
// ones were told right.
func sentence(arrays map[string]*mat.Dense, set settings) (work, error) {
	pipe, err := pipeOf([]engine.Method{&values.Data{X: arrays["x"], Y: whole(arrays["y"])}, folds{arrays["held"]}}, []stage{
		{&prepare.Scale{}, nil},
		{&metric.Warp{}, settings{"alpha": set["alpha"]}},
		{&embedding.Isomap{}, settings{"k": set["k"], "dim": set["dim"]}},
		{&extension.KRR{}, settings{"lambda": set["lambda"], "sigma": set["sigma"], "train": "placed"}},
		{&predictor.SVM{}, settings{"C": set["C"]}},
		{&quality.Accuracy{}, nil},
	})
	if err != nil {
		return nil, err
	}
	return evaluation(pipe, func(r *engine.Report) map[string]float64 {
		accuracy, _ := r.Score("accuracy")
		return map[string]float64{"accuracy": accuracy.Mean}
	}), nil
}

// A stage is a method with what is set of it.
type stage struct {
	method engine.Method
	set    settings
}

// pipeOf puts configured stages behind some methods.
func pipeOf(methods []engine.Method, stages []stage) (engine.Pipeline, error) {
	for _, s := range stages {
		m, err := configured(s.method, s.set)
		if err != nil {
			return engine.Pipeline{}, err
		}
		methods = append(methods, m)
	}
	return engine.Pipe(methods...), nil
}

// evaluation is the work of running a pipeline, and the numbers of its report.
func evaluation(pipe engine.Pipeline, numbers func(*engine.Report) map[string]float64) work {
	return newJob(func(ctx context.Context) (*engine.Report, error) {
		return evaluate.Run(ctx, pipe, evaluate.Environment{})
	}, func(_ context.Context, r *engine.Report) (output, error) {
		return output{numbers: numbers(r)}, nil
	})
}

// folds is a protocol whose divisions are given: a column each, which has 1
// for the rows that are held.
type folds struct{ held *mat.Dense }

// Params declares none.
func (folds) Params(*engine.Params) {}

// Split returns the given divisions.
func (f folds) Split(context.Context, *engine.Table) ([]engine.Fold, error) { return f.all(), nil }

// all returns them.
func (f folds) all() []engine.Fold {
	n, count := f.held.Dims()
	all := make([]engine.Fold, count)
	for c := range all {
		for i := range n {
			to := &all[c].Train
			if f.held.At(i, c) != 0 {
				to = &all[c].Held
			}
			*to = append(*to, i)
		}
	}
	return all
}

// whole returns the first column as class numbers.
func whole(column *mat.Dense) []int {
	n, _ := column.Dims()
	classes := make([]int, n)
	for i := range classes {
		classes[i] = int(column.At(i, 0))
	}
	return classes
}
