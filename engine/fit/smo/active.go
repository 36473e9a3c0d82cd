package smo

import (
	"context"

	"unfold/engine/internal/simd"
)

// startAtZero begins at α = 0, whose residuals are −yp.
func (s *Solver) startAtZero() {
	count := len(s.p.Y)
	s.alpha, s.base, s.residual = make([]float64, count), resized(s.base, count), make([]float64, count)
	for t, y := range s.p.Y {
		s.residual[t] = -y * s.p.P[t]
	}
}

// updateResiduals brings the residuals of some rows from base to the present α.
func (s *Solver) updateResiduals(ctx context.Context, places []int32) error {
	var columns Columns
	var row []float32
	n := len(s.p.Rows)
	for i := range n {
		change := 0.0
		for at := i; at < len(s.alpha); at += n {
			change += float64((s.alpha[at] - s.base[at]) * s.p.Y[at])
		}
		if change == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if columns == nil {
			columns, row = s.p.Kernel.Columns(s.kernelRows(places)), make([]float32, len(places))
		}
		columns.Row(row, int(s.p.Rows[i]))
		for first := 0; first < len(s.residual); first += n {
			residual := s.residual[first : first+n]
			for t, k := range row {
				residual[places[t]] -= float64(change * float64(k)) // the conversion keeps the product from being fused
			}
		}
	}
	return nil
}

// kernelRows are the rows of the kernel at some places of the problem.
func (s *Solver) kernelRows(places []int32) []int32 {
	numbers := make([]int32, len(places))
	for t, place := range places {
		numbers[t] = s.p.Rows[place]
	}
	return numbers
}

// activate makes all rows active. Their residuals belong to the present α.
func (s *Solver) activate() {
	n := len(s.p.Rows)
	copy(s.base, s.alpha)
	s.active, s.width = rangeUpTo(n), simd.Padded(n)
	s.v = resized(s.v, s.variablesPerRow*s.width)
	for side := range s.variablesPerRow {
		v := s.v[side*s.width : (side+1)*s.width]
		copy(v, s.residual[side*n:(side+1)*n])
		clear(v[n:])
	}
	if !s.allRows {
		s.allRows = true
		columns := s.p.Kernel.Columns(s.p.Rows)
		s.rowCache.reset(columns, n, s.p.Budget)
		s.diagonal = resized(s.diagonal, s.width)
		columns.Diagonal(s.diagonal[:n])
		clear(s.diagonal[n:])
	}
	words := s.variablesPerRow * s.width / simd.BitBlock
	s.up, s.low = resized(s.up, words), resized(s.low, words)
	s.markAll()
}

// markAll sets the bits of all active variables.
func (s *Solver) markAll() {
	clear(s.up)
	clear(s.low)
	for side := range s.variablesPerRow {
		for t := range s.active {
			s.mark(side*s.width + t)
		}
	}
}

// mark sets the bits of an active variable.
func (s *Solver) mark(at int) {
	_, variable := s.locate(at)
	bit := uint64(1) << (at & 63)
	s.up[at>>6] &^= bit
	s.low[at>>6] &^= bit
	if s.p.up(s.alpha, variable) {
		s.up[at>>6] |= bit
	}
	if s.p.low(s.alpha, variable) {
		s.low[at>>6] |= bit
	}
}
