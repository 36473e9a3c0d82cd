package simd

import "math"

// beforeVectors are the kernels of Before, by level; a vector is 8 numbers for
// AVX-512 and 4 for AVX2.
var beforeVectors [levels]func(values *float64, vectors int, q, next float64, at int) int

// Before counts the values that come before one at position at, in the order of
// value and then position, where those from least to most are equal to it:
// values[l] < least, or values[l] ≤ most and l < at. Neither is negative, most is
// finite, and at is not beyond the values.
func Before(values []float64, least, most float64, at int) int {
	next := math.Float64frombits(math.Float64bits(most+0) + 1) // v ≤ most is v < next; −0 + 0 is 0
	count, done := 0, 0
	if l := Current(); beforeVectors[l] != nil {
		width := 4 * int(l)
		if vectors := len(values) / width; vectors > 0 {
			done = vectors * width
			count = beforeVectors[l](&values[0], vectors, least, next, min(at, done))
		}
	}
	for l, v := range values[done:] {
		if v < least || v <= most && done+l < at {
			count++
		}
	}
	return count
}
