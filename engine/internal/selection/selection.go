// Package selection finds the least of many values without sorting them. Lists
// of neighbours and medians are taken by it. It imports nothing of ours. Start
// at [Least].
package selection

import (
	"math/bits"
	"slices"
)

// Least rearranges s so that its n least elements come first, and s[n], if there
// is one, is the least of the others. before must be a strict order. It is quick
// selection (Hoare 1961, doi:10.1145/366622.366647): linear time, also where its
// pivots turn out badly, since what is left is sorted then.
func Least[T any](s []T, n int, before func(a, b T) bool) {
	lo, hi := 0, len(s)-1
	for rounds := 4 * bits.Len(uint(len(s))); lo < hi; rounds-- {
		if rounds == 0 {
			slices.SortFunc(s[lo:hi+1], func(a, b T) int {
				switch {
				case before(a, b):
					return -1
				case before(b, a):
					return 1
				}
				return 0
			})
			return
		}
		i, j := partition(s, lo, hi, before)
		switch {
		case n <= j:
			hi = j
		case n >= i:
			lo = i
		default:
			return
		}
	}
}

// partition swaps elements lo to hi so that none after j is before the pivot,
// and none before i after it; j < i.
func partition[T any](s []T, lo, hi int, before func(a, b T) bool) (i, j int) {
	pivot := medianOfThree(s[lo], s[lo+(hi-lo)/2], s[hi], before)
	i, j = lo, hi
	for i <= j {
		for before(s[i], pivot) {
			i++
		}
		for before(pivot, s[j]) {
			j--
		}
		if i <= j {
			s[i], s[j] = s[j], s[i]
			i, j = i+1, j-1
		}
	}
	return i, j
}

// medianOfThree returns the median of three.
func medianOfThree[T any](a, b, c T, before func(a, b T) bool) T {
	if before(b, a) {
		a, b = b, a
	}
	if before(c, b) {
		b = c
		if before(b, a) {
			b = a
		}
	}
	return b
}
