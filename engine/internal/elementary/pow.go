package elementary

import "math"

// Pow is x to the power y. Where the power is a number that float64 has, such as
// 10 to a whole power up to 22, it is that number.
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case x != x || y != y:
		return math.NaN()
	case x == 0 || math.IsInf(x, 0) || math.IsInf(y, 0):
		return math.Pow(x, y) // the table of special cases, in which nothing is rounded
	}
	isWhole := math.Floor(y) == y
	if x < 0 && !isWhole {
		return math.NaN()
	}
	k, m := scaled(math.Abs(x))
	log := logarithm(k, doubled{m, 0})
	p := product(y, log.high)
	if !(math.Abs(p.high) < 800) {
		p.low = 0
	}
	size := doubled{p.high, p.low + float64(y*log.low)}
	if math.Abs(p.high) < 800 {
		size = ordered(size.high, size.low)
	} else {
		size.low = 0
	}
	if x < 0 && math.Mod(y, 2) != 0 {
		return -size.power()
	}
	return size.power()
}

// Cbrt is the cube root.
func Cbrt(x float64) float64 {
	if x == 0 || x != x || math.IsInf(x, 0) {
		return x
	}
	// A step of Newton's from the power, with what its cube leaves known exactly.
	m, e := math.Frexp(math.Abs(x))
	for e%3 != 0 {
		m, e = m/2, e+1
	}
	k, part := scaled(m)
	log := logarithm(k, doubled{part, 0}).times(third)
	y := log.power()
	cube := product(y, y).times(doubled{y, 0})
	y -= ((cube.high - m) + cube.low) / (3 * float64(y*y))
	return math.Copysign(math.Ldexp(y, e/3), x)
}
