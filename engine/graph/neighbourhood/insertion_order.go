package neighbourhood

import (
	"math"
	"slices"

	"unfold/engine/internal/random"
)

// insertionOrder orders points by rounds that double, each along a curve that
// fills space (Amenta, Choi and Rote 2003, doi:10.1145/777792.777824): the next
// point is near, and the last ones are spread as the first.
func insertionOrder(points []float64, d int) []int {
	m := len(points) / d
	order := random.New(1, "neighbourhood: insertion").Permutation(m)
	low, high := bounds(points, d)
	place := make([]uint64, m) // the bits of the columns in turn
	const depth = 12
	for i := range place {
		for c := range d {
			if high[c] == low[c] {
				continue
			}
			cell := uint64((points[i*d+c] - low[c]) / (high[c] - low[c]) * (1<<depth - 1))
			for b := range depth {
				place[i] |= cell >> b & 1 << (b*d + c)
			}
		}
	}
	for hi := m; hi > 0; {
		lo := hi / 2
		if hi < 64 {
			lo = 0
		}
		slices.SortStableFunc(order[lo:hi], func(a, b int) int {
			if place[a] < place[b] {
				return -1
			}
			if place[a] > place[b] {
				return 1
			}
			return a - b
		})
		hi = lo
	}
	return order
}

// bounds returns the least and the greatest value of each column.
func bounds(points []float64, d int) (low, high []float64) {
	low, high = slices.Clone(points[:d]), slices.Clone(points[:d])
	for i, v := range points {
		low[i%d], high[i%d] = min(low[i%d], v), max(high[i%d], v)
	}
	return low, high
}

// scaleToUnit brings the widest column to a range between a half and one by a power of
// two, which rounds nothing, so that no determinant overflows.
func scaleToUnit(points []float64, d int) {
	low, high := bounds(points, d)
	var widest float64
	for c := range d {
		widest = max(widest, high[c]-low[c])
	}
	_, power := math.Frexp(widest)
	for i, v := range points {
		points[i] = math.Ldexp(v, -power)
	}
}

// joggle moves each point by up to 1e-10 of the ranges, told by its own values.
func joggle(points []float64, d int) {
	low, high := bounds(points, d)
	for lo := 0; lo < len(points); lo += d {
		var hash uint64
		for _, v := range points[lo : lo+d] {
			hash = mixBits(hash ^ math.Float64bits(v))
		}
		for c := range d {
			hash = mixBits(hash + uint64(c) + 1)
			points[lo+c] += float64((high[c] - low[c]) * 1e-10 * (float64(float64(hash>>11)*0x1p-52) - 1))
		}
	}
}

// mixBits is the finaliser of SplitMix64 (Steele, Lea and Flood 2014,
// doi:10.1145/2660193.2660195).
func mixBits(h uint64) uint64 {
	h += 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}
