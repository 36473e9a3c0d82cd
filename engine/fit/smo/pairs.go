package smo

import (
	"cmp"
	"context"
	"slices"
)

// A Pair is the decision between two classes: its surface votes for A above
// zero, else for B. Its weights are α_i y_i, with y = 1 for A, its objective is
// ½αᵀQα − Σα.
type Pair struct {
	A, B int // positions of the classes, A < B
	Surface
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
	err := s.solveAll(ctx, "pairs of classes", k, len(pairs), func(at int) Problem {
		p := &pairs[order[at]]
		return classProblem(members[p.A], members[p.B], s.WarmStarts.of(twoClasses{p.A, p.B}))
	}, func(at int, p *Problem, s *Solution) { pairs[order[at]].setSolution(p, s) })
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

// classProblem is the problem of two classes, about the rows of both.
func classProblem(a, b []int, l *WarmStart) Problem {
	problem := Problem{WarmStart: l}
	for side, rows := range [][]int{a, b} {
		for _, r := range rows {
			problem.Rows = append(problem.Rows, int32(r))
			problem.Y = append(problem.Y, float64(1-2*side))
			problem.P = append(problem.P, -1)
		}
	}
	return problem
}

// setSolution takes what decides of a solution. The rows ascend within each class.
func (p *Pair) setSolution(problem *Problem, s *Solution) {
	p.Surface = s.surface()
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
