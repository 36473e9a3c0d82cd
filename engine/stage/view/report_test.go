package view

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// report has two folds of three training and two held rows each, of classes
// "a" and "b", placed and mapped in the given number of dimensions.
func report(dim int) *engine.Report {
	r := &engine.Report{}
	for fold := range 2 {
		x := mat.NewDense(3, 1, []float64{0, 3, 4})
		y, mapped := mat.NewDense(3, dim, nil), mat.NewDense(2, dim, nil)
		for i := range 3 {
			y.Set(i, 0, 2*x.At(i, 0)) // twice too far
			y.Set(i, dim-1, 2*x.At(i, 0))
		}
		scree := engine.NewScree(func(context.Context) ([]float64, []float64, error) {
			return []float64{9, 4, 1}, []float64{0.5, 0.25, 0.2}, nil
		})
		r.Runs = append(r.Runs, &engine.Run{
			Fold:      engine.Fold{Train: []int{0, 1, 2}, Held: []int{3, 4}},
			Train:     engine.Sample{X: x, Target: classes(0, 1, 1), Rows: []int{10, 11, 12}},
			Held:      engine.Sample{X: mat.NewDense(2, 1, nil), Target: classes(0, 1), Rows: []int{13, 14}},
			Predicted: []float64{0, float64(fold)},
			Mapped:    mapped,
			Extension: &engine.Extension{},
			Embedding: &engine.Embedding{
				Y: y, Spectrum: []float64{9, 4}, Scree: scree, KStatistic: &engine.KStatistic{K: []int{3, 4, 5}, T: []float64{0.3, 0.5, -0.25}, Coverage: []float64{0.125, 0.75, 1}, Components: []int{9, 2, 1}, Chosen: 1}, Target: engine.Euclidean(x),
				Graph: &engine.Graph{Start: []int{0, 1, 3, 4}, End: []int32{1, 0, 2, 1}, Length: []float64{3, 3, 1, 1}, Components: 2, Bridges: []engine.Edge{{I: 0, J: 1, Length: 3}}},
			},
		})
	}
	return r
}

func classes(labels ...int) engine.Target {
	return engine.Target{Label: "kind", Labels: labels, Classes: []string{"a", "b"}}
}

// responses makes the report one of a regression.
func responses(r *engine.Report) *engine.Report {
	for _, run := range r.Runs {
		run.Train.Target = engine.Target{Label: "height", Response: mat.NewDense(3, 1, []float64{1, 2, 3})}
		run.Held.Target = engine.Target{Label: "height", Response: mat.NewDense(2, 1, []float64{1, 2})}
	}
	return r
}
