package simd

import "math"

// BitBlock is the number of entries that a word of a bit set stands for:
// vectors that a bit set belongs to have a multiple of it as their length.
const BitBlock = 64

// A WorkingSet chooses the two variables that move in a step of sequential
// minimal optimisation: UpdateResidual leaves the first, SelectSecond finds the
// second. It holds what their kernels leave lane by lane, which would else be
// allocated by each call, and serves one goroutine.
type WorkingSet struct {
	gains         [16]float32
	places        [16]int32
	tops, bottoms [8]float64
	steps         [8]int64
}

// Extremes are the largest of the values that may rise and the smallest of
// those that may fall.
type Extremes struct {
	At     int     // the place of the largest, the first of several; −1 without one
	Top    float64 // the largest, −Inf without one
	Bottom float64 // the smallest, +Inf without one
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

// firstLargest returns the place of the largest value of some lanes, which know
// theirs by the number of steps before it, −1 without one; of equal ones the
// smallest place.
func firstLargest[V float32 | float64, P int32 | int64](values []V, steps []P) int {
	best := -1
	var most V
	for lane, step := range steps {
		at := int(step)*len(steps) + lane
		if step >= 0 && (best < 0 || values[lane] > most || values[lane] == most && at < best) {
			best, most = at, values[lane]
		}
	}
	return best
}
