package smo

import (
	"context"

	"unfold/engine/internal/simd"
)

// seed begins at α = 0, whose residuals are −yp.
func (s *Solver) seed() {
	n := len(s.p.Rows)
	s.alpha, s.base = make([]float64, n), grown(s.base, n)
	s.residual = make([]float64, n)
	for t, y := range s.p.Y {
		s.residual[t] = -y * s.p.P[t]
	}
}

// reconcile brings the residuals of some rows from base to the present α.
func (s *Solver) reconcile(ctx context.Context, places []int32) error {
	var columns spread
	var row []float32
	for i, a := range s.alpha {
		change := (a - s.base[i]) * s.p.Y[i]
		if change == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if row == nil {
			columns, row = s.columns(s.numbers(places)), make([]float32, len(places))
		}
		columns.row(row, int(s.p.Rows[i]))
		for t, k := range row {
			s.residual[places[t]] -= float64(change * float64(k))
		}
	}
	return nil
}

// columns prepares those of some rows of the kernel, in which some may repeat.
func (s *Solver) columns(numbers []int32) spread {
	s.scratch = grown(s.scratch, s.p.Kernel.Len())
	return newSpread(s.p.Kernel, numbers, s.scratch)
}

// numbers are the rows of the kernel at some places of the problem.
func (s *Solver) numbers(places []int32) []int32 {
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
	s.active = everything(n)
	width := simd.Padded(n)
	s.v = grown(s.v, width)
	copy(s.v, s.residual)
	clear(s.v[n:])
	columns := s.columns(s.p.Rows)
	s.rows.reset(columns, n, s.p.Kernel.Len(), s.p.Budget)
	s.diagonal = grown(s.diagonal, width)
	columns.diagonal(s.diagonal[:n])
	clear(s.diagonal[n:])
	s.up, s.low = grown(s.up, width/64), grown(s.low, width/64)
	s.markAll()
}

// markAll sets the bits of all active rows.
func (s *Solver) markAll() {
	clear(s.up)
	clear(s.low)
	for t := range s.active {
		s.mark(t)
	}
}

// mark sets the bits of the t-th active row.
func (s *Solver) mark(t int) {
	place, bit := int(s.active[t]), uint64(1)<<(t&63)
	s.up[t>>6] &^= bit
	s.low[t>>6] &^= bit
	if s.p.up(s.alpha, place) {
		s.up[t>>6] |= bit
	}
	if s.p.low(s.alpha, place) {
		s.low[t>>6] |= bit
	}
}
