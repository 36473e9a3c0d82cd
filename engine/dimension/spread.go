package dimension

import (
	"math"

	"unfold/engine/internal/elementary"
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
func (r *Rows) around(value float64, influences []float64, k int) Estimate {
	n := len(influences)
	var own, shared float64
	for i, psi := range influences {
		own += float64(psi * psi)
		index, _ := r.Of(i)
		for _, j := range index[:k] {
			if pair := float64(psi * influences[j]); r.hasAmong(int(j), i, k) {
				shared += pair // and again from the other one
			} else {
				shared += float64(2 * pair)
			}
		}
	}
	return spread(value, math.Sqrt(max(own+shared, own/2))/float64(n))
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
