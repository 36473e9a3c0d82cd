// Package random draws from named, seeded streams whose values stay the same
// for ever.
//
// A stream is told by a seed and a name: New(1, "swissroll") and
// New(1, "holdout") have nothing to do with each other, so that two stages of
// one pipeline may share a seed. The bits come from the PCG-DXSM generator of
// math/rand/v2, whose sequence is fixed by its definition; everything made
// of these bits is made here, so that no change of a library moves a number.
//
// A Stream is not safe for concurrent use. Work that is split over goroutines
// takes a stream for each part, named after the part.
//
// It imports elementary alone. Start at [New].
package random

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"unfold/engine/internal/elementary"
)

// A Stream is a sequence of random numbers.
type Stream struct {
	bits    *rand.PCG
	spare   float64 // the second normal number of a pair
	isSpare bool
}

// New returns the stream of a name and a seed. The state of the generator is
// the first half of SHA-256 over the seed (eight bytes, little-endian) and
// the name, so that neighbouring seeds start far apart.
func New(seed int, name string) *Stream {
	key := binary.LittleEndian.AppendUint64(nil, uint64(seed))
	sum := sha256.Sum256(append(key, name...))
	high, low := binary.LittleEndian.Uint64(sum[:8]), binary.LittleEndian.Uint64(sum[8:16])
	return &Stream{bits: rand.NewPCG(high, low)}
}

// Uniform returns a number in [0, 1): one of the 2⁵³ multiples of 2⁻⁵³, all
// equally likely.
func (s *Stream) Uniform() float64 { return float64(float64(s.bits.Uint64()>>11) / (1 << 53)) }

// Between returns a number from low up to but not high.
func (s *Stream) Between(low, high float64) float64 { return low + float64((high-low)*s.Uniform()) }

// Normal returns a number from the standard normal distribution, by
// Marsaglia's polar method (doi:10.1137/1006063): a point (u, v) uniform in
// the unit disc gives two of them, u√(−2 ln s / s) and v√(−2 ln s / s) with
// s = u² + v².
func (s *Stream) Normal() float64 {
	if s.isSpare {
		s.isSpare = false
		return s.spare
	}
	for {
		u, v := s.Between(-1, 1), s.Between(-1, 1)
		r := float64(u*u) + float64(v*v)
		if r >= 1 || r == 0 {
			continue
		}
		scale := math.Sqrt(-2 * elementary.Log(r) / r)
		s.spare, s.isSpare = v*scale, true
		return u * scale
	}
}

// Below returns a whole number from 0 up to but not n, all equally likely, by
// Lemire's multiplication with rejection (doi:10.1145/3230636). It panics if
// n is not positive.
func (s *Stream) Below(n int) int {
	if n <= 0 {
		panic("random: Below needs a positive bound")
	}
	bound := uint64(n)
	high, low := bits.Mul64(s.bits.Uint64(), bound)
	if low < bound {
		for least := -bound % bound; low < least; {
			high, low = bits.Mul64(s.bits.Uint64(), bound)
		}
	}
	return int(high)
}

// Shuffle brings x into a random order, all n! equally likely (Fisher and
// Yates, from the end).
func (s *Stream) Shuffle(x []int) {
	for i := len(x) - 1; i > 0; i-- {
		j := s.Below(i + 1)
		x[i], x[j] = x[j], x[i]
	}
}

// Permutation returns 0, 1, ..., n−1 in a random order.
func (s *Stream) Permutation(n int) []int {
	x := make([]int, n)
	for i := range x {
		x[i] = i
	}
	s.Shuffle(x)
	return x
}

// Spread draws count of 0, 1, ..., n−1 evenly over their order by compare, and
// returns them in ascending order: of equal ones any are as likely, and each set of
// equal ones has its share, up to one.
func (s *Stream) Spread(n, count int, compare func(a, b int) int) []int {
	order := s.Permutation(n)
	slices.SortStableFunc(order, compare)
	drawn := make([]int, count)
	for i := range drawn {
		drawn[i] = order[(2*i+1)*n/(2*count)]
	}
	slices.Sort(drawn)
	return drawn
}
