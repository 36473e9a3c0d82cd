package gainratio

import (
	"math"

	"unfold/engine/internal/elementary"
)

// normalQuantile is the number that a standard normal one is below with
// probability p, 0 < p < 1, to 1e-15 of itself: rational approximations of three
// ranges, algorithm AS 241 (Wichura 1988, doi:10.2307/2347330).
func normalQuantile(p float64) float64 {
	q := p - 0.5
	if math.Abs(q) <= 0.425 {
		return q * middle.at(0.180625-float64(q*q))
	}
	r := math.Sqrt(-elementary.Log(min(p, 1-p)))
	if r <= 5 {
		return math.Copysign(outer.at(r-1.6), q)
	}
	return math.Copysign(far.at(r-5), q)
}

// A fraction is a quotient of two polynomials, constant terms first.
type fraction struct{ above, below [8]float64 }

func (f fraction) at(x float64) float64 {
	var above, below float64
	for c := len(f.above) - 1; c >= 0; c-- {
		above = float64(above*x) + f.above[c]
		below = float64(below*x) + f.below[c]
	}
	return above / below
}

// The ranges: |p − 1/2| up to 0.425, tails to 1.4e-11, and beyond.
var (
	middle = fraction{
		above: [8]float64{
			3.3871328727963666080, 1.3314166789178437745e+2, 1.9715909503065514427e+3, 1.3731693765509461125e+4,
			4.5921953931549871457e+4, 6.7265770927008700853e+4, 3.3430575583588128105e+4, 2.5090809287301226727e+3,
		},
		below: [8]float64{
			1, 4.2313330701600911252e+1, 6.8718700749205790830e+2, 5.3941960214247511077e+3,
			2.1213794301586595867e+4, 3.9307895800092710610e+4, 2.8729085735721942674e+4, 5.2264952788528545610e+3,
		},
	}
	outer = fraction{
		above: [8]float64{
			1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550, 3.64784832476320460504,
			1.27045825245236838258, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4,
		},
		below: [8]float64{
			1, 2.05319162663775882187, 1.67638483018380384940, 6.89767334985100004550e-1,
			1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9,
		},
	}
	far = fraction{
		above: [8]float64{
			6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580, 2.96560571828504891230e-1,
			2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7,
		},
		below: [8]float64{
			1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
			7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15,
		},
	}
)
