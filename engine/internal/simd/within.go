package simd

import "math/bits"

// withinWords are the kernels of Within, by level, for words of 64 numbers.
var withinWords [levels]func(mask *uint64, values *float64, bound float64, words int)

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
