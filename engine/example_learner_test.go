package engine_test

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/stage/generator"
	"unfold/engine/stage/protocol"
	"unfold/engine/stage/quality"
)

// Centroid predicts the class whose mean is nearest.
type Centroid struct{}

// Params declares that there are none.
func (Centroid) Params(*engine.Params) {}

// Learn finds the mean of each class.
func (Centroid) Learn(_ context.Context, s engine.Sample) (engine.Predictor, error) {
	_, d := s.X.Dims()
	means := mat.NewDense(len(s.Classes), d, nil)
	for i, class := range s.Labels {
		for j, v := range s.X.RawRowView(i) {
			means.Set(class, j, means.At(class, j)+v/float64(s.Sizes()[class]))
		}
	}
	return centroids{means}, nil
}

// centroids are the means of the classes, a row each.
type centroids struct{ means *mat.Dense }

// Predict fills dst with the class number of each row.
func (c centroids) Predict(_ context.Context, dst []float64, rows *mat.Dense) error {
	classes, _ := c.means.Dims()
	for i := range dst {
		nearest := 0.0
		for class := range classes {
			if d := mat.Norm(difference(rows, i, c.means, class), 2); class == 0 || d < nearest {
				nearest, dst[i] = d, float64(class)
			}
		}
	}
	return nil
}

// difference returns row i of x less row j of y.
func difference(x *mat.Dense, i int, y *mat.Dense, j int) *mat.VecDense {
	var v mat.VecDense
	v.SubVec(x.RowView(i), y.RowView(j))
	return &v
}

// A learner of one's own, in a pipeline beside stages of the families.
func ExampleLearner() {
	report, err := evaluate.Run(context.Background(), engine.Pipe(
		&generator.Waveform{N: 300, Seed: 1},
		&protocol.CV{K: 5, Seed: 1},
		Centroid{},
		&quality.Accuracy{},
	), evaluate.Environment{})
	if err != nil {
		log.Fatal(err)
	}
	accuracy, _ := report.Score("accuracy")
	fmt.Println(report.Pipeline)
	fmt.Printf("%.1f\n", accuracy.Mean)
	// Output:
	// waveform(n=300, seed=1) | cv(k=5, repeats=auto, seed=1) | centroid | accuracy
	// 0.8
}
