package quality

import "math"

// relative returns the root of missed/all, and NaN where there is nothing to
// relate to.
func relative(missed, all float64) float64 {
	if all == 0 {
		return math.NaN()
	}
	return math.Sqrt(missed / all)
}
