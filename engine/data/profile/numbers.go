package profile

import (
	"math"
	"slices"

	"unfold/engine/internal/calendar"
)

// setNumbers takes sorted numbers.
func (c *Column) setNumbers(sorted []float64) {
	c.Different = countDifferent(sorted)
	c.Quartiles = quartiles(sorted)
	c.Kind = Number
	whole := !slices.ContainsFunc(sorted, func(v float64) bool { return v != math.Trunc(v) })
	switch {
	case len(sorted) == 0:
		c.Kind = Empty
	case c.form == calendar.Clock:
		c.Kind = Time
	case c.form != "":
		c.Kind = Date
	case whole && c.Different <= 2 && sorted[0] >= 0 && sorted[len(sorted)-1] <= 1:
		c.Kind = Boolean
	case whole:
		c.Kind = Whole
	}
	c.Bins = binsOf(sorted, whole)
	c.inner = innerOf(sorted)
}

// innerOf returns the least of sorted numbers but for the least, and the most but for the
// most.
func innerOf(sorted []float64) (inner [2]float64) {
	for i := 1; i < len(sorted); i++ {
		if sorted[i] > sorted[0] {
			inner[0] = sorted[i]
			break
		}
	}
	for i := len(sorted) - 2; i >= 0; i-- {
		if sorted[i] < sorted[len(sorted)-1] {
			inner[1] = sorted[i]
			break
		}
	}
	return inner
}

// quartiles are the least, the quartiles and the most of sorted numbers; NaN of none.
func quartiles(sorted []float64) (q [5]float64) {
	for k := range q {
		q[k] = math.NaN()
		if len(sorted) > 0 {
			at := float64(float64(len(sorted)-1) * float64(k) / 4)
			below := int(at)
			above := min(below+1, len(sorted)-1)
			share := at - float64(below)
			q[k] = float64((1-share)*sorted[below]) + float64(share*sorted[above])
		}
	}
	return q
}
