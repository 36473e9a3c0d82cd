package simd

// dotLanes is how many sums Dot keeps.
const dotLanes = 32

// dotSteps are the kernels of Dot, by level; a step is dotLanes products.
var dotSteps [levels]func(sums, x, y *float64, steps int)

// Dot returns x·y, the same bits at every level: product i is rounded and added
// to sum i modulo 32, and those are added by halves. y must be as long as x.
func Dot(x, y []float64) float64 {
	y = y[:len(x)]
	var sums [dotLanes]float64
	at := 0
	if steps, l := len(x)/dotLanes, Current(); steps > 0 && dotSteps[l] != nil {
		held := &sums
		dotSteps[l](&held[0], &x[0], &y[0], steps)
		at = steps * dotLanes
	}
	for ; at+dotLanes <= len(x); at += dotLanes {
		xs, ys := (*[dotLanes]float64)(x[at:]), (*[dotLanes]float64)(y[at:])
		for l := range sums {
			sums[l] += float64(xs[l] * ys[l])
		}
	}
	for l, v := range x[at:] {
		sums[l] += float64(v * y[at+l])
	}
	for half := dotLanes / 2; half > 0; half /= 2 {
		for l := range half {
			sums[l] += sums[l+half]
		}
	}
	return sums[0]
}
