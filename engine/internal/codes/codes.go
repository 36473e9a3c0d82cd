// Package codes numbers the distinct values of a column in their order, so that
// what depends on the order of cells alone works on small whole numbers. It sorts
// bits by digits: time does not depend on how values lie. It imports nothing of the
// project. Start at [Sorter.Code].
package codes

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Sorter is room to code columns in, one after another.
type Sorter struct {
	keys, spareKeys []uint64
	rows, spareRows []uint32
	digits          [digitsOfKey][1 << digitBits]uint32 // how many keys have which digit
}

const (
	digitBits   = 11
	digitsOfKey = (64 + digitBits - 1) / digitBits
)

// NewSorter returns room for columns of n cells.
func NewSorter(n int) *Sorter {
	return &Sorter{keys: make([]uint64, n), spareKeys: make([]uint64, n), rows: make([]uint32, n), spareRows: make([]uint32, n)}
}

// Codes of cells that are not sorted, until theirs is known.
const (
	zero    = math.MaxUint32
	missing = zero - 1
)

// Code returns the distinct values of column c, ascending; −0 is 0. It fills codes
// with where the value of each row stands among them; a cell that is missing has
// the number behind the last. Time O(n).
func (s *Sorter) Code(codes []uint32, x *mat.Dense, c int) (values []float64, lacking bool) {
	known, zeros := s.gather(codes, x, c)
	s.sort(known)
	keys := s.keys[:known]
	values = make([]float64, 0, distinct(keys)+min(1, zeros))
	ofZero := uint32(zero)
	number := func(v float64) uint32 {
		values = append(values, v)
		return uint32(len(values) - 1)
	}
	for k, key := range keys {
		if zeros > 0 && ofZero == zero && key > orderedKey(0) {
			ofZero = number(0)
		}
		if k == 0 || key != keys[k-1] {
			number(valueOf(key))
		}
		codes[s.rows[k]] = uint32(len(values) - 1)
	}
	if zeros > 0 && ofZero == zero {
		ofZero = number(0)
	}
	if lacking = known+zeros < len(codes); lacking || zeros > 0 {
		codeOthers(codes, ofZero, uint32(len(values)))
	}
	return values, lacking
}

// gather takes up the cells to be sorted, and returns how many they are and how
// many are zero. Zeros, which many columns are full of, are sorted as one.
func (s *Sorter) gather(codes []uint32, x *mat.Dense, c int) (known, zeros int) {
	raw := x.RawMatrix()
	for i := range codes {
		switch v := raw.Data[i*raw.Stride+c]; {
		case v == 0:
			codes[i] = zero
			zeros++
		case math.IsNaN(v):
			codes[i] = missing
		default:
			s.keys[known], s.rows[known] = orderedKey(v), uint32(i)
			known++
		}
	}
	return known, zeros
}

// distinct returns how many sorted keys differ.
func distinct(keys []uint64) int {
	count := 0
	for k, key := range keys {
		if k == 0 || key != keys[k-1] {
			count++
		}
	}
	return count
}

// codeOthers codes zeros, and cells that are missing.
func codeOthers(codes []uint32, ofZero, ofMissing uint32) {
	for i, code := range codes {
		switch code {
		case zero:
			codes[i] = ofZero
		case missing:
			codes[i] = ofMissing
		}
	}
}

// sort orders the first n keys with their rows, digit by digit from the lowest;
// digits that all keys share are passed over.
func (s *Sorter) sort(n int) {
	s.digits = [digitsOfKey][1 << digitBits]uint32{}
	for _, key := range s.keys[:n] {
		for d := range s.digits {
			s.digits[d][key>>(d*digitBits)%(1<<digitBits)]++
		}
	}
	for d := range s.digits {
		counts := &s.digits[d]
		if n == 0 || counts[s.keys[0]>>(d*digitBits)%(1<<digitBits)] == uint32(n) {
			continue
		}
		var before uint32
		for digit, count := range counts {
			counts[digit] = before
			before += count
		}
		for k, key := range s.keys[:n] {
			at := &counts[key>>(d*digitBits)%(1<<digitBits)]
			s.spareKeys[*at], s.spareRows[*at] = key, s.rows[k]
			*at++
		}
		s.keys, s.spareKeys = s.spareKeys, s.keys
		s.rows, s.spareRows = s.spareRows, s.rows
	}
}

// orderedKey returns bits that are ordered as numbers are; −0 is 0.
func orderedKey(v float64) uint64 {
	bits := math.Float64bits(v + 0)
	if bits>>63 == 1 {
		return ^bits
	}
	return bits | 1<<63
}

// valueOf is the number of a key.
func valueOf(key uint64) float64 {
	if key>>63 == 1 {
		return math.Float64frombits(key &^ (1 << 63))
	}
	return math.Float64frombits(^key)
}
