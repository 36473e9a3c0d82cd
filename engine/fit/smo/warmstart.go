package smo

import (
	"context"
	"slices"
	"sync"
)

const (
	// firstCost is up to which cost α = 0 is as good a start as any: most
	// variables move once, to their bound. From there on a warm start saves a problem
	// alone what it takes, and those of other costs all of that.
	firstCost = 2
	costRatio = 4 // a power of two, so that multiples of costs are exact
)

// costBelow returns the largest of 2, 8, 32 and so on below a cost, zero if
// there is none.
func costBelow(cost float64) float64 {
	if cost <= firstCost {
		return 0
	}
	below := float64(firstCost)
	for below*costRatio < cost {
		below *= costRatio
	}
	return below
}

// A WarmStart leads a problem to large costs by smaller ones, its steps: each
// solution begins at that of the cost below. It keeps these for problems that
// differ in their costs and tolerances alone; which of them comes first changes
// no bit. It pays where the kernel is nearly of low rank, as few variables are
// free then, and Newton's method moves them. It is safe for concurrent use, and
// the zero value is ready.
type WarmStart struct {
	mu        sync.Mutex
	solutions map[costStep]*Solution
}

// A costStep is a cost, to be solved to a tolerance.
type costStep struct{ cost, tol float64 }

// at returns the solution at a cost, nil if it was not solved for.
func (l *WarmStart) at(r costStep) *Solution {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.solutions[r]
}

func (l *WarmStart) keep(r costStep, s *Solution) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.solutions == nil {
		l.solutions = map[costStep]*Solution{}
	}
	l.solutions[r] = s
}

// WarmStarts are those of the problems about a kernel. They are safe for concurrent
// use, and the zero value is ready.
type WarmStarts struct {
	mu     sync.Mutex
	starts map[any]*WarmStart // by twoClasses or oneResponse
}

// twoClasses names the problem of classes by their positions, oneResponse that
// of a response by its own and by ε.
type (
	twoClasses  struct{ a, b int }
	oneResponse struct {
		at      int
		epsilon float64
	}
)

// of returns the warm start of a problem, nil if there are none.
func (l *WarmStarts) of(problem any) *WarmStart {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.starts == nil {
		l.starts = map[any]*WarmStart{}
	}
	if l.starts[problem] == nil {
		l.starts[problem] = new(WarmStart)
	}
	return l.starts[problem]
}

// warmStartBytes is how much the warm starts of n variables take, up to a cost of 1024.
func warmStartBytes(n int) uint64 {
	const costs = 5
	return costs * 16 * uint64(n)
}

// warmStart returns the solution at the cost step below the problem's cost. It returns nil
// if there is none, or if the first one leaves so many variables free that
// nothing but steps moves them, which go as fast from α = 0. Where a cost leaves
// no variable at its bound, larger costs have the same solution, and it goes
// no further.
func (s *Solver) warmStart(ctx context.Context, p Problem) (*Solution, error) {
	cost, l := costBelow(p.C), p.WarmStart
	if cost == 0 || l == nil {
		return nil, nil
	}
	var found *Solution
	for p.C = firstCost; p.C <= cost; p.C *= costRatio {
		at := costStep{p.C, p.Tol}
		kept := l.at(at)
		if kept == nil {
			var err error
			if kept, err = s.solveFrom(ctx, p, found); err != nil {
				return nil, err
			}
			l.keep(at, kept)
		}
		if kept.free() > mostFree && found == nil {
			return nil, nil
		}
		if found = kept; !found.bounded() {
			break
		}
	}
	return found, nil
}

// bounded reports whether a variable has met the bound C.
func (s *Solution) bounded() bool { return slices.Contains(s.Alpha, s.C) }

// free returns how many variables lie strictly between the bounds.
func (s *Solution) free() int {
	n := 0
	for _, a := range s.Alpha {
		if 0 < a && a < s.C {
			n++
		}
	}
	return n
}

// startFrom begins at the solution of a smaller cost: what is at the bound stays
// there, and the other variables grow as it does. Then so does what the surface
// takes off its aim −yp: v has become −yp − (C/C′)(−yp − v′).
func (s *Solver) startFrom(below *Solution) {
	ratio := 1.0
	if below.bounded() {
		ratio = s.p.C / below.C
	}
	s.steps, s.freeStep.nextAt = below.Steps, below.Steps
	for t, a := range below.Alpha {
		aim := s.residual[t] // at α = 0
		s.alpha[t] = min(ratio*a, s.p.C)
		s.residual[t] = aim - float64(ratio*(aim-below.Residual[t])) // the conversion keeps the product from being fused
	}
}
