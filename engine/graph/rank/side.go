package rank

import (
	"math"
	"math/bits"

	"unfold/engine/internal/equal"
	"unfold/engine/internal/simd"
)

// A spaceSide is one of the two spaces, as a worker sees it.
type spaceSide struct {
	space space
	rows  [][]float64 // distances from the rows of a batch
	mask  []uint64    // which rows are candidates
	bound int64       // the grain up to which the candidates of the last row go

	near  []int32    // candidates for the nearest, in the order of their index
	keys  []float64  // their distances
	rank  []int32    // by row: the rank of candidates, zero for others
	order *radixSort // for ranks of whole rows; nil without
}

func newSide(s space, n, batch int) *spaceSide {
	length := simd.Padded(n)
	w := &spaceSide{space: s, rows: make([][]float64, batch), mask: make([]uint64, length/64), rank: make([]int32, n), bound: equal.Grain(1)}
	for t := range w.rows {
		w.rows[t] = make([]float64, length)
	}
	return w
}

func (s *spaceSide) measure(rows []int) error { return s.space.fill(s.rows[:len(rows)], rows) }

// nearest finds the candidates of a row, the k nearest and some more, and
// their ranks, by counting among the candidates.
func (s *spaceSide) nearest(row []float64, k int) {
	s.collect(row, s.markWithin(row, k))
	for t, j := range s.near {
		s.rank[j] = rankIn(s.keys, t)
	}
}

// clearRanks clears the ranks that nearest has set.
func (s *spaceSide) clearRanks() {
	for _, j := range s.near {
		s.rank[j] = 0
	}
}

// rankOf returns the rank of row j, counted unless it is a candidate.
func (s *spaceSide) rankOf(row []float64, j int32) int32 {
	if r := s.rank[j]; r > 0 {
		return r
	}
	return rankIn(row, int(j))
}

// rankIn counts the values that come before the one at position at.
func rankIn(values []float64, at int) int32 {
	return int32(simd.Before(values, equal.Least(values[at]), equal.Most(values[at]), at)) + 1
}

// farthest is the last grain of finite distances.
var farthest = equal.Grain(math.MaxFloat64)

// markWithin marks the rows within a bound, at least k and at most a few times as
// many. It starts from the bound that the row before had, goes up or down in
// growing strides and then halves an interval of grains (package equal). Where so
// many rows are equally far that there is no such bound, it returns how many of
// those in the last grain are wanted, the first ones; else it returns a number
// beyond any.
func (s *spaceSide) markWithin(row []float64, k int) (equals int) {
	const none = int64(-1)
	most, stride := 2*k+16, equal.Grain(2)-equal.Grain(1) // a factor of two
	low, below := none, 0                                 // a bound within which there are too few rows, and how many
	high := farthest                                      // one within which there are enough
	for guess := s.bound; ; {
		count := simd.Within(s.mask, row, equal.MostOf(guess))
		switch {
		case count < k:
			low, below = guess, count
		case count <= most:
			s.bound = guess
			return math.MaxInt
		default:
			high = guess
		}
		if high-low == 1 {
			s.bound = high
			simd.Within(s.mask, row, equal.MostOf(high))
			return k - below
		}
		switch {
		case low == guess && stride < high-low:
			guess += stride
		case high == guess && stride < high-low:
			guess -= stride
		default:
			guess = low + (high-low)/2
		}
		stride = min(2*stride, farthest)
	}
}

// collect lists the rows that are marked, of those in the last grain no more than
// equals.
func (s *spaceSide) collect(row []float64, equals int) {
	s.near, s.keys = s.near[:0], s.keys[:0]
	least := equal.LeastOf(s.bound)
	for at, word := range s.mask {
		for ; word != 0; word &= word - 1 {
			j := 64*at + bits.TrailingZeros64(word)
			if row[j] >= least {
				if equals == 0 {
					continue
				}
				equals--
			}
			s.near, s.keys = append(s.near, int32(j)), append(s.keys, row[j])
		}
	}
	for len(s.keys)%8 != 0 { // whole registers
		s.keys = append(s.keys, math.Inf(1))
	}
}
