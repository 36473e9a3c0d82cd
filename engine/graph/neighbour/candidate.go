package neighbour

import (
	"cmp"

	"unfold/engine/internal/equal"
)

// A Candidate is a row that may be a neighbour.
type Candidate struct {
	Key, Tie float64 // what lists are ordered by
	Index    int32
	Length   float64 // its dissimilarity
}

// Compare orders candidates by key, finer key and index; keys that are equal but
// for rounding (package equal) are ties.
func (c Candidate) Compare(o Candidate) int {
	if order := equal.Compare(c.Key, o.Key); order != 0 {
		return order
	}
	if order := equal.Compare(c.Tie, o.Tie); order != 0 {
		return order
	}
	return cmp.Compare(c.Index, o.Index)
}

// before reports whether c comes before o in lists.
func (c Candidate) before(o Candidate) bool { return c.Compare(o) < 0 }

// Least returns the k least of the values, fewer if there are not that many,
// in order; ties go to the smaller index. It works in the space of buffer.
func Least(buffer []Candidate, values []float64, k int) []Candidate {
	list := make(nearestHeap, 0, min(k, len(values)))
	for j, v := range values {
		list.offer(nearby{v, int32(j)})
	}
	return drainHeap(buffer, list)
}
