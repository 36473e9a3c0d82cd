package engine

import (
	"cmp"
	"slices"
)

// Simplicity is which way the values of a number lead to simpler models: fewer
// dimensions, smoother functions, stronger penalties. A parameter declares it
// (see [Param.Simpler]) where the field agrees on it.
type Simplicity int

// The ways.
const (
	Unranked Simplicity = iota // neither: candidates are taken to be written from simple to rich
	Smaller                    // the smaller, the simpler
	Larger                     // the larger, the simpler
)

// Simpler declares which way the values of a number are simpler. Of candidates
// with equal scores the simplest is chosen.
func (p *Param) Simpler(way Simplicity) *Param {
	if p.Type != Int && p.Type != Float {
		panic("engine: " + p.Name + " is no number, so that neither way is simpler")
	}
	p.Simplicity = way
	return p
}

// Ranks returns how many of the values are simpler than each: zeros where the
// parameter does not say. What auto stands for is found from the rows, which is
// one choice more than any number makes, so it is the richest.
func (p *Param) Ranks(values []any) []int {
	ranks, sorted := make([]int, len(values)), slices.SortedFunc(slices.Values(values), p.compare)
	for i, v := range values {
		ranks[i], _ = slices.BinarySearchFunc(sorted, v, p.compare)
	}
	return ranks
}

// compare is negative if the value a is simpler than b, zero if the parameter
// does not say.
func (p *Param) compare(a, b any) int {
	if p.Simplicity == Unranked {
		return 0
	}
	if admitsAuto(p.Rule) && isAuto(a) != isAuto(b) {
		if isAuto(a) {
			return 1
		}
		return -1
	}
	x, _ := number(a)
	y, _ := number(b)
	if p.Simplicity == Larger {
		return cmp.Compare(y, x)
	}
	return cmp.Compare(x, y)
}
