package simd

import (
	"math"

	"unfold/engine/internal/elementary"
)

// The exponential is eˣ = 2ᵏ eʳ with k = x/ln 2 rounded to a whole number and
// r = x − k ln 2, at most 0.347 in size, by Cody and Waite's two-part ln 2, so
// that k times the first part is exact. eʳ = 1 + (r + r² q(r)), where q goes
// through (eʳ − 1 − r)/r² at Chebyshev's nodes: degree 9 leaves 1e-17 in
// float64, degree 4 leaves 8e-9 in float32. Products and sums are rounded
// apart, never fused, so that all levels and all processors agree to the bit.
// One number of float64 is elementary.Exp's, whose constants the kernels repeat.
const (
	perLn2 = 1.4426950408889634 // 1/ln 2

	doubleLow = -708 // below it the result is zero

	singleLow   = -87
	singleMagic = 0x1.8p23
	singleLn2   = 0x1.62ep-1 // ln 2 to 12 bits
	singleRest  = 3.1946184945309415e-05
)

// singleTerms are the coefficients of q, constant term first.
var singleTerms = [...]float32{0.5, 0.16666576998242924, 0.041666554627878084, 0.008363177629994445, 0.0013926181810489343}

// The kernels by level; a step is the numbers that expWidth says.
var (
	expDouble   [levels]func(dst, src *float64, steps int)
	expSingle   [levels]func(dst, src *float32, steps int)
	gaussDouble [levels]func(row, shifts *float64, shift float64, steps int)
)

// expSteps is how many steps of a level's kernels fit into n numbers, and how
// many numbers those are. A step is four registers.
func expSteps(l Level, n, size int) (steps, numbers int) {
	width := 4 * (16 << l) / size
	return n / width, n / width * width
}

// Exp sets dst[i] = exp(src[i]) for numbers that are not positive, to a unit
// in the last place, the same bits at every level. Results below 3.3e-308, or
// 1.6e-38 in float32, are zero; what is not a number stays so. dst must be as
// long as src, and may be src.
func Exp[T float32 | float64](dst, src []T) {
	dst = dst[:len(src)]
	if len(src) == 0 {
		return
	}
	l, at := Current(), 0
	switch src := any(src).(type) {
	case []float64:
		dst := any(dst).([]float64)
		if steps, numbers := expSteps(l, len(src), 8); steps > 0 && expDouble[l] != nil {
			expDouble[l](&dst[0], &src[0], steps)
			at = numbers
		}
		for i, v := range src[at:] {
			dst[at+i] = exp64(v)
		}
	case []float32:
		dst := any(dst).([]float32)
		if steps, numbers := expSteps(l, len(src), 4); steps > 0 && expSingle[l] != nil {
			expSingle[l](&dst[0], &src[0], steps)
			at = numbers
		}
		for i, v := range src[at:] {
			dst[at+i] = exp32(v)
		}
	}
}

// Gauss sets row[j] = exp(row[j] − (shift + shifts[j])), or 1 where that
// exponent is positive: from 2γ x·y, γ‖x‖² and γ‖y‖² it makes the entries
// exp(−γ‖x − y‖²) of a Gram matrix. The exponential is that of Exp, the same
// bits at every level. shifts must be as long as row.
func Gauss(row []float64, shift float64, shifts []float64) {
	shifts = shifts[:len(row)]
	l, at := Current(), 0
	if steps, numbers := expSteps(l, len(row), 8); steps > 0 && gaussDouble[l] != nil {
		gaussDouble[l](&row[0], &shifts[0], shift, steps)
		at = numbers
	}
	for j, s := range shifts[at:] {
		row[at+j] = exp64(min(row[at+j]-(shift+s), 0))
	}
}

func exp64(x float64) float64 {
	if x < doubleLow {
		return 0
	}
	return elementary.Exp(x)
}

func exp32(x float32) float32 {
	if x < singleLow {
		return 0
	}
	t := float32(x*perLn2) + singleMagic
	k := t - singleMagic
	r := x - float32(k*singleLn2) - float32(k*singleRest)
	q := singleTerms[len(singleTerms)-1]
	for c := len(singleTerms) - 2; c >= 0; c-- {
		q = float32(q*r) + singleTerms[c]
	}
	power := math.Float32frombits(math.Float32bits(t)<<23 + math.Float32bits(1))
	return (1 + (r + float32(float32(r*r)*q))) * power
}
