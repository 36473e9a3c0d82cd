package rank

import (
	"cmp"
	"math"
	"slices"

	"unfold/engine/internal/equal"
)

// An radixSort brings rows of distances into order: by the bits of the numbers,
// two passes of a radix sort over 24 bits of them, after which the few that
// these do not tell apart are compared.
type radixSort struct {
	list, next []entry
	counts     [2][digits]int32
}

const (
	digit  = 12 // bits
	digits = 1 << digit
)

// An entry is a row by the upper bits of its distance.
type entry struct {
	key uint32
	row int32
}

func newRadixSort(n int) *radixSort {
	return &radixSort{list: make([]entry, n), next: make([]entry, n)}
}

// ranks sets rank[j] to the position of j, from 1, in the order of value and
// then index; values that are equal but for rounding (package equal) go by index.
// None is negative.
func (o *radixSort) ranks(rank []int32, values []float64) {
	o.load(values)
	o.sortDigit(0)
	o.sortDigit(1)
	for at := 1; at < len(o.list); at++ {
		if o.list[at].key == o.list[at-1].key {
			at = o.orderTies(at-1, values)
		}
	}
	for at, e := range o.list {
		rank[e.row] = int32(at) + 1
	}
}

// load lists the values by 24 bits, those that span them from the largest
// finite one down: 16 powers of two to 8 bits behind the point. What is
// smaller shares the lowest key and what is infinite the highest.
func (o *radixSort) load(values []float64) {
	var largest float64
	for _, v := range values {
		if v > largest && v <= math.MaxFloat64 {
			largest = v
		}
	}
	low := upperBits(largest) - (digits*digits - 2)
	o.counts = [2][digits]int32{}
	list := o.list[:len(values)]
	for j, v := range values {
		key := uint32(min(max(upperBits(v)-low, 0), digits*digits-1))
		list[j] = entry{key, int32(j)}
		o.counts[0][key%digits]++
		o.counts[1][key/digits%digits]++
	}
}

// upperBits returns the sign, the exponent and 20 bits of the fraction of a
// value, the same for all that are equal.
func upperBits(v float64) int64 { return equal.Grain(v) >> (36 - 20) }

// sortDigit moves the list into the order of one digit of the keys.
func (o *radixSort) sortDigit(which int) {
	at := &o.counts[which]
	var start int32
	for d, count := range at {
		at[d] = start
		start += count
	}
	shift := digit * which
	for _, e := range o.list {
		place := &at[e.key>>(shift&31)%digits]
		o.next[*place] = e
		*place++
	}
	o.list, o.next = o.next, o.list
}

// orderTies orders the entries that share a key with the one at lo, which stand in
// the order of their index, and returns the position of the last.
func (o *radixSort) orderTies(lo int, values []float64) int {
	hi := lo + 1
	for hi < len(o.list) && o.list[hi].key == o.list[lo].key {
		hi++
	}
	byValue := func(a, b entry) int {
		return cmp.Or(equal.Compare(values[a.row], values[b.row]), cmp.Compare(a.row, b.row))
	}
	if run := o.list[lo:hi]; !slices.IsSortedFunc(run, byValue) {
		slices.SortFunc(run, byValue)
	}
	return hi - 1
}
