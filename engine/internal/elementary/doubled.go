package elementary

import "math"

// A doubled is the sum of two numbers, the second at most half a unit in the
// last place of the first: about 106 bits.
type doubled struct{ high, low float64 }

// sum is a + b, exactly.
func sum(a, b float64) doubled {
	a, b = float64(a), float64(b) // a product that is handed in must not be fused
	s := a + b
	part := s - a
	return doubled{s, (a - (s - part)) + (b - part)}
}

// ordered is a + b, exactly, where |a| is not below |b| or a is zero.
func ordered(a, b float64) doubled {
	a, b = float64(a), float64(b)
	s := a + b
	return doubled{s, b - (s - a)}
}

// product is a b, exactly unless it underflows.
func product(a, b float64) doubled {
	p := float64(a * b)
	return doubled{p, math.FMA(a, b, -p)}
}

// plus adds a number.
func (a doubled) plus(b float64) doubled {
	s := sum(a.high, b)
	return ordered(s.high, s.low+a.low)
}

// times multiplies.
func (a doubled) times(b doubled) doubled {
	p := product(a.high, b.high)
	return ordered(p.high, p.low+(float64(a.high*b.low)+float64(a.low*b.high)))
}

// over divides.
func (a doubled) over(b doubled) doubled {
	q := a.high / b.high
	rest := math.FMA(-q, b.high, a.high) + (a.low - float64(q*b.low))
	return ordered(q, rest/b.high)
}

// root is the square root.
func (a doubled) root() doubled {
	r := math.Sqrt(a.high)
	if r == 0 {
		return doubled{}
	}
	return ordered(r, (math.FMA(-r, r, a.high)+a.low)/(2*r))
}

// value is the nearest number.
func (a doubled) value() float64 { return a.high + a.low }

// horner is the polynomial with the given coefficients, constant term first.
func horner(x float64, terms []float64) float64 {
	p := 0.0
	for c := len(terms) - 1; c >= 0; c-- {
		p = float64(p*x) + terms[c]
	}
	return p
}
