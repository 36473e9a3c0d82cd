package simd

import "math"

// residualUpdates are the kernels of UpdateResidual, by level. For each of 8
// lanes they leave the largest value among up, how many times 8 places lie
// before it, −1 without one, and the smallest among low.
var residualUpdates [levels]func(tops *float64, places *int64, bottoms, v *float64, rowI, rowJ *float32, up, low *uint64, step float64, words int)

// UpdateResidual subtracts step (rowI − rowJ) from the residuals v, which is what
// a step of two variables does to them, and finds in the same pass the extremes
// of what is left, of the places in two bit sets. The largest is the next step's
// first variable. Entries of the rows are widened first; differences, products
// and sums are rounded one by one in float64, so that all levels give the same
// bits. The slices have 64 entries for each word of up, and low is as long as up.
func (s *WorkingSet) UpdateResidual(v []float64, rowI, rowJ []float32, step float64, up, low []uint64) Extremes {
	if len(up) == 0 {
		return Extremes{At: -1, Top: math.Inf(-1), Bottom: math.Inf(1)}
	}
	n := len(up) * BitBlock
	v, rowI, rowJ, low = v[:n], rowI[:n], rowJ[:n], low[:len(up)]
	if kernel := residualUpdates[Current()]; kernel != nil {
		e := Extremes{Top: math.Inf(-1), Bottom: math.Inf(1)}
		for lane := range s.tops {
			s.tops[lane], s.bottoms[lane] = e.Top, e.Bottom
		}
		kernel(&s.tops[0], &s.steps[0], &s.bottoms[0], &v[0], &rowI[0], &rowJ[0], &up[0], &low[0], step, len(up))
		if e.At = firstLargest(s.tops[:], s.steps[:]); e.At >= 0 {
			e.Top = v[e.At]
		}
		for _, b := range s.bottoms {
			e.Bottom = min(e.Bottom, b)
		}
		return e
	}
	for t := range v {
		v[t] -= float64(step * (float64(rowI[t]) - float64(rowJ[t]))) // the conversion keeps the product from being fused
	}
	return ExtremesOf(v, up, low)
}
