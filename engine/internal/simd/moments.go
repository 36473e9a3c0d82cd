package simd

import "math"

// Moments are sums over pairs of what a correlation takes: of their distances e,
// about a number e0 near the mean, and of dissimilarities d. Every eighth pair is
// summed for itself.
type Moments [3 * momentLanes]float64

const momentLanes = 8

// Sums returns Σ (e − e0), Σ (e − e0)² and Σ d (e − e0), the eight sums of each
// joined in their order.
func (s *Moments) Sums() (e, ee, de float64) {
	for l := range momentLanes {
		e += s[l]
		ee += s[momentLanes+l]
		de += s[2*momentLanes+l]
	}
	return e, ee, de
}

// momentSteps are the kernels of Add, with roots in float64 and in float32,
// by level; a step is momentLanes pairs.
var momentSteps [2][levels]func(square, y, d *float64, steps int, yi, e0 float64, sums *[3 * momentLanes]float64)

// Add takes a further coordinate into the distances of row i to some others
// and sums them up: square[j] += (y[j] − yi)² and e = √square[j]. The slices are
// of the same length. Each step is one fused multiplication and addition. Roots
// that are single are taken in float32, in half the time: each e is then off by
// up to 6e-8 of it either way, which many pairs make up for; squares must be
// neither above 1e38 nor, to count, below 1e-38. s must be on the heap if Add is
// not to put it there.
func (s *Moments) Add(square, y, d []float64, yi, e0 float64, single bool) {
	steps, at := len(square)/momentLanes, 0
	y, d = y[:len(square)], d[:len(square)]
	kernels := &momentSteps[0]
	if single {
		kernels = &momentSteps[1]
	}
	if kernel := kernels[Current()]; kernel != nil && steps > 0 {
		kernel(&square[0], &y[0], &d[0], steps, yi, e0, (*[3 * momentLanes]float64)(s))
		at = steps * momentLanes
	}
	for j := at; j < len(square); j++ {
		diff := y[j] - yi
		square[j] = math.FMA(diff, diff, square[j])
		e, lane := math.Sqrt(square[j]), j%momentLanes
		if single {
			e = float64(float32(math.Sqrt(float64(float32(square[j])))))
		}
		e -= e0
		s[lane] += e
		s[momentLanes+lane] = math.FMA(e, e, s[momentLanes+lane])
		s[2*momentLanes+lane] = math.FMA(e, d[j], s[2*momentLanes+lane])
	}
}
