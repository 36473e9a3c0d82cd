package profile

import "math"

const (
	mostUnit  = 16 // bins of one whole number each
	usualBins = 12
)

// binsOf counts sorted numbers in bins; whole says that all of them are.
func binsOf(sorted []float64, whole bool) []Bin {
	if len(sorted) == 0 {
		return nil
	}
	bins := emptyBins(sorted[0], sorted[len(sorted)-1], whole)
	at := 0
	for _, v := range sorted {
		for at < len(bins)-1 && v >= bins[at].High {
			at++
		}
		bins[at].Rows++
	}
	return bins
}

// emptyBins divides what lies from the least to the most.
func emptyBins(least, most float64, whole bool) []Bin {
	if whole && most-least < mostUnit || least == most {
		bins := make([]Bin, int(most-least)+1)
		for b := range bins {
			middle := least + float64(b)
			bins[b].Low, bins[b].High = middle-0.5, middle+0.5
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
