package quality

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/rank"
)

func init() {
	declare(engine.Stage{
		Name:     "ycontinuity",
		Summary:  "tells whether neighbours in the embedding have neighbouring responses",
		Formula:  "1 − C(k) Σ_i Σ_{j ∈ N_k(z_i)} max(0, rank of y_j seen from y_i − k), averaged over k",
		Citation: "Raamadhurai 2014, Aalto University; Venna, Kaski 2001, doi:10.1007/3-540-44668-0_68",
		Examples: []string{`parity(n=300) | holdout | pls | ycontinuity`},
		Needs:    engine.NeedEmbedding | engine.NeedResponse,
		Rank:     230,

		JudgesHeld: true,
	}, func() *YContinuity { return new(YContinuity) })
}

// YContinuity tells whether rows that an embedding puts side by side have
// responses that are close: whether the response is a continuous function of
// where rows are. It goes from coordinates z to the response y,
//
//	M(k) = 1 − C(k) Σ_i Σ_{j ∈ N_k(z_i)} max(0, r(y_i, y_j) − k)
//	C(k) = 2/(nk(2n − 3k − 1)) below n/2, 2/(n(n − k)(n − k − 1)) from there on,
//
// where N_k(z_i) are the k rows nearest to row i in the embedding and
// r(y_i, y_j) = 1 for the row whose response is nearest to that of row i, 2 for
// the next, and so on; ties go to the smaller index. Of several responses it is
// by the Euclidean distance in all of them, in their own units. 1 means that all k
// neighbours in the embedding are those by the response; rows placed at random
// have about 1/2. A response that is no function of few coordinates bounds it
// below 1: on parity the two columns that matter have 0.64.
//
// By itself it is the mean of M at k = ⌊n/10⌋, ⌊2n/10⌋, ... ⌊5n/10⌋, each at
// least 1 and below n/2; with k given it is M(k), k lowered to below n/2 with a
// remark. n are the held rows as they were mapped, or the training rows with a
// response as they were placed where none are held. It is NaN for fewer than 3 rows, and where
// held rows have no map. Beyond some 10,000 rows a sample of them is compared
// with all others.
//
// It fails, with an *engine.Error, where a distance is not finite. It is
// deterministic.
//
// Cost: O(n²(dim + log n)) time, O(n dim) memory.
//
// Citation: Raamadhurai 2014, Supervised probability preserving projection,
// Aalto University, who calls it the continuity Z→Y; with the response in the
// place of the data it is the trustworthiness of Venna, Kaski 2001,
// doi:10.1007/3-540-44668-0_68.
type YContinuity struct {
	K int // neighbours looked at, or engine.Auto for five ranges
}

// Params declares the parameters.
func (m *YContinuity) Params(p *engine.Params) {
	p.Int(&m.K, "k", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "neighbours of each row that are looked at; auto is the mean over five ranges up to half of the rows")
}

// Score ranks responses from each row.
func (m *YContinuity) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	score := engine.Score{Name: "ycontinuity", Value: math.NaN()}
	rows, z := r.Labelled()
	judged := rows.Target
	if r.Held.Len() > 0 {
		z, judged = r.Mapped, r.Held.Target
	}
	y := judged.Response
	if z == nil || y.RawMatrix().Rows < 3 {
		return score, ctx.Err()
	}
	judged.RemarkUnlike(ctx)
	var err error
	score.Value, err = m.mean(ctx, z, y)
	return score, err
}

// mean averages M over the ranges, for rows at z with responses y.
func (m *YContinuity) mean(ctx context.Context, z, y *mat.Dense) (float64, error) {
	n, _ := y.Dims()
	ks := neighbourCounts(n)
	if most := (n - 1) / 2; m.K != engine.Auto {
		if m.K > most {
			engine.Remark(ctx, "k was lowered from %d to %d, below half of the %d rows", m.K, most, n)
		}
		ks = []int{min(m.K, most)}
	}
	responses, placed := engine.Euclidean(y), engine.Euclidean(z)
	k := ks[len(ks)-1]
	a, err := rank.Compare(ctx, responses, placed, k, rank.Sample(ctx, responses, placed, k))
	if err != nil {
		return 0, err
	}
	var sum float64
	for _, k := range ks {
		sum += a.Trustworthiness(k)
	}
	return sum / float64(len(ks)), nil
}

// neighbourCounts returns five numbers of neighbours up to half of n rows, in
// order.
func neighbourCounts(n int) []int {
	var ks []int
	for tenth := 1; tenth <= 5; tenth++ {
		ks = append(ks, max(1, min(n*tenth/10, (n-1)/2)))
	}
	return ks
}
