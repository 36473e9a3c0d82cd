package evidence

import "unfold/engine/internal/elementary"

// RangeCDF is the distribution of the studentized range of k normal draws with
// known variance, that is with infinite degrees of freedom:
//
//	P(q) = k ∫ φ(z) (Φ(z) − Φ(z−q))^(k−1) dz.
//
// The integrand is smooth and falls off as fast as φ, so the trapezium rule with
// steps of 1/16 has all the digits of a float64. It takes 300 evaluations of Φ.
func RangeCDF(q float64, k int) float64 {
	if q <= 0 {
		return 0
	}
	const step, reach = 1.0 / 16, 9.0
	sum := 0.0
	for z := -reach; z <= reach; z += step {
		sum += float64(normalDensity(z) * elementary.Pow(normalCDF(z)-normalCDF(z-q), float64(k-1)))
	}
	return min(1, float64(k)*step*sum)
}

// RangeQuantile is the q that [RangeCDF] reaches p at, for 0 < p < 1, by
// bisection to the last digit.
func RangeQuantile(p float64, k int) float64 {
	return firstAbove(func(q float64) bool { return RangeCDF(q, k) >= p })
}
