package evidence

import (
	"math"

	"unfold/engine/internal/elementary"
)

// The incomplete gamma and beta functions are series and continued fractions of
// the textbooks (Abramowitz, Stegun 1964, 6.5.29, 6.5.31, 26.5.8; evaluated as
// Lentz 1976, doi:10.1364/AO.15.000668), with every product rounded, so that a
// p-value has the same bits on every processor. They are right to about 1e-13 of
// their value for parameters up to some thousands.

const (
	fraction = 0x1p-52 // where series and fractions end
	tiny     = 1e-300  // stands for zero in a denominator
	terms    = 100000  // more than any needs
)

// stirling are the coefficients B₂ₖ / (2k(2k−1)) of Stirling's series.
var stirling = [...]float64{
	1. / 12, -1. / 360, 1. / 1260, -1. / 1680, 1. / 1188, -691. / 360360, 1. / 156, -3617. / 122400,
}

// logGamma is log Γ(a) for a above zero: Stirling's series from 15 on, which Γ(a+1) =
// a Γ(a) leads to.
func logGamma(a float64) float64 {
	product := 1.0
	for ; a < 15; a++ {
		product *= a
	}
	sum, power := 0.0, 1/a
	for _, c := range stirling {
		sum += float64(c * power)
		power /= a * a
	}
	const half = 0.91893853320467274178 // log(2π)/2
	return float64((a-0.5)*elementary.Log(a)) - a + half + sum - elementary.Log(product)
}

// upperGamma is Q(a, x), the share of ∫ t^(a−1) e^(−t) dt that lies above x.
func upperGamma(a, x float64) float64 {
	if x <= 0 {
		return 1
	}
	front := elementary.Exp(float64(a*elementary.Log(x)) - x - logGamma(a))
	if x < a+1 {
		term, sum := 1/a, 1/a
		for n := 1; n < terms && term > sum*fraction; n++ {
			term = float64(term * x / (a + float64(n)))
			sum += term
		}
		return 1 - float64(front*sum)
	}
	// 1/(x+1−a − 1(1−a)/(x+3−a − 2(2−a)/(x+5−a − …)))
	return front * continuedFraction(func(n int) (above, below float64) {
		if n == 0 {
			return 1, x + 1 - a
		}
		return float64(n) * (a - float64(n)), x + float64(2*n+1) - a
	})
}

// incompleteBeta is I_x(a, b), the share of ∫ t^(a−1) (1−t)^(b−1) dt from 0 to 1
// that lies below x; rest is 1 − x, which the caller may know better.
func incompleteBeta(x, rest, a, b float64) float64 {
	switch {
	case x <= 0:
		return 0
	case rest <= 0:
		return 1
	case x > (a+1)/(a+b+2):
		return 1 - incompleteBeta(rest, x, b, a)
	}
	front := float64(a*elementary.Log(x)) + float64(b*elementary.Log(rest)) + logGamma(a+b) - logGamma(a) - logGamma(b)
	return elementary.Exp(front) / a * continuedFraction(func(n int) (above, below float64) {
		m := float64(n / 2)
		switch {
		case n == 0:
			return 1, 1
		case n%2 == 0:
			return m * (b - m) * x / ((a + float64(2*m) - 1) * (a + float64(2*m))), 1
		}
		return -(a + m) * (a + b + m) * x / ((a + float64(2*m)) * (a + float64(2*m) + 1)), 1
	})
}

// continuedFraction returns a₀/(b₀ + a₁/(b₁ + …)).
func continuedFraction(part func(n int) (above, below float64)) float64 {
	away := func(v float64) float64 {
		if v == 0 {
			return tiny
		}
		return v
	}
	first, below := part(0)
	value := away(below)
	c, d := value, 0.0
	for n := 1; n < terms; n++ {
		above, below := part(n)
		d = 1 / away(below+float64(above*d))
		c = away(below + above/c)
		value *= c * d
		if math.Abs(float64(c*d)-1) <= fraction {
			break
		}
	}
	return first / value
}
