package neighbour

import (
	"cmp"
	"slices"
)

// A Candidate is a row that may be a neighbour.
type Candidate struct {
	Key, Tie float64 // what lists are ordered by
	Index    int32
	Length   float64 // its dissimilarity
}

// Compare orders candidates by key, finer key and index.
func (c Candidate) Compare(o Candidate) int {
	if order := cmp.Compare(c.Key, o.Key); order != 0 {
		return order
	}
	if order := cmp.Compare(c.Tie, o.Tie); order != 0 {
		return order
	}
	return cmp.Compare(c.Index, o.Index)
}

// nearest keeps the least of the candidates offered, up to its capacity: a
// heap with the farthest on top.
type nearest []Candidate

func (h *nearest) reset(k int) { *h = slices.Grow((*h)[:0], k)[:0:k] }

func (h *nearest) offer(c Candidate) {
	s := *h
	if len(s) < cap(s) {
		s = append(s, c)
		for i := len(s) - 1; i > 0; {
			up := (i - 1) / 2
			if s[up].Compare(s[i]) >= 0 {
				break
			}
			s[up], s[i] = s[i], s[up]
			i = up
		}
		*h = s
		return
	}
	if len(s) == 0 || c.Key > s[0].Key || c.Compare(s[0]) >= 0 {
		return
	}
	i := 0
	for {
		down := 2*i + 1
		if down >= len(s) {
			break
		}
		if down+1 < len(s) && s[down+1].Compare(s[down]) > 0 {
			down++
		}
		if s[down].Compare(c) <= 0 {
			break
		}
		s[i] = s[down]
		i = down
	}
	s[i] = c
}

// sorted orders what is kept, nearest first.
func (h nearest) sorted() []Candidate {
	slices.SortFunc(h, Candidate.Compare)
	return h
}

// Least returns the k least of the values, fewer if there are not that many,
// in order; ties go to the smaller index. It works in the space of buffer.
func Least(buffer []Candidate, values []float64, k int) []Candidate {
	h := nearest(buffer)
	h.reset(min(k, len(values)))
	for j, v := range values {
		h.offer(Candidate{Key: v, Index: int32(j), Length: v})
	}
	return h.sorted()
}
