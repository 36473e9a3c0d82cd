package quality

import (
	"context"

	"unfold/engine"
	"unfold/engine/linear/spectral"
)

func init() {
	declare(engine.Stage{
		Name:     "residual",
		Summary:  "is the variance of the dissimilarities that the embedding leaves unexplained",
		Formula:  "1 − r²(δ_ij, ‖y_i − y_j‖)",
		Citation: "Tenenbaum, de Silva, Langford 2000, doi:10.1126/science.290.5500.2319",
		Examples: []string{`swissroll(n=400) | isomap(k=10) | residual`},
		Needs:    engine.NeedEmbedding | engine.NeedTarget | engine.NeedResidual,
		Rank:     260,
		Standard: true,
	}, func() *Residual { return new(Residual) })
}

// Residual is the residual variance at the dimension of the embedding,
//
//	1 − r²,
//
// with r the correlation, over pairs of training rows, between the
// dissimilarities the embedder was to keep and the distances in the embedding
// (spectral.Residual). The view elbow shows it for other dimensions; embedders
// that judge those are the ones it is measured of.
//
// Citation: Tenenbaum, de Silva, Langford 2000, doi:10.1126/science.290.5500.2319.
type Residual struct{}

// Params declares that there are none.
func (*Residual) Params(*engine.Params) {}

// Score measures it.
func (*Residual) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	curve, err := spectral.Residual(ctx, r.Embedding.Target, r.Embedding.Y)
	if err != nil {
		return engine.Score{}, err
	}
	return engine.Score{Name: "residual", Value: curve[len(curve)-1], Better: engine.Lower}, nil
}
