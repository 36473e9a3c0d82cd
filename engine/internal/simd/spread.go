package simd

import "math"

// A Spread is what pairs add up to: of their distances e, about a number e0
// near the mean, and of dissimilarities d. It sums every eighth pair for itself.
type Spread [3 * spreadLanes]float64

const spreadLanes = 8

// Sums returns Σ (e − e0), Σ (e − e0)² and Σ d (e − e0), the eight sums of each
// joined in their order.
func (s *Spread) Sums() (e, ee, de float64) {
	for l := range spreadLanes {
		e += s[l]
		ee += s[spreadLanes+l]
		de += s[2*spreadLanes+l]
	}
	return e, ee, de
}

// spreadSteps are the kernels of Add, with roots in float64 and in float32,
// by level; a step is spreadLanes pairs.
var spreadSteps [2][levels]func(square, y, d *float64, steps int, yi, e0 float64, sums *[3 * spreadLanes]float64)

// Add takes a further coordinate into the distances of row i to some others
// and sums them up: square[j] += (y[j] − yi)² and e = √square[j]. The slices are
// of the same length. Each step is one fused multiplication and addition. Roots
// that are single are taken in float32, in half the time: each e is then off by
// up to 6e-8 of it either way, which many pairs make up for; squares must be
// neither above 1e38 nor, to count, below 1e-38. s must be on the heap if Add is
// not to put it there.
func (s *Spread) Add(square, y, d []float64, yi, e0 float64, single bool) {
	steps, at := len(square)/spreadLanes, 0
	y, d = y[:len(square)], d[:len(square)]
	kernels := &spreadSteps[0]
	if single {
		kernels = &spreadSteps[1]
	}
	if kernel := kernels[Current()]; kernel != nil && steps > 0 {
		kernel(&square[0], &y[0], &d[0], steps, yi, e0, (*[3 * spreadLanes]float64)(s))
		at = steps * spreadLanes
	}
	for j := at; j < len(square); j++ {
		diff := y[j] - yi
		square[j] = math.FMA(diff, diff, square[j])
		e, lane := math.Sqrt(square[j]), j%spreadLanes
		if single {
			e = float64(float32(math.Sqrt(float64(float32(square[j])))))
		}
		e -= e0
		s[lane] += e
		s[spreadLanes+lane] = math.FMA(e, e, s[spreadLanes+lane])
		s[2*spreadLanes+lane] = math.FMA(e, d[j], s[2*spreadLanes+lane])
	}
}
