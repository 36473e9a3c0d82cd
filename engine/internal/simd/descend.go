package simd

import "math"

// descents are the kernels of Descend, by level. For each of 8 lanes they
// leave the largest value among up, the number of 8 places before it, −1
// without one, and the smallest among low.
var descents [levels]func(tops *float64, places *int64, bottoms, v *float64, rowI, rowJ *float32, up, low *uint64, step float64, words int)

// Extremes are the largest of the values that may rise and the smallest of
// those that may fall.
type Extremes struct {
	At     int     // the place of the largest, the first of several; −1 without one
	Top    float64 // the largest, −Inf without one
	Bottom float64 // the smallest, +Inf without one
}

// Descend subtracts step (rowI − rowJ) from v and finds the extremes of what is
// left, of the places in two bit sets, in the same pass. Entries of the rows
// are widened first; differences, products and sums are rounded one by one in
// float64, so that all levels give the same bits. The slices have 64 entries
// for each word of up, and low is as long as up.
func (l *Lanes) Descend(v []float64, rowI, rowJ []float32, step float64, up, low []uint64) Extremes {
	if len(up) == 0 {
		return Extremes{At: -1, Top: math.Inf(-1), Bottom: math.Inf(1)}
	}
	n := len(up) * BitBlock
	v, rowI, rowJ, low = v[:n], rowI[:n], rowJ[:n], low[:len(up)]
	if kernel := descents[Current()]; kernel != nil {
		e := Extremes{Top: math.Inf(-1), Bottom: math.Inf(1)}
		for lane := range l.tops {
			l.tops[lane], l.bottoms[lane] = e.Top, e.Bottom
		}
		kernel(&l.tops[0], &l.steps[0], &l.bottoms[0], &v[0], &rowI[0], &rowJ[0], &up[0], &low[0], step, len(up))
		if e.At = firstLargest(l.tops[:], l.steps[:]); e.At >= 0 {
			e.Top = v[e.At]
		}
		for _, b := range l.bottoms {
			e.Bottom = min(e.Bottom, b)
		}
		return e
	}
	for t := range v {
		v[t] -= float64(step * (float64(rowI[t]) - float64(rowJ[t]))) // the conversion keeps the product from being fused
	}
	return ExtremesOf(v, up, low)
}

// ExtremesOf finds the extremes of v, which has 64 entries for each word of
// the two bit sets.
func ExtremesOf(v []float64, up, low []uint64) Extremes {
	e := Extremes{At: -1, Top: math.Inf(-1), Bottom: math.Inf(1)}
	for w := range up {
		rise, fall := up[w], low[w]
		for t := w * BitBlock; rise|fall != 0; t, rise, fall = t+1, rise>>1, fall>>1 {
			if rise&1 != 0 && v[t] > e.Top {
				e.At, e.Top = t, v[t]
			}
			if fall&1 != 0 {
				e.Bottom = min(e.Bottom, v[t])
			}
		}
	}
	return e
}
