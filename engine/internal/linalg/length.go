package linalg

import (
	"math"

	"unfold/engine/internal/simd"
)

// Length returns √(Σ x_i²), the same bits on every processor: squares are added
// up as simd.Dot does, of numbers that are brought to about one where they would
// overflow or lose bits. It is NaN if a number is, and else infinite if one is.
// Time three operations a number.
func Length(x []float64) float64 {
	square := simd.Dot(x, x)
	if square >= 0x1p-900 && square <= math.MaxFloat64 {
		return math.Sqrt(square)
	}
	var largest float64
	for _, v := range x {
		if math.IsNaN(v) {
			return v
		}
		largest = max(largest, math.Abs(v))
	}
	if largest == 0 || math.IsInf(largest, 0) {
		return largest
	}
	_, power := math.Frexp(largest)
	scaled := make([]float64, len(x))
	for i, v := range x {
		scaled[i] = math.Ldexp(v, -power)
	}
	return math.Ldexp(math.Sqrt(simd.Dot(scaled, scaled)), power)
}
