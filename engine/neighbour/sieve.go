package neighbour

import (
	"math"
	"math/bits"
	"slices"

	"unfold/engine/internal/equal"
	"unfold/engine/internal/simd"
)

// A sieve holds back the rows that may be among the k nearest of each row of a
// block, by their sums in float32 (simd.Below), until so many have come that the
// k least tell which of the others cannot be. Few rows then have to be measured:
// those in doubt at the end.
type sieve struct {
	k     int
	slots []held
	mask  []uint64
}

// held are the rows that a slot may want.
type held struct {
	rows   []int32
	sums   []float64
	length float64 // none is wanted from beyond it,
	bound  float32 // which is none with a larger sum
}

// counting is a keeper of the nearest rows of every slot, so many of them.
type counting interface{ nearest() int }

// sieved empties the sieve for the rows of the block, and reports whether the
// keeper has any use for it.
func (w *sweeper) sieved(keep keeper) bool {
	c, ok := keep.(counting)
	if !ok {
		return false
	}
	w.sieve.k = c.nearest()
	for len(w.sieve.slots) < len(w.rowsOf) {
		w.sieve.slots = append(w.sieve.slots, held{})
	}
	for s := range w.rowsOf {
		h := &w.sieve.slots[s]
		h.rows, h.sums, h.length, h.bound = h.rows[:0], h.sums[:0], math.Inf(1), float32(math.Inf(1))
		w.narrow(s, keep.limit(s).length)
	}
	return true
}

// narrow says that a slot wants nothing from beyond a length.
func (w *sweeper) narrow(slot int, length float64) {
	if h := &w.sieve.slots[slot]; length < h.length {
		h.length, h.bound = length, min(h.bound, w.bound(w.lowest+slot, length))
	}
}

// sift adds the rows that passed for a slot and that it admits. Where that makes
// them many it drops those that are too far; where that leaves many, as among
// copies of a row, it measures them.
func (w *sweeper) sift(slot, q int, mixed bool, lo, hi int, keep keeper) {
	h, own, many := &w.sieve.slots[slot], w.rowsOf[slot], 2*w.sieve.k+width/2
	for p := lo; p < hi; p++ {
		at := (p-lo)*batch + q
		for mask := w.masks[at]; mask != 0; mask &= mask - 1 {
			b := bits.TrailingZeros64(mask)
			if j := w.row[p*width+b]; j != own && (!mixed || keep.admits(slot, j)) {
				h.rows, h.sums = append(h.rows, j), append(h.sums, float64(w.estimates[at*width+b]))
			}
		}
	}
	if len(h.rows) < many {
		return
	}
	w.tighten(slot)
	if len(h.rows) > many-many/4 {
		w.settle(slot, keep)
	}
}

// tighten drops the rows of a slot that its k least sums show to be too far. Any
// sum that k others are not above will do in the place of the k-th: it is found
// by halving, to some rows more.
func (w *sweeper) tighten(slot int) {
	v, h := &w.sieve, &w.sieve.slots[slot]
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
	norm := w.norm[w.lowest+slot]
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
	w.narrow(slot, equal.Most(w.farthest(w.lowest+slot, high)))
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

// settle measures what a slot holds and hands it to the keeper.
func (w *sweeper) settle(slot int, keep keeper) {
	h := &w.sieve.slots[slot]
	w.found = append(w.found[:0], h.rows...)
	h.rows, h.sums = h.rows[:0], h.sums[:0]
	w.offer(slot, keep)
	w.narrow(slot, keep.limit(slot).length)
}
