package optimum

import (
	"math"

	"unfold/engine/internal/simd"
)

// length is |x|.
func length(x []float64) float64 { return math.Sqrt(simd.Dot(x, x)) }

// move sets to = x + step s.
func move(to, x []float64, step float64, s []float64) {
	for i, v := range x {
		to[i] = v + float64(step*s[i])
	}
}

// minus sets to = x − y.
func minus(to, x, y []float64) {
	for i, v := range x {
		to[i] = v - y[i]
	}
}

// scale sets to = factor x.
func scale(to []float64, factor float64, x []float64) {
	for i, v := range x {
		to[i] = factor * v
	}
}
