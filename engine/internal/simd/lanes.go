package simd

import "unsafe"

// A long sum is kept in lanes, one for each position modulo their number, and added up
// at the end: so all levels give the same bits.

// A Real is a number of kernels for either precision.
type Real interface{ float32 | float64 }

// Lanes returns how many sums a sum is kept in: 16 of float32, 8 of float64.
func Lanes[T Real]() int {
	var v T
	return 64 / int(unsafe.Sizeof(v))
}

// SumLanes adds up lanes: halves onto each other, until one is left.
func SumLanes[T Real](lanes []T) T {
	var sums [16]T
	n := copy(sums[:], lanes)
	for n > 1 {
		n /= 2
		for l := range n {
			sums[l] += sums[n+l]
		}
	}
	return sums[0]
}

// GaussLanes replaces squared distances by Gaussian weights, exp(−d²), and adds them to
// the lanes of sums.
func GaussLanes[T Real](tile, sums []T) {
	for j, d := range tile {
		tile[j] = -d
	}
	Exp(tile, tile)
	lanes := Lanes[T]()
	for ; len(tile) >= lanes; tile = tile[lanes:] {
		for l, w := range tile[:lanes] {
			sums[l] += w
		}
	}
	for l, w := range tile {
		sums[l] += w
	}
}
