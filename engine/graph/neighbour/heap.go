package neighbour

import "unfold/engine/internal/equal"

// A nearby is a row and how far away it is.
type nearby struct {
	e float64
	j int32
}

// beyond reports whether n comes after o in lists.
func (n nearby) beyond(o nearby) bool {
	a, b := equal.Grain(n.e), equal.Grain(o.e)
	return a > b || a == b && n.j > o.j
}

// A nearestHeap keeps the nearest rows offered, up to its capacity: a heap with
// the farthest on top.
type nearestHeap []nearby

func (h nearestHeap) limit() limit {
	if len(h) < cap(h) {
		return unlimited
	}
	if len(h) == 0 {
		return unwanted
	}
	return until(h[0].e, h[0].j)
}

func (h *nearestHeap) offer(c nearby) {
	s := *h
	if len(s) < cap(s) {
		s = append(s, c)
		i := len(s) - 1
		for i > 0 {
			up := (i - 1) / 2
			if !c.beyond(s[up]) {
				break
			}
			s[i] = s[up]
			i = up
		}
		s[i] = c
		*h = s
		return
	}
	if len(s) > 0 && s[0].beyond(c) {
		s.sink(c)
	}
}

// sink puts c in the place of the top.
func (h nearestHeap) sink(c nearby) {
	i, own := 0, equal.Grain(c.e)
	for {
		down := 2*i + 1
		if down >= len(h) {
			break
		}
		grain := equal.Grain(h[down].e)
		if down+1 < len(h) {
			if next := equal.Grain(h[down+1].e); next > grain || next == grain && h[down+1].j > h[down].j {
				down, grain = down+1, next
			}
		}
		if grain < own || grain == own && h[down].j <= c.j {
			break
		}
		h[i] = h[down]
		i = down
	}
	h[i] = c
}

// sort puts the list in order, nearest first.
func (h nearestHeap) sort() {
	for end := len(h) - 1; end > 0; end-- {
		c := h[end]
		h[end] = h[0]
		h[:end].sink(c)
	}
}

// drainHeap returns the rows of a list in order, in the space of dst.
func drainHeap(dst []Candidate, list nearestHeap) []Candidate {
	list.sort()
	dst = dst[:0]
	for _, c := range list {
		dst = append(dst, Candidate{Key: c.e, Index: c.j, Length: c.e})
	}
	return dst
}
