package elementary

import "math"

// The exponential is eˣ = 2ᵏ eʳ with k = x/ln 2 rounded to a whole number and
// r = x − k ln 2, at most 0.347 in size, by a two-part ln 2, so that k times the
// first part is exact. eʳ = 1 + (r + r² q(r)), where q goes through
// (eʳ − 1 − r)/r² at Chebyshev's nodes; degree 9 leaves 1e-17. The vector kernels
// of package simd take the same steps.
const (
	perLn2    = 1.4426950408889634 // 1/ln 2
	whole     = 0x1.8p52           // added, it leaves the whole part in the low bits
	ln2Short  = 0x1.62e42p-1       // ln 2 to 21 bits
	ln2Beyond = 4.7493250390316726e-07

	expMost  = 709.782712893384   // the largest x with a finite exponential
	expLeast = -745.1332191019411 // the smallest x with one above zero
)

// expTerms are the coefficients of q.
var expTerms = [...]float64{
	0.5000000000000001, 0.16666666666666669, 0.041666666666624136, 0.008333333333330063, 0.001388888891720967,
	0.00019841269863050506, 2.4801521302241082e-05, 2.7557268464831627e-06, 2.7620085455018414e-07, 2.510038319586702e-08,
}

// Exp is eˣ. Down to x = −708 it has the bits of simd.Exp.
func Exp(x float64) float64 {
	switch {
	case x != x || x > expMost:
		return x * math.Inf(1)
	case x < expLeast:
		return 0
	}
	t := float64(x*perLn2) + whole
	k := t - whole
	r := x - float64(k*ln2Short) - float64(k*ln2Beyond)
	y := 1 + (r + float64(float64(r*r)*horner(r, expTerms[:])))
	if x < -708 || x > 709 {
		return math.Ldexp(y, int(k))
	}
	return y * math.Float64frombits(math.Float64bits(t)<<52+math.Float64bits(1))
}

// Expm1 is eˣ − 1, with all its digits near zero.
func Expm1(x float64) float64 {
	switch {
	case x != x || x > expMost:
		return x * math.Inf(1)
	case x < -40:
		return -1
	case x == 0:
		return x
	}
	k, r := halved(doubled{x, 0})
	e := r.expm1()
	if k == 0 {
		return e.value()
	}
	// 2ᵏ(1 + e) − 1 = 2ᵏ((1 − 2⁻ᵏ) + e), whose first term is exact up to k = 53 and
	// nearly one beyond.
	s := sum(1-math.Ldexp(1, -k), e.high)
	return math.Ldexp(s.high+(s.low+e.low), k)
}

// halved returns k and r of x = k ln 2 + r.
func halved(x doubled) (k int, r doubled) {
	times := float64(x.high*perLn2) + whole - whole
	p := product(times, ln2Beyond)
	r = sum(x.high-float64(times*ln2Short), -p.high)
	return int(times), ordered(r.high, r.low-p.low+x.low)
}

// power is the exponential of a sum of two numbers.
func (x doubled) power() float64 {
	switch {
	case x.high != x.high || x.high > 710:
		return x.high * math.Inf(1)
	case x.high < -746:
		return 0
	}
	k, r := halved(x)
	e := r.expm1()
	s := ordered(1, e.high)
	return math.Ldexp(s.high+(s.low+e.low), k)
}

// expm1 is eʳ − 1 of what [halved] leaves: r + r²/2 with all digits, and the cubes.
func (r doubled) expm1() doubled {
	square := product(r.high, r.high)
	cube := float64(square.high*(expTerms[0]-0.5)) + float64(float64(r.high*square.high)*horner(r.high, expTerms[1:]))
	s := ordered(r.high, square.high/2)
	return doubled{s.high, s.low + (float64(square.low/2) + (cube + (r.low + float64(r.high*r.low))))}
}
