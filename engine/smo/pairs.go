package smo

import (
	"cmp"
	"context"
	"runtime"
	"slices"

	"unfold/engine/internal/parallel"
)

// A Pair is the decision between two classes: f(x) = Σ Weights_i k(x_i, x) − ρ
// votes for A above zero, else for B.
type Pair struct {
	A, B      int       // positions of the classes, A < B
	Rows      []int     // rows of the kernel with α > 0, ascending within each class
	Weights   []float64 // their α_i y_i, y = 1 for A
	Rho       float64
	Gap       float64 // largest violation of the optimality conditions left
	Objective float64 // ½αᵀQα − Σα
	Steps     int
}

// Settings are what the problems of a family have in common.
type Settings struct {
	C       float64
	Tol     float64
	Limit   int      // steps of a problem; 0 is libsvm's
	Ladders *Ladders // of the same classes; nil if each problem begins at α = 0
	Budget  int      // bytes of kernel rows for all goroutines together
}

// OneAgainstOne solves the problem of every two classes, given the rows of
// each: (0, 1), (0, 2) and so on. It runs them on all processors, the largest
// first, and tells its progress to ctx.
func OneAgainstOne(ctx context.Context, k Kernel, members [][]int, s Settings) ([]Pair, error) {
	pairs := pairsOf(len(members))
	order := make([]int, len(pairs))
	for i := range order {
		order[i] = i
	}
	size := func(p int) int { return len(members[pairs[p].A]) + len(members[pairs[p].B]) }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(size(b), size(a)) })
	s.Budget /= max(1, min(len(pairs), runtime.GOMAXPROCS(0)))
	done := parallel.Count(ctx, "pairs of classes", len(pairs))
	err := parallel.Try(ctx, len(pairs), 1, func() *Solver { return new(Solver) }, func(w *Solver, at, _ int) error {
		defer done.Add(1)
		p := &pairs[order[at]]
		problem := p.problem(k, members[p.A], members[p.B], s)
		solution, err := w.Solve(ctx, problem)
		if err == nil {
			p.keep(problem, solution)
		}
		return err
	})
	return pairs, err
}

// pairsOf lists the pairs of that many classes.
func pairsOf(classes int) []Pair {
	var pairs []Pair
	for a := range classes {
		for b := a + 1; b < classes; b++ {
			pairs = append(pairs, Pair{A: a, B: b})
		}
	}
	return pairs
}

// problem is the pair's, about the rows of its two classes.
func (p *Pair) problem(k Kernel, a, b []int, s Settings) Problem {
	problem := Problem{Kernel: k, C: s.C, Tol: s.Tol, Limit: s.Limit, Ladder: s.Ladders.between(p.A, p.B), Budget: s.Budget}
	for side, rows := range [][]int{a, b} {
		for _, r := range rows {
			problem.Rows = append(problem.Rows, int32(r))
			problem.Y = append(problem.Y, float64(1-2*side))
		}
	}
	return problem
}

// keep takes what decides of a solution.
func (p *Pair) keep(problem Problem, s *Solution) {
	p.Rho, p.Gap, p.Objective, p.Steps = s.Rho, s.Gap, s.Objective, s.Steps
	for t, a := range s.Alpha {
		if a > 0 {
			p.Rows = append(p.Rows, int(problem.Rows[t]))
			p.Weights = append(p.Weights, a*problem.Y[t])
		}
	}
}

// Vote gives a decision's vote to a class.
func (p *Pair) Vote(votes []int, decision float64) {
	if decision > 0 {
		votes[p.A]++
	} else {
		votes[p.B]++
	}
}

// Winner returns the class with the most votes, of equal counts the first.
func Winner(votes []int) int {
	winner := 0
	for c, v := range votes {
		if v > votes[winner] {
			winner = c
		}
	}
	return winner
}
