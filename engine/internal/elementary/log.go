package elementary

import "math"

// ln 2, its reciprocal and that of ln 10, and a third, as sums. The first part of
// ln 2 and of its decimal logarithm have 42 bits, so that k times it is exact.
const (
	ln2High, ln2Low = 0x1.62e42fefa38p-1, 0x1.ef35793c7673p-45
)

var (
	perLn2Twice  = doubled{0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56}
	perLn10Twice = doubled{0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57}
	third        = doubled{0x1.5555555555555p-2, 0x1.5555555555555p-56}
)

// logTerms are the coefficients of (artanh(s)/s − 1 − s²/3)/s⁴ in s², through
// its values at Chebyshev's nodes; what they leave is 1e-17.
var logTerms = [...]float64{
	0.2, 0.14285714285714282, 0.11111111111114234, 0.09090909089822495, 0.07692307881454075,
	0.06666648198981917, 0.05883409510814777, 0.05228097555200746, 0.0538181075750563,
}

// Log is the natural logarithm.
func Log(x float64) float64 {
	if special, is := logSpecial(x); is {
		return special
	}
	k, m := scaled(x)
	return nearby(k, m-1, 0)
}

// Log2 is the logarithm to the base 2, exact for powers of 2.
func Log2(x float64) float64 {
	if special, is := logSpecial(x); is {
		return special
	}
	k, m := scaled(x)
	return mantissa(doubled{m, 0}).times(perLn2Twice).plus(float64(k)).value()
}

// Log10 is the logarithm to the base 10, exact for powers of 10.
func Log10(x float64) float64 {
	if special, is := logSpecial(x); is {
		return special
	}
	k, m := scaled(x)
	return logarithm(k, doubled{m, 0}).times(perLn10Twice).value()
}

// Log1p is log(1 + x), with all its digits near zero.
func Log1p(x float64) float64 {
	switch {
	case x > math.Sqrt2/2-1 && x < math.Sqrt2-1:
		if x == 0 {
			return x
		}
		return nearby(0, x, 0)
	case !(x > -1 && x <= math.MaxFloat64):
		special, _ := logSpecial(1 + x)
		return special
	}
	one := sum(1, x)
	k, m := scaled(one.high)
	return nearby(k, m-1, one.low/one.high)
}

// nearby is k ln 2 + log(1 + f) + rest for f from √½ − 1 to √2 − 1 and a rest that
// hardly matters. With s = f/(2 + f), 2s = f − f s = f − (f²/2 − s f²/2), so that
// only what is small beside f is rounded.
func nearby(k int, f, rest float64) float64 {
	s, half := f/(2+f), float64(float64(f*f)/2)
	w := s * s
	beyond := float64(2 * (w/3 + float64(float64(w*w)*horner(w, logTerms[:]))))
	small := float64(s*(half+beyond)) + (float64(float64(k)*ln2Low) + rest)
	return float64(float64(k)*ln2High) - ((half - small) - f)
}

// log1p is log(1 + x) of a sum of two numbers above −1.
func log1p(x doubled) doubled {
	if math.Abs(x.high) < 0x1p-60 {
		return x
	}
	one := sum(1, x.high)
	if one.high == 1 || math.Abs(x.high) < 0.25 {
		return fraction(x)
	}
	k, m := scaled(one.high)
	low := math.Ldexp(one.low+x.low, -k)
	return logarithm(k, doubled{m, low})
}

// logSpecial are the logarithms of what is not above zero or not finite.
func logSpecial(x float64) (float64, bool) {
	switch {
	case x != x || x < 0:
		return math.NaN(), true
	case x == 0:
		return math.Inf(-1), true
	}
	return x, x > math.MaxFloat64
}

// scaled returns k and m of x = 2ᵏ m with m from √½ to √2, for x above zero.
func scaled(x float64) (k int, m float64) {
	m, k = math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, k = 2*m, k-1
	}
	return k, m
}

// logarithm is k ln 2 + log m, within 2⁻⁶⁴ of its size.
func logarithm(k int, m doubled) doubled {
	of := mantissa(m)
	if k == 0 {
		return of
	}
	s := sum(float64(k)*ln2High, of.high)
	return ordered(s.high, s.low+(float64(float64(k)*ln2Low)+of.low))
}

// mantissa is log m, for m from √½ to √2.
func mantissa(m doubled) doubled { return fraction(sum(m.high-1, m.low)) }

// fraction is log(1 + f) = 2 artanh(s) with s = f/(2 + f), by its series
// 2s(1 + s²/3 + s⁴ q(s²)), for f from √½ − 1 to √2 − 1.
func fraction(f doubled) doubled {
	s := f.over(sum(2, f.high).plus(f.low))
	w := s.times(s)
	t := w.times(third)
	t = ordered(t.high, t.low+float64(float64(w.high*w.high)*horner(w.high, logTerms[:])))
	p := s.times(t)
	y := ordered(s.high, p.high)
	return doubled{2 * y.high, 2 * (y.low + (s.low + p.low))}
}
