package main

import (
	"math"
	"slices"

	"unfold/engine/internal/elementary"
)

// median returns the middle of the values; NaN for none.
func median(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	half := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[half]
	}
	return (sorted[half-1] + sorted[half]) / 2
}

// A spread is the median of some values with the least and the greatest.
type spread struct {
	Median float64 `json:"median"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

func spreadOf(values []float64) spread {
	if len(values) == 0 {
		return spread{}
	}
	return spread{Median: median(values), Low: slices.Min(values), High: slices.Max(values)}
}

// ratios divides the costs of one side by those of another, turn by turn, so
// that what a turn had to share the machine with is on both.
func ratios(theirs, ours []float64) []float64 {
	all := make([]float64, min(len(theirs), len(ours)))
	for i := range all {
		all[i] = theirs[i] / ours[i]
	}
	return all
}

// exponent fits y = c·x^p by least squares of the logarithms, over the upper
// half of the points, where what does not grow weighs least; at least three of
// them, else it is NaN.
func exponent(x, y []float64) float64 {
	from := min(len(x)/2, len(x)-3)
	if from < 0 {
		return math.NaN()
	}
	x, y = x[from:], y[from:]
	var mx, my float64
	for i := range x {
		mx += elementary.Log(x[i]) / float64(len(x))
		my += elementary.Log(y[i]) / float64(len(x))
	}
	var xy, xx float64
	for i := range x {
		d := elementary.Log(x[i]) - mx
		xy += float64(d * (elementary.Log(y[i]) - my))
		xx += float64(d * d)
	}
	return xy / xx
}
