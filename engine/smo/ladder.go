package smo

import (
	"context"
	"slices"
	"sync"
)

const (
	// firstRung is up to which cost α = 0 is as good a start as any: most
	// variables move once, to their bound. From there on a rung saves a problem
	// alone what it takes, and those of other costs all of that.
	firstRung = 2
	rungRatio = 4 // a power of two, so that multiples of costs are exact
)

// rungBelow returns the largest of 2, 8, 32 and so on below a cost, zero if
// there is none.
func rungBelow(cost float64) float64 {
	if cost <= firstRung {
		return 0
	}
	rung := float64(firstRung)
	for rung*rungRatio < cost {
		rung *= rungRatio
	}
	return rung
}

// A Ladder leads a problem to large costs by smaller ones, its rungs: each
// solution begins at that of the rung below. It keeps these for problems that
// differ in their costs and tolerances alone; which of them comes first changes
// no bit. It pays where the kernel is nearly of low rank, as few variables are
// free then, and Newton's method moves them. It is safe for concurrent use, and
// the zero value is ready.
type Ladder struct {
	mu    sync.Mutex
	rungs map[rung]*Solution
}

// A rung is a cost, to be solved to a tolerance.
type rung struct{ cost, tol float64 }

// at returns the solution at a rung, nil if nobody has been there.
func (l *Ladder) at(r rung) *Solution {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.rungs[r]
}

func (l *Ladder) keep(r rung, s *Solution) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.rungs == nil {
		l.rungs = map[rung]*Solution{}
	}
	l.rungs[r] = s
}

// Ladders are those of the problems about a kernel. They are safe for concurrent
// use, and the zero value is ready.
type Ladders struct {
	mu  sync.Mutex
	all map[any]*Ladder // by twoClasses or oneResponse
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

// of returns the ladder of a problem, nil if there are none.
func (l *Ladders) of(problem any) *Ladder {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil {
		l.all = map[any]*Ladder{}
	}
	if l.all[problem] == nil {
		l.all[problem] = new(Ladder)
	}
	return l.all[problem]
}

// rungBytes is how much the rungs for n variables take, up to a cost of 1024.
func rungBytes(n int) uint64 {
	const rungs = 5
	return rungs * 16 * uint64(n)
}

// climb returns the solution of the rung below the problem's cost. It returns nil
// if there is none, or if the first one leaves so many variables free that
// nothing but steps moves them, which go as fast from α = 0. Where a rung leaves
// no variable at its bound, larger costs have the same solution, and it climbs
// no further.
func (s *Solver) climb(ctx context.Context, p Problem) (*Solution, error) {
	cost, l := rungBelow(p.C), p.Ladder
	if cost == 0 || l == nil {
		return nil, nil
	}
	var found *Solution
	for p.C = firstRung; p.C <= cost; p.C *= rungRatio {
		at := rung{p.C, p.Tol}
		kept := l.at(at)
		if kept == nil {
			var err error
			if kept, err = s.from(ctx, p, found); err != nil {
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

// resume begins at the solution of a smaller cost: what is at the bound stays
// there, and the other variables grow as it does. Then so does what the surface
// takes off its aim −yp: v has become −yp − (C/C′)(−yp − v′).
func (s *Solver) resume(below *Solution) {
	ratio := 1.0
	if below.bounded() {
		ratio = s.p.C / below.C
	}
	s.steps, s.all.due = below.Steps, below.Steps
	for t, a := range below.Alpha {
		aim := s.residual[t] // at α = 0
		s.alpha[t] = min(ratio*a, s.p.C)
		s.residual[t] = aim - float64(ratio*(aim-below.Residual[t])) // the conversion keeps the product from being fused
	}
}
