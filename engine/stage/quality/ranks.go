package quality

import (
	"context"
	"math"

	"unfold/engine"
	"unfold/engine/graph/rank"
)

// rankAgreement compares the prepared columns of the training rows with the
// places of these rows, for neighbourhoods of 1 to k rows. It returns nil, with
// a remark, where there are too few rows for most, the largest k that means
// something.
func rankAgreement(ctx context.Context, r *engine.Run, k, most int) (*rank.Agreement, error) {
	data, placed := engine.Euclidean(r.Train.X), engine.Euclidean(r.Embedding.Y)
	if most < 1 {
		engine.Remark(ctx, "%d rows are too few to have neighbours and strangers", data.Len())
		return nil, ctx.Err()
	}
	k = min(k, most)
	return rank.Compare(ctx, data, placed, k, rank.Sample(ctx, data, placed, k))
}

// rankAgreementBelowHalf is rankAgreement for measures whose factor holds for k
// < n/2: it lowers k to that, with a remark.
func rankAgreementBelowHalf(ctx context.Context, r *engine.Run, k int) (*rank.Agreement, error) {
	n, _ := r.Train.X.Dims()
	most := (n - 1) / 2
	if k > most && most >= 1 {
		engine.Remark(ctx, "k was lowered from %d to %d, below half of the %d rows", k, most, n)
	}
	return rankAgreement(ctx, r, k, most)
}

// lastOfCurve evaluates a curve of an agreement at its largest k; NaN without
// one.
func lastOfCurve(a *rank.Agreement, at func(*rank.Agreement, int) float64) float64 {
	if a == nil {
		return math.NaN()
	}
	return at(a, a.K)
}
