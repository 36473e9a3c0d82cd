package quality

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/graph/dimension"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "mle",
		Summary:  "estimates how many dimensions the rows have from where their k nearest are",
		Formula:  "mean over k of (1/n Σ_i 1/(k−1) Σ_{j<k} log(T_k(i)/T_j(i)))⁻¹",
		Citation: "Levina, Bickel 2004, NIPS 17, 777–784",
		Examples: []string{`swissroll(n=400) | mle`, `load | scale | mle(k1=5, k2=15, average="local")`},
		Needs:    engine.NeedRows,
		Rank:     520,
	}, func() *MLE { return new(MLE) })
}

// MLE is the likeliest intrinsic dimension of the training rows, as they are
// prepared and under the metric in force. With T_j(i) the distance of the j-th
// nearest of row i, and rows spread evenly around it,
//
//	1/m_k(i) = 1/(k−1) Σ_{j<k} log(T_k(i)/T_j(i))
//
// estimates the inverse of the dimension. The inverses are averaged over rows, or
// with Average "local" the m_k(i), with k−2 in the place of k−1; what comes is
// averaged over k from K1 to K2. More neighbours make it steadier, and more biased
// by curvature, density and borders: the view intrinsic draws one k after the other.
//
// The interval is how far other rows of the same set would move the estimate: see
// [dimension.Rows]. Above five dimensions or so estimates are too low by more than
// that. Rows at no distance from another count once, which is remarked on.
//
// Cost: the search for K2 neighbours, O(n log n) in few columns and O(n²d) in many,
// which embedders that ask for as many share, and O(n K2²); O(n K2) memory. Deterministic.
// Failures: an *engine.Error for fewer than 10 different rows, or no more than K2,
// for K1 above K2, and for columns that are no numbers.
//
// Citation: Levina, Bickel 2004, "Maximum Likelihood Estimation of Intrinsic
// Dimension", NIPS 17, 777–784; the average of inverses: MacKay, Ghahramani 2005,
// "Comments on 'Maximum Likelihood Estimation of Intrinsic Dimension'". Deviation:
// that average is the default, as the likeliest dimension of all rows together;
// the local one follows the paper's remark on what is without bias.
type MLE struct {
	K1, K2  int    // the fewest and the most neighbours that are looked at
	Average string // what is averaged over rows: inverse or local
}

// Params declares the parameters.
func (m *MLE) Params(p *engine.Params) {
	p.Int(&m.K1, "k1", 10, engine.AtLeast(3), "the fewest neighbours of each row that are looked at")
	p.Int(&m.K2, "k2", 20, engine.AtLeast(3), "the most neighbours of each row that are looked at")
	p.Text(&m.Average, "average", "inverse", engine.OneOf("inverse", "local"), "what is averaged over rows: the inverses of local dimensions, or these themselves")
}

// Score averages over rows and numbers of neighbours.
func (m *MLE) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	if m.K1 > m.K2 {
		return engine.Score{}, &engine.Error{Param: "k1", Cause: fmt.Sprintf("k1 = %d is above k2 = %d", m.K1, m.K2), Remedy: remedy.Set("k1", m.K2).Or(remedy.Set("k2", m.K1))}
	}
	rows, err := dimension.Find(ctx, r.Train, m.K2)
	if err != nil {
		return engine.Score{}, err
	}
	remarkCopies(ctx, rows)
	estimate, err := rows.MLE(ctx, m.K1, m.K2, m.Average == "local")
	return dimensionScore("mle", estimate), err
}
