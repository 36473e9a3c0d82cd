package smo

import (
	"context"

	"unfold/engine/internal/simd"
)

// patience is the number of steps between two reviews of the active rows. It is
// more than libsvm's 1000: what is gained must pay for repacking rows, and for
// those to be fetched anew when all become active again.
func (s *Solver) patience() int { return max(1, 2*len(s.alpha)) }

// review sets rows aside that will probably stay at their bounds: those that
// may only fall but lie above all that may rise, and those that may only rise
// but lie below all that may fall. Once near the end it looks at all rows
// again. It reports whether the active rows are others now.
func (s *Solver) review(ctx context.Context, e simd.Extremes) (bool, error) {
	changed := false
	if !s.unshrunk && e.Top-e.Bottom <= 10*s.p.Tol {
		s.unshrunk = true
		if changed = len(s.active) < len(s.alpha); changed {
			if err := s.restore(ctx); err != nil {
				return false, err
			}
			e = simd.ExtremesOf(s.v, s.up, s.low)
		}
	}
	keep := s.undecided(e)
	if len(keep) == 0 || len(keep) > len(s.active)*7/8 { // too few to be worth the repacking
		return changed, nil
	}
	s.narrow(keep)
	return true, nil
}

// undecided lists the active rows that cannot be set aside.
func (s *Solver) undecided(e simd.Extremes) []int32 {
	keep := make([]int32, 0, len(s.active))
	for t := range s.active {
		up, low := s.up[t>>6]>>(t&63)&1 == 1, s.low[t>>6]>>(t&63)&1 == 1
		if up && low || up && s.v[t] >= e.Bottom || low && s.v[t] <= e.Top {
			keep = append(keep, int32(t))
		}
	}
	return keep
}

// narrow makes only some of the active rows active. The residuals of the
// others stay those of base.
func (s *Solver) narrow(keep []int32) {
	for t, from := range keep { // from ≥ t
		s.active[t], s.v[t], s.diagonal[t] = s.active[from], s.v[from], s.diagonal[from]
	}
	n, width := len(keep), simd.Padded(len(keep))
	s.active, s.v, s.diagonal = s.active[:n], s.v[:width], s.diagonal[:width]
	clear(s.v[n:])
	clear(s.diagonal[n:])
	s.up, s.low = s.up[:width/64], s.low[:width/64]
	s.markAll()
	numbers := s.numbers(s.active)
	s.rows.narrow(s.columns(numbers), keep, numbers)
}

// restore computes the residuals of the rows that were set aside, and makes all
// rows active.
func (s *Solver) restore(ctx context.Context) error {
	aside := make([]int32, 0, len(s.alpha)-len(s.active))
	next := 0
	for t := range s.alpha {
		if next < len(s.active) && s.active[next] == int32(t) {
			s.residual[t] = s.v[next]
			next++
			continue
		}
		aside = append(aside, int32(t))
	}
	if len(aside) == 0 {
		return nil
	}
	if err := s.reconcile(ctx, aside); err != nil {
		return err
	}
	s.activate()
	return nil
}
