package neighbour

import (
	"math"

	"unfold/engine/internal/equal"
)

// A limit is where a search may stop: a row at length e is wanted if e is less
// than nearer, or at most length with a row number below before.
type limit struct {
	nearer, length float64
	before         int32
}

// unlimited wants every row, and unwanted none.
var (
	unlimited = within(math.Inf(1))
	unwanted  = limit{-1, -1, 0}
)

// within wants the rows up to a length.
func within(length float64) limit { return limit{length, length, math.MaxInt32} }

// until wants the rows that come before row j at length e.
func until(e float64, j int32) limit { return limit{equal.Least(e), equal.Most(e), j} }

// A keeper says what a search is for. It is asked about slots: the rows of
// the block that is searched for, which begin names. Each goroutine has one.
type keeper interface {
	begin(rows []int32)
	// limit tells which rows the slot still wants.
	limit(slot int) limit
	// admits reports whether row j is of a kind that the slot wants. All rows
	// of a group get the same answer.
	admits(slot int, j int32) bool
	// offer hands it a row that it admits, other than the slot's own.
	offer(slot int, j int32, e float64)
}

// ceiling returns a number that no square is above whose root is at most e.
func ceiling(e float64) float64 {
	if e < 0 {
		return -1
	}
	return e * e * (1 + 0x1p-50)
}

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

// A shortlist keeps the nearest rows offered, up to its capacity: a heap with
// the farthest on top.
type shortlist []nearby

func (h shortlist) limit() limit {
	if len(h) < cap(h) {
		return unlimited
	}
	if len(h) == 0 {
		return unwanted
	}
	return until(h[0].e, h[0].j)
}

func (h *shortlist) offer(c nearby) {
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
func (h shortlist) sink(c nearby) {
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
func (h shortlist) sort() {
	for end := len(h) - 1; end > 0; end-- {
		c := h[end]
		h[end] = h[0]
		h[:end].sink(c)
	}
}
