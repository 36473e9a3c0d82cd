package simd

import "math"

// beforeVectors are the kernels of Before, by level; a vector is 8 numbers for
// AVX-512 and 4 for AVX2.
var beforeVectors [levels]func(values *float64, vectors int, q, next float64, at int) int

// Before counts the values that come before q in the order of value and then
// position, where q stands at position at: values[l] < q, or values[l] = q
// and l < at. q is finite and not negative, and at is not beyond the values.
func Before(values []float64, q float64, at int) int {
	next := math.Float64frombits(math.Float64bits(q+0) + 1) // v ≤ q is v < next; −0 + 0 is 0
	count, done := 0, 0
	if l := Current(); beforeVectors[l] != nil {
		width := 4 * int(l)
		if vectors := len(values) / width; vectors > 0 {
			done = vectors * width
			count = beforeVectors[l](&values[0], vectors, q, next, min(at, done))
		}
	}
	for l, v := range values[done:] {
		if v < q || v == q && done+l < at {
			count++
		}
	}
	return count
}
