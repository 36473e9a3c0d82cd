package quality

import "math"

// squaredDistance returns ‖a − b‖².
func squaredDistance(a, b []float64) float64 {
	var sum float64
	for c, v := range a {
		diff := v - b[c]
		sum += diff * diff
	}
	return sum
}

// relative returns the root of missed/all, and NaN where there is nothing to
// relate to.
func relative(missed, all float64) float64 {
	if all == 0 {
		return math.NaN()
	}
	return math.Sqrt(missed / all)
}
