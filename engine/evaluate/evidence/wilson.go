package evidence

import "math"

// Wilson returns the 95 % score interval for a share of count in n:
//
//	(p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n),  p = count/n, z = 1.96.
//
// Unlike p ± z√(p(1−p)/n) it stays inside [0, 1] and holds for small n and
// shares near the ends (Wilson 1927, doi:10.1080/01621459.1927.10502953).
func Wilson(count, n float64) (low, high float64) {
	const z = 1.959963984540054 // the normal quantile of 0.975
	p := count / n
	centre := p + z*z/(2*n)
	half := float64(z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n)))
	scale := 1 + z*z/n
	return max(0, (centre-half)/scale), min(1, (centre+half)/scale)
}
