package quality

import (
	"context"

	"unfold/engine"
	"unfold/engine/graph/rank"
)

func init() {
	declare(engine.Stage{
		Name:     "qnx",
		Summary:  "is the share of its k neighbours in the data that a row keeps",
		Formula:  "Q_NX(k) = #{(i, j) : ρ_ij ≤ k and r_ij ≤ k} / (kn)",
		Citation: "Lee, Verleysen 2009, doi:10.1016/j.neucom.2008.12.017",
		Examples: []string{`swissroll(n=400) | isomap(k=10) | qnx(k=12)`},
		Needs:    engine.NeedEmbedding,
		Rank:     240,
	}, func() *QNX { return new(QNX) })
}

// QNX is the share of its k nearest rows that a row keeps, on average,
//
//	Q_NX(k) = #{(i, j) : ρ_ij ≤ k and r_ij ≤ k} / (kn),
//
// with ρ_ij the rank of row j seen from row i by the prepared columns of the
// training rows, and r_ij that by the places they were given. Rows placed at
// random keep k/(n−1) of them. Unlike Trustworthiness and Continuity it does
// not ask how far the others have gone.
//
// k is lowered to n−1 where there are fewer rows, with a remark; a single row
// has NaN. Failures, sampling and cost are those of Trustworthiness.
//
// Citation: Lee, Verleysen 2009, doi:10.1016/j.neucom.2008.12.017.
type QNX struct {
	K int // neighbours looked at
}

// Params declares the parameters.
func (m *QNX) Params(p *engine.Params) {
	p.Int(&m.K, "k", 10, engine.AtLeast(1), "neighbours of each row that are looked at")
}

// Score counts the neighbours that are kept.
func (m *QNX) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	n, _ := r.Train.X.Dims()
	if m.K > n-1 && n > 1 {
		engine.Remark(ctx, "k was lowered from %d to %d, all other rows", m.K, n-1)
	}
	a, err := rankAgreement(ctx, r, m.K, n-1)
	return engine.Score{Name: "qnx", Value: lastOfCurve(a, (*rank.Agreement).Q)}, err
}
