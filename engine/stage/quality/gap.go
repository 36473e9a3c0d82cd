package quality

import (
	"context"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "gap",
		Summary:  "is how far the map sends training rows from where they were placed",
		Formula:  "√(Σ ‖y_i − f(x_i)‖² / Σ ‖y_i − ȳ‖²)",
		Citation: "Hastie, Tibshirani, Friedman 2009, chapter 7, doi:10.1007/978-0-387-84858-7",
		Examples: []string{`swissroll(n=400) | isomap(k=10) | krr | gap`},
		Needs:    engine.NeedEmbedding | engine.NeedMap,
		Rank:     310,
		Standard: true,
	}, func() *Gap { return new(Gap) })
}

// Gap is how far the map f sends the training rows from where the embedder
// placed them, relative to the spread of the embedding:
//
//	√(Σ ‖y_i − f(x_i)‖² / Σ ‖y_i − ȳ‖²).
//
// 0 is a map that repeats the placement, 1 one that sends every row to the
// mean. A predictor that learned from placed rows meets held rows where the map
// sends them, so a large gap spoils it; a small one says nothing of rows the
// map has not seen. It is NaN where all rows were placed at one point.
//
// Cost: that of mapping the training rows, unless the predictor has learned from them
// mapped. Citation: training error of a regression (Hastie,
// Tibshirani, Friedman 2009, chapter 7, doi:10.1007/978-0-387-84858-7).
type Gap struct{}

// Params declares that there are none.
func (*Gap) Params(*engine.Params) {}

// Score compares the two arrangements.
func (*Gap) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	remapped, err := r.Remapped(ctx)
	if err != nil {
		return engine.Score{}, err
	}
	n, dim := r.Embedding.Y.Dims()
	var missed, spread float64
	for j := range dim {
		var mean float64
		for i := range n {
			mean += r.Embedding.Y.At(i, j) / float64(n)
		}
		for i := range n {
			placed := r.Embedding.Y.At(i, j)
			missed += float64((placed - remapped.At(i, j)) * (placed - remapped.At(i, j)))
			spread += float64((placed - mean) * (placed - mean))
		}
	}
	return engine.Score{Name: "gap", Value: rootRatio(missed, spread), Better: engine.Lower}, nil
}
