package elementary

import "math"

// nearTanh is where the quotient of exponentials would lose digits, and the series
// has them.
const nearTanh = 1.0 / 8

// tanhTerms are those of (tanh(x)/x − 1)/x² in x², of Taylor's series; what is left
// out is 2e-18 of the whole at nearTanh.
var tanhTerms = [...]float64{
	-1.0 / 3, 2.0 / 15, -17.0 / 315, 62.0 / 2835, -1382.0 / 155925, 21844.0 / 6081075, -929569.0 / 638512875,
}

// Tanh is the hyperbolic tangent of x, (1 − e)/(1 + e) with e = exp(−2|x|) and the
// sign of x. It has the bits of simd.Tanh.
func Tanh(x float64) float64 { return TanhBy(x, Exp(-2*math.Abs(x))) }

// TanhBy is Tanh of x for those who know e = exp(−2|x|).
func TanhBy(x, e float64) float64 {
	if square := float64(x * x); square < nearTanh*nearTanh {
		return nearlyTanh(x, square)
	}
	return math.Copysign((1-e)/(1+e), x)
}

// nearlyTanh is Tanh of an x near zero, by its series.
func nearlyTanh(x, square float64) float64 {
	return math.Copysign(x+float64(float64(x*square)*horner(square, tanhTerms[:])), x)
}
