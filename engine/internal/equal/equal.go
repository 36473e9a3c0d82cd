// Package equal says which distances count as equal, so that ties go by a rule
// and not by rounding.
//
// Rows of a lattice, of counts or of indicators are often equally far from one
// another. Once they are scaled or projected, each of these distances carries a
// rounding of its own, some 1e-16 of the rows' size, and their order is another
// one with every library and processor. So distances are compared by the number
// of the grain that they lie in: numbers rounded to 36 bits behind the leading
// one, 2⁻³⁶ = 1.5e-11 of themselves. Grains are cells of a grid that depends on
// nothing else, so this is an order: it is transitive, and coarser than that of
// the numbers but never against it. No two distances are exchanged that differ
// by more than a grain; and integers up to 2³⁶ are all told apart, as are the
// roots of those up to 2³⁵.
//
// Distances that are equal but for rounding may still lie on both sides of an
// edge between grains. With a rounding of 1e-15 that happens to one pair in
// some ten thousand; only where products are computed in another order does it
// matter.
//
// It imports nothing of ours. Start at [Grain] and [Compare].
package equal

import (
	"cmp"
	"math"
)

const (
	dropped = 16 // bits of a number that do not count
	half    = 1 << (dropped - 1)
	largest = 0x7ff<<52 - 1 // the bits of the largest finite number
)

// Grain returns the number of the grain that v lies in, which is not negative: the
// larger of two numbers has the larger grain, or the same.
func Grain(v float64) int64 { return int64((math.Float64bits(v)&^(1<<63) + half) >> dropped) }

// Compare orders two numbers, of any sign, by their grains.
func Compare(a, b float64) int { return cmp.Compare(orderedBits(a), orderedBits(b)) }

func orderedBits(v float64) int64 {
	if v < 0 {
		return -Grain(v)
	}
	return Grain(v)
}

// Least returns the smallest number that is equal to v, which is not negative.
func Least(v float64) float64 { return LeastOf(Grain(v)) }

// Most returns the largest number that is equal to v, which is not negative.
func Most(v float64) float64 {
	if math.IsInf(v, 1) {
		return v
	}
	return MostOf(Grain(v))
}

// Middle returns the number that stands for all that are equal to v, which is
// not negative: the one in the middle of the grain.
func Middle(v float64) float64 { return math.Float64frombits(min(uint64(Grain(v))<<dropped, largest)) }

// LeastOf returns the smallest number in a grain, which is not negative.
func LeastOf(grain int64) float64 {
	if grain == 0 {
		return 0
	}
	return math.Float64frombits(uint64(grain)<<dropped - half)
}

// MostOf returns the largest finite number in a grain, which is not negative.
func MostOf(grain int64) float64 {
	return math.Float64frombits(min(uint64(grain)<<dropped+half-1, largest))
}
