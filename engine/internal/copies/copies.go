// Package copies finds rows that are copies of others: dedupe leaves them out, and
// reports count the held rows that are copies of training rows. It imports the
// vocabulary of the engine. Start at [Of].
package copies

import (
	"encoding/binary"
	"hash/maphash"
	"math"
	"slices"
	"unfold/engine"

	"gonum.org/v1/gonum/mat"
)

// Of returns for each row the first one that is equal to it in every
// column, and the first that is so in what is to be learned too; the row itself
// where none before it is. Missing cells are equal, and so are 0 and −0. It
// takes O(nd) time.
func Of(t *engine.Table) (alike, same []int) {
	alike = First(t.X)
	n, width := t.Len(), t.Width()
	if itself := counting(n); slices.Equal(alike, itself) {
		return alike, itself
	}
	both := mat.NewDense(n, 1+width, nil)
	truth := t.Truth()
	for i := range n {
		both.Set(i, 0, float64(alike[i]))
		copy(both.RawRowView(i)[1:], truth[i*width:(i+1)*width])
	}
	return alike, First(both)
}

// First returns for each row of x the first one that is equal to it, itself where none
// before it is. It takes O(nd) time.
func First(x *mat.Dense) []int {
	n, d := x.Dims()
	seed := maphash.MakeSeed()                      // which rows are equal does not depend on it
	last := make(map[uint64]int, n)                 // the last original of a hash
	found, before := make([]int, n), make([]int, n) // before: the original of the same hash before that of a row, or none
	const none = -1
	bits := make([]byte, 0, 8*d)
	for i := range n {
		row := x.RawRowView(i)
		bits = bits[:0]
		for _, v := range row {
			bits = binary.LittleEndian.AppendUint64(bits, cellBits(v))
		}
		hash := maphash.Bytes(seed, bits)
		at, hashed := last[hash]
		if !hashed {
			at = none
		}
		head := at
		for at != none && !slices.EqualFunc(row, x.RawRowView(at), sameCell) {
			at = before[at]
		}
		if at == none {
			found[i], before[i], last[hash] = i, head, i
			continue
		}
		found[i] = at
	}
	return found
}

func sameCell(a, b float64) bool { return cellBits(a) == cellBits(b) }

// cellBits are the bits of a cell, in which all that is equal is one.
func cellBits(v float64) uint64 {
	if math.IsNaN(v) {
		v = math.NaN() // there are many
	}
	return math.Float64bits(v + 0) // −0 becomes 0
}

// counting returns 0, 1, ..., n−1.
func counting(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
