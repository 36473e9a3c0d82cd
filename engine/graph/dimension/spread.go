package dimension

import (
	"context"
	"math"

	"unfold/engine/internal/elementary"
	"unfold/engine/internal/parallel"
)

// around returns the estimate of a value from the influences of the rows on it,
// numbers ψ whose mean, added to the value, is what rows drawn anew would give.
//
// Rows share neighbours, so influences of near rows go together: the variance of
// their mean is the sum of ψ_i ψ_j over the rows themselves and all pairs of which
// one is among the k nearest of the other (Conley 1999,
// doi:10.1016/S0304-4076(98)00084-0), but no less than half of that of
// independent rows, over n². The interval is one of the logarithm, for an
// estimate far off is far too high rather than too low.
func (r *Rows) around(ctx context.Context, value float64, influences []float64, k int) (Estimate, error) {
	n := len(influences)
	shared, err := parallel.Sum(ctx, n, parallel.Grain(k*k), func(lo, hi int) (sum float64) {
		for i := lo; i < hi; i++ {
			sum += r.sharedBy(i, influences, k)
		}
		return sum
	})
	var own float64
	for _, psi := range influences {
		own += float64(psi * psi)
	}
	return spread(value, math.Sqrt(max(own+shared, own/2))/float64(n)), err
}

// sharedBy returns the products of row i with its k nearest, those once that come
// again from the other row, the others twice.
func (r *Rows) sharedBy(i int, influences []float64, k int) (sum float64) {
	index, _ := r.Of(i)
	for _, j := range index[:k] {
		pair := float64(influences[i] * influences[j])
		if !r.hasAmong(int(j), i, k) {
			pair *= 2
		}
		sum += pair
	}
	return sum
}

// spread is an estimate by its standard error.
func spread(value, se float64) Estimate {
	const z = 1.959963984540054 // of the normal distribution, 2.5 % lie above
	factor := elementary.Exp(z * se / value)
	return Estimate{value, value / factor, value * factor}
}

// hasAmong reports whether row j is among the k nearest of row i.
func (r *Rows) hasAmong(i, j, k int) bool {
	index, _ := r.Of(i)
	for _, at := range index[:k] {
		if int(at) == j {
			return true
		}
	}
	return false
}
