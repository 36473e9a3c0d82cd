package elementary

import "math"

// Asinh is the number whose hyperbolic sine is x.
func Asinh(x float64) float64 {
	size := math.Abs(x)
	switch {
	case !(size <= math.MaxFloat64) || size < 0x1p-28:
		return x
	case size > 0x1p28:
		k, m := scaled(size)
		return math.Copysign(logarithm(k+1, doubled{m, 0}).value(), x)
	}
	// arsinh x = log(1 + x + x²/(1 + √(1+x²)))
	square := product(size, size)
	root := sum(1, square.high).plus(square.low).root()
	rest := square.over(root.plus(1))
	y := sum(size, rest.high)
	return math.Copysign(log1p(ordered(y.high, y.low+rest.low)).value(), x)
}
