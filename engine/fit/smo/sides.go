package smo

import (
	"math"

	"unfold/engine/internal/simd"
)

// Variables about the same rows stand side by side: those of a side are one for
// each active row, and all sides use the same kernel rows.

// locate returns of an active variable which active row it is about, and its
// place among all variables.
func (s *Solver) locate(at int) (t, variable int) {
	first := 0
	for at >= s.width {
		at, first = at-s.width, first+len(s.p.Rows)
	}
	return at, first + int(s.active[at])
}

// row returns the kernel's row of the t-th active row.
func (s *Solver) row(t int) []float32 { return s.rowCache.row(t, int(s.p.Rows[s.active[t]])) }

// sideOf returns what a side's variables have.
func (s *Solver) sideOf(side int) (v []float64, up, low []uint64) {
	from, to := side*s.width, (side+1)*s.width
	first, last := from/simd.BitBlock, to/simd.BitBlock
	return s.v[from:to], s.up[first:last], s.low[first:last]
}

// extremes looks at all active variables.
func (s *Solver) extremes() simd.Extremes {
	e := noExtremes
	for side := range s.variablesPerRow {
		e = s.mergeExtremes(e, side, simd.ExtremesOf(s.sideOf(side)))
	}
	return e
}

// update subtracts step (rowI − rowJ) from the residuals, and returns the
// extremes of what is left.
func (s *Solver) update(rowI, rowJ []float32, step float64) simd.Extremes {
	e := noExtremes
	for side := range s.variablesPerRow {
		v, up, low := s.sideOf(side)
		e = s.mergeExtremes(e, side, s.workingSet.UpdateResidual(v, rowI, rowJ, step, up, low))
	}
	return e
}

// noExtremes is the extremes of no variable.
var noExtremes = simd.Extremes{At: -1, Top: math.Inf(-1), Bottom: math.Inf(1)}

// mergeExtremes adds the extremes of a side to those of the sides before it.
func (s *Solver) mergeExtremes(e simd.Extremes, side int, of simd.Extremes) simd.Extremes {
	if of.Top > e.Top {
		e.At, e.Top = side*s.width+of.At, of.Top
	}
	e.Bottom = min(e.Bottom, of.Bottom)
	return e
}
