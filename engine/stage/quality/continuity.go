package quality

import (
	"context"

	"unfold/engine"
	"unfold/engine/graph/rank"
)

func init() {
	declare(engine.Stage{
		Name:     "continuity",
		Summary:  "tells whether neighbours in the data are neighbours in the embedding",
		Formula:  "1 − 2/(nk(2n−3k−1)) Σ_i Σ_{j ∈ N_k(x_i)} max(0, rank of y_j seen from y_i − k)",
		Citation: "Venna, Kaski 2006, doi:10.1016/j.neunet.2006.05.014",
		Examples: []string{`swissroll(n=400) | isomap(k=10) | continuity(k=12)`},
		Needs:    engine.NeedEmbedding,
		Rank:     220,
		Standard: true,
	}, func() *Continuity { return new(Continuity) })
}

// Continuity tells whether rows that are close in the data stay together in
// the embedding: Trustworthiness with the data and the embedding exchanged,
//
//	1 − 2/(nk(2n−3k−1)) Σ_i Σ_{j ∈ N_k(x_i)} max(0, r(y_i, y_j) − k),
//
// where N_k(x_i) are the k rows nearest to row i by the prepared columns of
// the training rows and r(y_i, y_j) is the rank of row j seen from row i in
// the embedding. An embedding that cuts the data apart loses continuity; one
// that folds it over loses trustworthiness.
//
// Bounds on k, sampling and cost are those of Trustworthiness.
//
// Citation: Venna, Kaski 2006, doi:10.1016/j.neunet.2006.05.014.
type Continuity struct {
	K int // neighbours looked at
}

// Params declares the parameters.
func (m *Continuity) Params(p *engine.Params) {
	p.Int(&m.K, "k", 10, engine.AtLeast(1), "neighbours of each row that are looked at")
}

// Score counts how far the neighbours in the data are down in the embedding.
func (m *Continuity) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	a, err := rankAgreementBelowHalf(ctx, r, m.K)
	return engine.Score{Name: "continuity", Value: lastOfCurve(a, (*rank.Agreement).Continuity)}, err
}
