package simd

import (
	"math"
	"math/bits"
)

// The kernels of this file, by level. Lengths are in registers of 8 numbers
// for AVX-512 and of 4 for AVX2, or in the blocks that are named.
var (
	columnBlocks  [levels]func(dst, columns *float64, stride int, point *float64, dim, blocks int) // of 32 rows
	withinWords   [levels]func(mask *uint64, values *float64, bound float64, words int)            // of 64 numbers
	beforeVectors [levels]func(values *float64, vectors int, q, next float64, at int) int
)

// ColumnSquares sets dst[j] = Σ_c (columns[c·stride+j] − point[c])², the
// squared distances from a point to rows that are kept by columns, summed from
// the first column to the last without fusing, so that every level gives the
// same bits.
func ColumnSquares(dst, columns []float64, stride int, point []float64) {
	if len(dst) == 0 || len(point) == 0 {
		clear(dst)
		return
	}
	last := columns[(len(point)-1)*stride:][:len(dst)] // as far as the kernel reads
	at := 0
	if kernel := columnBlocks[Current()]; kernel != nil && len(last) >= 32 {
		kernel(&dst[0], &columns[0], stride, &point[0], len(point), len(dst)/32)
		at = len(dst) &^ 31
	}
	clear(dst[at:])
	for c, p := range point {
		column := columns[c*stride:][:len(dst)]
		for j := at; j < len(dst); j++ {
			diff := column[j] - p
			dst[j] += float64(diff * diff) // the conversion forbids fusing
		}
	}
}

// Within sets bit l of mask where values[l] ≤ bound and clears it elsewhere,
// and returns how many it has set. mask has a bit for each value, rounded up
// to whole words.
func Within(mask []uint64, values []float64, bound float64) int {
	words := len(values) / 64
	if kernel := withinWords[Current()]; kernel != nil && words > 0 {
		kernel(&mask[0], &values[0], bound, words)
	} else {
		words = 0
	}
	for w := words; 64*w < len(values); w++ {
		var word uint64
		for l, v := range values[64*w : min(64*w+64, len(values))] {
			if v <= bound {
				word |= 1 << l
			}
		}
		mask[w] = word
	}
	count := 0
	for _, word := range mask[:(len(values)+63)/64] {
		count += bits.OnesCount64(word)
	}
	return count
}

// Before counts the values that come before q in the order of value and then
// position, where q stands at position at: values[l] < q, or values[l] = q
// and l < at. q is finite and not negative, and at is not beyond the values.
func Before(values []float64, q float64, at int) int {
	next := math.Float64frombits(math.Float64bits(q+0) + 1) // v ≤ q is v < next; −0 + 0 is 0
	count, done := 0, 0
	if l := Current(); beforeVectors[l] != nil {
		width := 4 * int(l)
		if vectors := len(values) / width; vectors > 0 {
			done = vectors * width
			count = beforeVectors[l](&values[0], vectors, q, next, min(at, done))
		}
	}
	for l, v := range values[done:] {
		if v < q || v == q && done+l < at {
			count++
		}
	}
	return count
}
