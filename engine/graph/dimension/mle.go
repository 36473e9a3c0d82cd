package dimension

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/moments"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

// MLE estimates the dimension from the k1 to k2 nearest of each row (Levina,
// Bickel 2004). If row i has its j-th neighbour at T_j and the rows around it are
// spread evenly, they come as a Poisson process does, and the likeliest rate of
// log T_j says
//
//	1/m_k(i) = 1/(k−1) Σ_{j<k} log(T_k/T_j).
//
// Of all rows, the inverses are averaged, which is the likeliest dimension if all
// rows have the same (MacKay, Ghahramani 2005), or if local is set the m_k(i)
// themselves, with k−2 in the place of k−1, where each is without bias (Levina,
// Bickel). What comes is averaged over k. It takes time O(n k2²) besides the search.
// It fails with an *engine.Error where all neighbours are equally far: of all rows,
// or of a single one if local is set.
func (r *Rows) MLE(ctx context.Context, k1, k2 int, local bool) (Estimate, error) {
	influences := make([]float64, r.Len())
	var value float64
	share := 1 / float64(k2-k1+1)
	for k := k1; k <= k2; k++ {
		of, err := r.inverses(ctx, k)
		if err != nil {
			return Estimate{}, err
		}
		if local {
			for i := range of {
				of[i] = float64(k-2) / float64(k-1) / of[i]
			}
		}
		mean := moments.Mean(of)
		if mean == 0 || math.IsInf(mean, 1) {
			return Estimate{}, &engine.Error{Cause: fmt.Sprintf("the %d nearest are equally far, as on a lattice, which tells no dimension", k), Remedy: remedy.Raise("k1")}
		}
		estimate, slope := mean, 1.0
		if !local {
			estimate, slope = 1/mean, -1/float64(mean*mean)
		}
		value += float64(share * estimate)
		for i, v := range of {
			influences[i] += float64(share * float64(slope*(v-mean)))
		}
	}
	return r.around(ctx, value, influences, k2)
}

// inverses returns 1/m_k(i) of each row.
func (r *Rows) inverses(ctx context.Context, k int) ([]float64, error) {
	all := make([]float64, r.Len())
	err := parallel.For(ctx, len(all), parallel.Grain(20*k), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			_, length := r.Of(i)
			var sum float64
			for _, l := range length[:k-1] {
				sum += elementary.Log(length[k-1] / l)
			}
			all[i] = max(0, sum/float64(k-1)) // lengths that are equal but for rounding stand by index
		}
	})
	return all, err
}
