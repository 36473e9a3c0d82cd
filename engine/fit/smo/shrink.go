package smo

import (
	"context"

	"unfold/engine/internal/simd"
)

// reviewInterval is the number of steps between two reviews of the active rows. It is
// more than libsvm's 1000: what is gained must pay for repacking rows, and for
// those to be fetched anew when all become active again.
func (s *Solver) reviewInterval() int { return max(1, 2*len(s.p.Rows)) }

// shrink sets rows aside whose variables will probably stay at their bounds: those
// that may only fall but lie above all that may rise, and those that may only
// rise but lie below all that may fall. Once near the end it looks at all rows
// again. It reports whether the active rows are others now.
func (s *Solver) shrink(ctx context.Context, e simd.Extremes) (bool, error) {
	changed := false
	if !s.unshrunk && e.Top-e.Bottom <= 10*s.p.Tol {
		s.unshrunk = true
		if changed = len(s.active) < len(s.p.Rows); changed {
			if err := s.restore(ctx); err != nil {
				return false, err
			}
			e = s.extremes()
		}
	}
	keep := s.unshrinkable(e)
	if len(keep) == 0 || len(keep) > len(s.active)*7/8 { // too few to be worth the repacking
		return changed, nil
	}
	s.shrinkTo(keep)
	return true, nil
}

// unshrinkable lists the active rows that cannot be set aside.
func (s *Solver) unshrinkable(e simd.Extremes) []int32 {
	keep := make([]int32, 0, len(s.active))
	for t := range s.active {
		for at := t; at < len(s.v); at += s.width {
			up, low := s.up[at>>6]>>(at&63)&1 == 1, s.low[at>>6]>>(at&63)&1 == 1
			if up && low || up && s.v[at] >= e.Bottom || low && s.v[at] <= e.Top {
				keep = append(keep, int32(t))
				break
			}
		}
	}
	return keep
}

// shrinkTo makes only some of the active rows active. The residuals of the
// others stay those of base.
func (s *Solver) shrinkTo(keep []int32) {
	for t, from := range keep { // from ≥ t
		s.active[t], s.diagonal[t] = s.active[from], s.diagonal[from]
	}
	s.allRows = false
	n, width := len(keep), simd.Padded(len(keep))
	for side := range s.variablesPerRow { // nothing is read after it was written
		v, wide := s.v[side*width:], s.v[side*s.width:]
		for t, from := range keep {
			v[t] = wide[from]
		}
		clear(v[n:width])
	}
	s.width = width
	s.active, s.v, s.diagonal = s.active[:n], s.v[:s.variablesPerRow*width], s.diagonal[:width]
	clear(s.diagonal[n:])
	words := s.variablesPerRow * width / simd.BitBlock
	s.up, s.low = s.up[:words], s.low[:words]
	s.markAll()
	s.rowCache.keepOnly(s.p.Kernel.Columns(s.kernelRows(s.active)), keep)
}

// restore computes the residuals of the rows that were set aside, and makes all
// rows active.
func (s *Solver) restore(ctx context.Context) error {
	n := len(s.p.Rows)
	aside := make([]int32, 0, n-len(s.active))
	next := 0
	for t := range int32(n) {
		if next < len(s.active) && s.active[next] == t {
			for side := range s.variablesPerRow {
				s.residual[side*n+int(t)] = s.v[side*s.width+next]
			}
			next++
			continue
		}
		aside = append(aside, t)
	}
	if len(aside) == 0 {
		return nil
	}
	if err := s.updateResiduals(ctx, aside); err != nil {
		return err
	}
	s.activate()
	return nil
}
