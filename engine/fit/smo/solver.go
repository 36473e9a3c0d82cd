package smo

import (
	"context"

	"unfold/engine/internal/simd"
)

// A Solver solves problems one after another in the same memory, which saves
// most of the time of small ones. The zero value is ready. It serves one
// goroutine at a time.
type Solver struct {
	p               Problem
	variablesPerRow int // the variables of each row
	steps           int

	// Of all variables. The residual belongs to base; active ones have their own.
	alpha, base, residual []float64

	// Of the active rows, padded to whole words, and their variables, side by side.
	active     []int32 // their places among all rows, ascending
	width      int     // their number, padded
	diagonal   []float32
	v          []float64
	up, low    []uint64
	rowCache   rowCache
	workingSet simd.WorkingSet
	freeStep   newtonStep

	allRows  bool // whether kernel rows and diagonal are those of all rows of the problem
	warm     bool // whether it began at the solution of a smaller cost
	unshrunk bool // whether rows were looked at again near the end
}

// Solve finds the optimum to the problem's tolerance, or what it came to at the
// limit of steps. A step takes O(n) and at most two rows of the kernel, the
// number of steps grows with C. It notices within a few rows that ctx ends,
// and returns its error then.
func (s *Solver) Solve(ctx context.Context, p Problem) (*Solution, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	s.allRows = false
	below, err := s.warmStart(ctx, p)
	if err != nil {
		return nil, err
	}
	return s.solveFrom(ctx, p, below)
}

// solveFrom begins at the solution of a smaller cost, or at α = 0 if there is none.
func (s *Solver) solveFrom(ctx context.Context, p Problem, below *Solution) (*Solution, error) {
	s.p, s.variablesPerRow, s.steps, s.unshrunk, s.warm = p, p.variablesPerRow(), 0, false, below != nil
	s.startAtZero()
	if s.warm {
		s.startFrom(below)
	}
	s.activate()
	if err := s.minimise(ctx); err != nil {
		return nil, err
	}
	return p.solutionOf(s.alpha, s.residual, s.gap(), s.steps), nil
}

// minimise moves pairs of variables until no pair violates the conditions by
// the tolerance. All rows are active in the end.
func (s *Solver) minimise(ctx context.Context) error {
	limit, patience := s.p.limit(), s.reviewInterval()
	e := s.extremes()
	for s.steps < limit {
		if s.warm && s.steps >= s.freeStep.nextAt {
			e = s.moveFree(e)
		}
		i, j := e.At, -1
		if e.Top-e.Bottom >= s.p.Tol {
			j = s.secondVariable(e)
		}
		if j < 0 {
			if len(s.active) == len(s.p.Rows) {
				break
			}
			if err := s.restore(ctx); err != nil {
				return err
			}
			e, patience = s.extremes(), 1
			continue
		}
		if patience--; patience == 0 {
			patience = s.reviewInterval()
			changed, err := s.shrink(ctx, e)
			if err != nil {
				return err
			}
			if changed {
				e = s.extremes()
				continue
			}
		}
		if s.steps&15 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		s.steps++
		e = s.step(i, j)
	}
	return s.restore(ctx)
}

// gap is the violation of the optimality conditions that is left, over all
// rows; they must be active.
func (s *Solver) gap() float64 {
	e := s.extremes()
	return e.Top - e.Bottom
}
