package quality

import (
	"context"

	"unfold/engine"
	"unfold/engine/graph/rank"
)

func init() {
	declare(engine.Stage{
		Name:     "trustworthiness",
		Summary:  "tells whether neighbours in the embedding are neighbours in the data",
		Formula:  "1 − 2/(nk(2n−3k−1)) Σ_i Σ_{j ∈ N_k(y_i)} max(0, rank of x_j seen from x_i − k)",
		Citation: "Venna, Kaski 2006, doi:10.1016/j.neunet.2006.05.014",
		Examples: []string{`swissroll(n=400) | isomap(k=10) | trustworthiness(k=12)`},
		Needs:    engine.NeedEmbedding,
		Rank:     210,
		Standard: true,
	}, func() *Trustworthiness { return new(Trustworthiness) })
}

// Trustworthiness tells whether rows that the embedding puts side by side are
// close in the data. It goes from the prepared columns x of the training rows
// to the coordinates y they were placed at:
//
//	1 − 2/(nk(2n−3k−1)) Σ_i Σ_{j ∈ N_k(y_i)} max(0, r(x_i, x_j) − k),
//
// where N_k(y_i) are the k rows nearest to row i in the embedding and
// r(x_i, x_j) = 1 for the row nearest to row i in the data, 2 for the next, and
// so on; ties go to the smaller index. 1 means that no stranger has come
// between; a random arrangement gives about 1/2.
//
// k is lowered to below n/2 where there are fewer rows, with a remark; with
// fewer than 3 rows the score is NaN. Beyond some 20,000 rows, fewer where they
// have many columns, a sample of them is compared with all others.
//
// It fails, with an *engine.Error, where a distance is not finite.
//
// Cost: O(n²(d + dim)) time, and O(n) for each neighbour that only one space
// has; O(n(d + dim)) memory: ranks are counted, not sorted.
//
// Citation: Venna, Kaski 2006, doi:10.1016/j.neunet.2006.05.014.
type Trustworthiness struct {
	K int // neighbours looked at
}

// Params declares the parameters.
func (m *Trustworthiness) Params(p *engine.Params) {
	p.Int(&m.K, "k", 10, engine.AtLeast(1), "neighbours of each row that are looked at")
}

// Score counts how far the neighbours in the embedding are down in the data.
func (m *Trustworthiness) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	a, err := rankAgreementBelowHalf(ctx, r, m.K)
	return engine.Score{Name: "trustworthiness", Value: lastOfCurve(a, (*rank.Agreement).Trustworthiness)}, err
}
