package neighbour

import (
	"math"
	"math/bits"
	"slices"

	"unfold/engine/internal/equal"
	"unfold/engine/internal/simd"
)

// A prefilter holds back the rows that may be among the k nearest of each row of a
// block, by their sums in float32 (simd.Below), until so many have come that the
// k least tell which of the others cannot be. Few rows then have to be measured:
// those in doubt at the end.
type prefilter struct {
	k     int
	slots []pending
	mask  []uint64
}

// pending are the rows that a slot may want.
type pending struct {
	rows   []int32
	sums   []float64
	length float64 // none is wanted from beyond it,
	bound  float32 // which is none with a larger sum
}

// kNearest is a collector of the nearest rows of every slot, so many of them.
type kNearest interface{ listLength() int }

// startPrefilter empties the prefilter for the rows of the block, and reports whether the
// collector has any use for it.
func (w *sweeper) startPrefilter(collect collector) bool {
	c, ok := collect.(kNearest)
	if !ok {
		return false
	}
	w.prefilter.k = c.listLength()
	for len(w.prefilter.slots) < len(w.rowsOf) {
		w.prefilter.slots = append(w.prefilter.slots, pending{})
	}
	for s := range w.rowsOf {
		h := &w.prefilter.slots[s]
		h.rows, h.sums, h.length, h.bound = h.rows[:0], h.sums[:0], math.Inf(1), float32(math.Inf(1))
		w.lowerRadius(s, collect.limit(s).length)
	}
	return true
}

// lowerRadius says that a slot wants nothing from beyond a length.
func (w *sweeper) lowerRadius(slot int, length float64) {
	if h := &w.prefilter.slots[slot]; length < h.length {
		h.length, h.bound = length, min(h.bound, w.bound(w.start+slot, length))
	}
}

// addPassed adds the rows that passed for a slot and that it admits. Where that makes
// them many it drops those that are too far; where that leaves many, as among
// copies of a row, it measures them.
func (w *sweeper) addPassed(slot, q int, mixed bool, lo, hi int, collect collector) {
	h, own, many := &w.prefilter.slots[slot], w.rowsOf[slot], 2*w.prefilter.k+width/2
	for p := lo; p < hi; p++ {
		at := (p-lo)*batch + q
		for mask := w.masks[at]; mask != 0; mask &= mask - 1 {
			b := bits.TrailingZeros64(mask)
			if j := w.row[p*width+b]; j != own && (!mixed || collect.admits(slot, j)) {
				h.rows, h.sums = append(h.rows, j), append(h.sums, float64(w.estimates[at*width+b]))
			}
		}
	}
	if len(h.rows) < many {
		return
	}
	w.dropFar(slot)
	if len(h.rows) > many-many/4 {
		w.measurePending(slot, collect)
	}
}

// dropFar drops the rows of a slot that its k least sums show to be too far. Any
// sum that k others are not above will do in the place of the k-th: it is found
// by halving, to some rows more.
func (w *sweeper) dropFar(slot int) {
	v, h := &w.prefilter, &w.prefilter.slots[slot]
	count := len(h.rows)
	if count < v.k {
		return
	}
	for len(h.sums)%width != 0 {
		h.sums = append(h.sums, math.Inf(1))
	}
	if need := len(h.sums) / width; len(v.mask) < need {
		v.mask = make([]uint64, 2*need)
	}
	norm := w.norm[w.start+slot]
	low, high := -norm*norm, float64(h.bound)
	if math.IsInf(high, 1) {
		high = slices.Max(h.sums[:count])
	}
	for found, tries := count, 0; found > v.k+v.k/16 && tries < 16; tries++ {
		middle := low + float64((high-low)/2)
		if within := simd.Within(v.mask, h.sums, middle); within < v.k {
			low = middle
		} else {
			found, high = within, middle
		}
	}
	w.lowerRadius(slot, equal.Most(w.farthest(w.start+slot, high)))
	simd.Within(v.mask, h.sums, float64(h.bound))
	kept := 0
	for at := range len(h.sums) / width {
		for mask := v.mask[at]; mask != 0; mask &= mask - 1 {
			from := at*width + bits.TrailingZeros64(mask)
			h.rows[kept], h.sums[kept] = h.rows[from], h.sums[from]
			kept++
		}
	}
	h.rows, h.sums = h.rows[:kept], h.sums[:kept]
}

// measurePending measures what a slot holds and hands it to the collector.
func (w *sweeper) measurePending(slot int, collect collector) {
	h := &w.prefilter.slots[slot]
	w.found = append(w.found[:0], h.rows...)
	h.rows, h.sums = h.rows[:0], h.sums[:0]
	w.offerFound(slot, collect)
	w.lowerRadius(slot, collect.limit(slot).length)
}
