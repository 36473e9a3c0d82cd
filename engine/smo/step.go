package smo

import (
	"math"

	"unfold/engine/internal/simd"
)

// flat stands for a curvature that rounding has made zero or negative, where
// steps are compared.
const flat = 1e-12

// second returns the active row with which the first row gains most, −1 if
// there is none.
func (s *Solver) second(e simd.Extremes) int {
	return s.set.SelectSecond(s.v, s.row(e.At), s.diagonal, s.low, simd.First{
		Top: e.Top, Scale: 1 / (e.Top - e.Bottom), Own: s.diagonal[e.At], Flat: flat,
	})
}

// row returns the kernel's row of the t-th active row.
func (s *Solver) row(t int) []float32 { return s.rows.row(s.p.Rows[s.active[t]]) }

// step moves two variables to where the objective is least between the bounds,
// and returns the extremes after it.
func (s *Solver) step(i, j int) simd.Extremes {
	rowI, rowJ := s.row(i), s.row(j)
	curvature := float64(s.diagonal[i]) + float64(s.diagonal[j]) - 2*float64(rowI[j])
	length := math.Inf(1) // without curvature the objective falls as far as the bounds
	if curvature > 0 {
		length = (s.v[i] - s.v[j]) / curvature
	}
	length = s.move(int(s.active[i]), int(s.active[j]), length)
	s.mark(i)
	s.mark(j)
	return s.set.UpdateResidual(s.v, rowI, rowJ, length, s.up, s.low)
}

// move raises y_i α_i and lowers y_j α_j by a length, or by as much as the
// bounds allow, and returns by how much. A variable that meets its bound is set
// to it, not near it.
func (s *Solver) move(i, j int, length float64) float64 {
	boundI, boundJ := s.p.C, 0.0
	if s.p.Y[i] < 0 {
		boundI = 0
	}
	if s.p.Y[j] < 0 {
		boundJ = s.p.C
	}
	roomI, roomJ := math.Abs(boundI-s.alpha[i]), math.Abs(boundJ-s.alpha[j])
	length = min(length, roomI, roomJ)
	s.alpha[i] += s.p.Y[i] * length
	s.alpha[j] -= s.p.Y[j] * length
	if length == roomI {
		s.alpha[i] = boundI
	}
	if length == roomJ {
		s.alpha[j] = boundJ
	}
	return length
}
