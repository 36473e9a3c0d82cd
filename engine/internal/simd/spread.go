package simd

import "math"

// A Spread is what a stretch of pairs adds to the sums about two numbers near
// the means: of distances e in some coordinates, and of dissimilarities d.
type Spread struct {
	E, EE, DE float64 // Σ (e − e0), Σ (e − e0)², Σ (d − d0)(e − e0)
}

// spreadLanes is how many pairs sum side by side.
const spreadLanes = 8

// spreadSteps are the kernels of Spreads, with roots in float64 and in float32,
// by level; a step is spreadLanes pairs.
var spreadSteps [2][levels]func(square, y, d *float64, steps int, yi, e0 float64, sums *[3 * spreadLanes]float64)

// Spreads takes a further coordinate into the distances of row i to some others
// and sums them up: with square[j] += (y[j] − yi)² and e = √square[j], Σ (e −
// e0), Σ (e − e0)² and Σ d[j] (e − e0). The slices are of the same length. It
// sums every eighth pair for itself, each step by one fused multiplication and
// addition, and joins the eight in their order at the end. Roots that are single
// are taken in float32, in a third of the time: each e is then off by up to 6e-8
// of it either way, which many pairs make up for; squares must be neither above
// 1e38 nor, to count, below 1e-38.
func Spreads(square, y, d []float64, yi, e0 float64, single bool) Spread {
	var sums [3 * spreadLanes]float64
	steps, at := len(square)/spreadLanes, 0
	y, d = y[:len(square)], d[:len(square)]
	kernels := &spreadSteps[0]
	if single {
		kernels = &spreadSteps[1]
	}
	if kernel := kernels[Current()]; kernel != nil && steps > 0 {
		kernel(&square[0], &y[0], &d[0], steps, yi, e0, &sums)
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
		sums[lane] += e
		sums[spreadLanes+lane] = math.FMA(e, e, sums[spreadLanes+lane])
		sums[2*spreadLanes+lane] = math.FMA(e, d[j], sums[2*spreadLanes+lane])
	}
	var s Spread
	for l := range spreadLanes {
		s.E += sums[l]
		s.EE += sums[spreadLanes+l]
		s.DE += sums[2*spreadLanes+l]
	}
	return s
}
