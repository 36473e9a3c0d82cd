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

// A collector says what a search is for. It is asked about slots: the rows of
// the block that is searched for, which begin names. Each goroutine has one.
type collector interface {
	reset(rows []int32)
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
