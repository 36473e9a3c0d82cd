package quality

import (
	"context"
	"math"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "residual",
		Summary:  "is the variance of the dissimilarities that the embedding leaves unexplained",
		Formula:  "1 − r²(δ_ij, ‖y_i − y_j‖)",
		Citation: "Tenenbaum, de Silva, Langford 2000, doi:10.1126/science.290.5500.2319",
		Examples: []string{`swissroll(n=400) | isomap(k=10) | residual`},
		Needs:    engine.NeedEmbedding | engine.NeedResidual,
		Standard: true,
	}, func() *Residual { return new(Residual) })
}

// Residual is the residual variance at the dimension of the embedding,
//
//	1 − r²,
//
// with r the correlation, over pairs of training rows, between the
// dissimilarities the embedder was to keep and the distances in the embedding.
// The embedder has measured it; the view curve shows it for other dimensions.
// It is NaN where the embedder measured fewer dimensions than it placed.
//
// Citation: Tenenbaum, de Silva, Langford 2000, doi:10.1126/science.290.5500.2319.
type Residual struct{}

// Params declares that there are none.
func (*Residual) Params(*engine.Params) {}

// Score looks the value up.
func (*Residual) Score(_ context.Context, r *engine.Run) (engine.Score, error) {
	s := engine.Score{Name: "residual", Value: math.NaN(), Better: engine.Lower}
	if dim := r.Embedding.Dim(); dim <= len(r.Embedding.Residual) {
		s.Value = r.Embedding.Residual[dim-1]
	}
	return s, nil
}
