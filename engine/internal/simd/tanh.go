package simd

import (
	"math"

	"unfold/engine/internal/elementary"
)

// Tanh sets dst[i] to the hyperbolic tangent of src[i]: elementary.Tanh, the same
// bits at every level. Most of its time is in the exponentials, which have kernels.
// dst must be as long as src, and must not be src.
func Tanh(dst, src []float64) {
	dst = dst[:len(src)]
	for i, v := range src {
		dst[i] = -2 * math.Abs(v)
	}
	Exp(dst, dst)
	for i, v := range src {
		dst[i] = elementary.TanhBy(v, dst[i])
	}
}
