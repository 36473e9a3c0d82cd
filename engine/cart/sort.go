package cart

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// A valueSorter codes columns of numbers: it sorts their bits by digits, so that
// time does not depend on how they lie.
type valueSorter struct {
	keys, spareKeys []uint64
	rows, spareRows []uint32
	digits          [digitsOfKey][1 << digitBits]uint32 // how many keys have which digit
}

const (
	digitBits   = 11
	digitsOfKey = (64 + digitBits - 1) / digitBits
)

func newValueSorter(n int) *valueSorter {
	return &valueSorter{keys: make([]uint64, n), spareKeys: make([]uint64, n), rows: make([]uint32, n), spareRows: make([]uint32, n)}
}

// code numbers the values of column c in their order. Zeros, which many columns are
// full of, are sorted as one.
func (w *valueSorter) code(x *mat.Dense, c int) column {
	n, _ := x.Dims()
	known, zeros, missing := 0, 0, 0
	for i := range n {
		switch v := x.At(i, c); {
		case v == 0:
			zeros++
		case math.IsNaN(v):
			missing++
		default:
			w.keys[known], w.rows[known] = orderedKey(v), uint32(i)
			known++
		}
	}
	w.sort(known)
	out := column{codes: make([]uint32, n), missing: missing > 0}
	zero := uint32(math.MaxUint32) // its code, once it is known
	number := func(v float64) uint32 {
		out.values = append(out.values, v)
		return uint32(len(out.values) - 1)
	}
	for k, key := range w.keys[:known] {
		if zeros > 0 && zero == math.MaxUint32 && key > orderedKey(0) {
			zero = number(0)
		}
		if k == 0 || key != w.keys[k-1] {
			number(valueOf(key))
		}
		out.codes[w.rows[k]] = uint32(len(out.values) - 1)
	}
	if zeros > 0 && zero == math.MaxUint32 {
		zero = number(0)
	}
	if out.count = len(out.values); zeros+missing > 0 {
		w.codeOthers(&out, x, c, zero)
	}
	return out
}

// codeOthers codes zeros, and cells that are missing.
func (w *valueSorter) codeOthers(out *column, x *mat.Dense, c int, zero uint32) {
	for i := range out.codes {
		switch v := x.At(i, c); {
		case v == 0:
			out.codes[i] = zero
		case math.IsNaN(v):
			out.codes[i] = uint32(out.count)
		}
	}
}

// sort orders the first n keys with their rows, digit by digit from the lowest;
// digits that all keys share are passed over.
func (w *valueSorter) sort(n int) {
	w.digits = [digitsOfKey][1 << digitBits]uint32{}
	for _, key := range w.keys[:n] {
		for d := range w.digits {
			w.digits[d][key>>(d*digitBits)%(1<<digitBits)]++
		}
	}
	for d := range w.digits {
		counts := &w.digits[d]
		if n == 0 || counts[w.keys[0]>>(d*digitBits)%(1<<digitBits)] == uint32(n) {
			continue
		}
		var before uint32
		for digit, count := range counts {
			counts[digit] = before
			before += count
		}
		for k, key := range w.keys[:n] {
			at := &counts[key>>(d*digitBits)%(1<<digitBits)]
			w.spareKeys[*at], w.spareRows[*at] = key, w.rows[k]
			*at++
		}
		w.keys, w.spareKeys = w.spareKeys, w.keys
		w.rows, w.spareRows = w.spareRows, w.rows
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

// codeShift is where codes stand in the keys of a node, above what comes along.
const codeShift = 32

// sortByCode orders the keys of a node by their codes, which lie from low to high.
// Keys of equal code keep their order, but in few of them they are ordered too. It
// returns the sorted keys, which may lie in spare.
func sortByCode(keys, spare []uint64, low, high uint32) []uint64 {
	const few = 32
	if len(keys) <= few {
		insertionSort(keys)
		return keys
	}
	spare = spare[:len(keys)]
	for shift := 0; (high-low)>>shift > 0; shift += 8 {
		var at [256]uint32
		for _, key := range keys {
			at[uint8((uint32(key>>codeShift)-low)>>shift)]++
		}
		var before uint32
		for digit, count := range at {
			at[digit] = before
			before += count
		}
		for _, key := range keys {
			place := &at[uint8((uint32(key>>codeShift)-low)>>shift)]
			spare[*place] = key
			*place++
		}
		keys, spare = spare, keys
	}
	return keys
}

func insertionSort(keys []uint64) {
	for i := 1; i < len(keys); i++ {
		key, j := keys[i], i
		for ; j > 0 && keys[j-1] > key; j-- {
			keys[j] = keys[j-1]
		}
		keys[j] = key
	}
}

// grown returns a slice of n elements in the room of s, or in a larger one.
func grown[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }
