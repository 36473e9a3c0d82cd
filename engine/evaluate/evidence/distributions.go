package evidence

import (
	"math"

	"unfold/engine/internal/elementary"
)

// normalDensity is φ(z).
func normalDensity(z float64) float64 {
	return elementary.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
}

// normalCDF is Φ(z): near zero ½ + φ(z)(z + z³/3 + z⁵/(3·5) + …), farther out
// Laplace's fraction φ(z)/(|z| + 1/(|z| + 2/(|z| + …))) of the tail (Marsaglia 2004,
// doi:10.18637/jss.v011.i04).
func normalCDF(z float64) float64 {
	const far, parts = 2.5, 120
	size := math.Abs(z)
	if size < far {
		term, sum := z, z
		for k := 3.0; math.Abs(term) > math.Abs(sum)*fraction; k += 2 {
			term = float64(term * z * z / k)
			sum += term
		}
		return 0.5 + float64(normalDensity(z)*sum)
	}
	below := size
	for k := parts; k > 0; k-- {
		below = size + float64(k)/below
	}
	tail := normalDensity(z) / below
	if z > 0 {
		return 1 - tail
	}
	return tail
}

// studentCDF is the distribution of Student's t with df degrees of freedom.
func studentCDF(t, df float64) float64 {
	square := float64(t * t)
	tail := float64(incompleteBeta(df/(df+square), square/(df+square), df/2, 0.5) / 2)
	if t > 0 {
		return 1 - tail
	}
	return tail
}

// studentQuantile is the t that [studentCDF] reaches p at.
func studentQuantile(p, df float64) float64 {
	return symmetricQuantile(p, func(t float64) float64 { return studentCDF(t, df) })
}

// chiSquaredSurvival is the chance of χ² above x with df degrees of freedom.
func chiSquaredSurvival(x, df float64) float64 { return upperGamma(df/2, x/2) }

// fisherSurvival is the chance of Fisher's F above x.
func fisherSurvival(x, df1, df2 float64) float64 {
	total := df2 + float64(df1*x)
	return incompleteBeta(df2/total, float64(df1*x)/total, df2/2, df1/2)
}

// symmetricQuantile is where a distribution that is symmetric about zero reaches
// p; it is sought in the lower tail, whose digits are not lost beside 1.
func symmetricQuantile(p float64, cdf func(float64) float64) float64 {
	switch {
	case p == 0.5:
		return 0
	case p > 0.5:
		return -symmetricQuantile(1-p, cdf)
	}
	return -firstAbove(func(size float64) bool { return cdf(-size) <= p })
}

// firstAbove is the least number above zero from which on a condition holds, by
// bisection to the last digit.
func firstAbove(holds func(float64) bool) float64 {
	low, high := 0.0, 1.0
	for !holds(high) && high < 0x1p100 {
		low, high = high, 2*high
	}
	for {
		middle := (low + high) / 2
		if middle == low || middle == high {
			return high
		}
		if holds(middle) {
			high = middle
		} else {
			low = middle
		}
	}
}
