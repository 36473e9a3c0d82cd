package smo

import (
	"math"

	"unfold/engine/internal/simd"
)

// minCurvature stands for a curvature that rounding has made zero or negative, where
// steps are compared.
const minCurvature = 1e-12

// secondVariable returns the active variable with which the first one gains most, −1 if
// there is none.
func (s *Solver) secondVariable(e simd.Extremes) int {
	t, _ := s.locate(e.At)
	row := s.row(t)
	first := simd.First{Top: e.Top, Scale: 1 / (e.Top - e.Bottom), Own: s.diagonal[t], Flat: minCurvature}
	best, most := -1, float32(0)
	for side := range s.variablesPerRow {
		v, _, low := s.sideOf(side)
		at := s.workingSet.SelectSecond(v, row, s.diagonal, low, first)
		if at < 0 {
			continue
		}
		if gain := first.Gain(v[at], row[at], s.diagonal[at]); gain > most {
			best, most = side*s.width+at, gain
		}
	}
	return best
}

// step moves two variables to where the objective is least between the bounds,
// and returns the extremes after it.
func (s *Solver) step(i, j int) simd.Extremes {
	ti, variableI := s.locate(i)
	tj, variableJ := s.locate(j)
	rowI, rowJ := s.row(ti), s.row(tj)
	curvature := float64(s.diagonal[ti]) + float64(s.diagonal[tj]) - 2*float64(rowI[tj])
	length := math.Inf(1) // without curvature the objective falls as far as the bounds
	if curvature > 0 {
		length = (s.v[i] - s.v[j]) / curvature
	}
	length = s.move(variableI, variableJ, length)
	s.mark(i)
	s.mark(j)
	return s.update(rowI, rowJ, length)
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
	s.alpha[i] += float64(s.p.Y[i] * length)
	s.alpha[j] -= float64(s.p.Y[j] * length)
	if length == roomI {
		s.alpha[i] = boundI
	}
	if length == roomJ {
		s.alpha[j] = boundJ
	}
	return length
}
