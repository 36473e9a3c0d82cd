package gainratio

import (
	"math"

	"unfold/engine/internal/elementary"
)

// A Limit tells how many errors a leaf is thought to make on new rows.
type Limit struct {
	confidence float64
	z          float64 // the normal number that is exceeded with that probability
}

// NewLimit returns the limit of a confidence, 0 < confidence ≤ 1/2.
func NewLimit(confidence float64) Limit {
	return Limit{confidence, normalQuantile(1 - confidence)}
}

// Errors returns n U(n, e), the errors on n rows like those of a leaf, e of n of
// which are of another class: U is the upper limit of a binomial proportion that
// is exceeded with the probability of the confidence. It is exact for e = 0,
// 1 − confidence^(1/n), linear from there to e = 1, and Wilson's score limit of
// e + 1/2 errors beyond (Quinlan 1993, section 4.2, as Weka has it).
func (l Limit) Errors(n, e float64) float64 {
	switch {
	case n == 0:
		return 0
	case e < 1:
		clean := float64(n * (1 - elementary.Pow(l.confidence, 1/n)))
		if e == 0 {
			return clean
		}
		return clean + float64(e*(l.Errors(n, 1)-clean))
	case e+0.5 >= n:
		return n
	}
	f, square := (e+0.5)/n, float64(l.z*l.z)
	spread := math.Sqrt(f/n - float64(f*f)/n + square/float64(4*float64(n*n)))
	return n * (f + square/(2*n) + float64(l.z*spread)) / (1 + square/n)
}
