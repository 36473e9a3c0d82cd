package profile

import "math"

const (
	mostSteps = 16 // bins of one value each
	usualBins = 12
)

// binsOf counts sorted numbers in bins; whole says that all of them are.
func binsOf(sorted []float64, whole bool) []Bin {
	if len(sorted) == 0 {
		return nil
	}
	step := 0.0
	if whole {
		step = stepOf(sorted)
	}
	bins := emptyBins(sorted[0], sorted[len(sorted)-1], step)
	at := 0
	for _, v := range sorted {
		for at < len(bins)-1 && v >= bins[at].High {
			at++
		}
		bins[at].Rows++
	}
	return bins
}

// stepOf is the largest step that leads from each of sorted whole numbers to all others;
// 0 of equal ones, and of such as lie too far apart to have exact differences.
func stepOf(sorted []float64) (step float64) {
	const exact = 1 << 53
	if sorted[0] < -exact/2 || sorted[len(sorted)-1] > exact/2 {
		return 0
	}
	for _, v := range sorted {
		for left := v - sorted[0]; left != 0; {
			step, left = left, math.Mod(step, left)
		}
	}
	return step
}

// emptyBins divides what lies from the least to the most: a bin for each value where these
// are a few steps apart, as bins that do not fit the steps would tell of gaps there are
// not; step is 0 where there is none.
func emptyBins(least, most, step float64) []Bin {
	if least == most {
		return []Bin{{Low: least - 0.5, High: least + 0.5}}
	}
	if step > 0 && (most-least)/step < mostSteps {
		bins, half := make([]Bin, int((most-least)/step)+1), float64(step/2)
		for b := range bins {
			middle := least + float64(float64(b)*step)
			bins[b].Low, bins[b].High = middle-half, middle+half
		}
		return bins
	}
	bins := make([]Bin, usualBins)
	for b := range bins {
		bins[b].Low, bins[b].High = between(least, most, b), between(least, most, b+1)
	}
	return bins
}

// between is the border before a bin; the difference of least and most may be beyond
// all numbers, parts of them are not.
func between(least, most float64, bin int) float64 {
	share := float64(bin) / usualBins
	return math.Max(least, math.Min(most, float64((1-share)*least)+float64(share*most)))
}
