package quality

import "math"

// rootRatio returns the root of missed/all, and NaN where there is nothing to
// relate to.
func rootRatio(missed, all float64) float64 {
	if all == 0 {
		return math.NaN()
	}
	return math.Sqrt(missed / all)
}
