package elementary

import "math"

// Hypot is √(x² + y²), without overflow on the way.
func Hypot(x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	switch {
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		return math.Inf(1)
	case x != x || y != y:
		return math.NaN()
	}
	x, y = max(x, y), min(x, y)
	if x == 0 {
		return 0
	}
	_, e := math.Frexp(x)
	x, y = math.Ldexp(x, -e), math.Ldexp(y, -e)
	a, b := product(x, x), product(y, y)
	s := sum(a.high, b.high)
	return math.Ldexp(doubled{s.high, s.low + (a.low + b.low)}.root().value(), e)
}
