package smo

import (
	"cmp"
	"context"
	"math"
	"slices"

	"unfold/engine/internal/simd"
)

// flat stands for a curvature that rounding has made zero or negative, where
// steps are compared.
const flat = 1e-12

// A Solver solves problems one after another in the same memory, which saves
// most of the time of small ones. The zero value is ready. It serves one
// goroutine at a time.
type Solver struct {
	p     Problem
	steps int

	// Of all rows. The residual belongs to base; active rows have their own.
	alpha, base, residual []float64

	// Of the active rows, padded to whole words.
	active   []int32 // their places among all rows, ascending
	v        []float64
	diagonal []float32
	up, low  []uint64
	rows     store
	lanes    simd.Lanes

	whole    bool // whether rows are those of all rows of the problem
	unshrunk bool // whether rows were looked at again near the end
}

// Solve finds the optimum to the problem's tolerance, or what it came to at the
// limit of steps. A step takes O(n) and at most two rows of the kernel, the
// number of steps grows with C. It notices within a few rows that ctx ends,
// and returns its error then.
func (s *Solver) Solve(ctx context.Context, p Problem) (*Solution, error) {
	s.whole = false
	return s.solve(ctx, p)
}

// Path solves a problem for several values of C, from the smallest: the α of
// one, scaled, is where the next begins, and rows of the kernel are kept. It
// hands each solution to found, with the position of its cost; an error of
// that ends it.
func (s *Solver) Path(ctx context.Context, p Problem, costs []float64, found func(at int, s *Solution) error) error {
	order := everything(len(costs))
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(costs[a], costs[b]) })
	s.whole = false
	for turn, at := range order {
		p.C = costs[at]
		solution, err := s.solve(ctx, p)
		if err != nil {
			return err
		}
		if err := found(int(at), solution); err != nil {
			return err
		}
		if turn+1 < len(order) {
			p.Start = solution.Scaled(p.Y, p.C, costs[order[turn+1]])
		}
	}
	return nil
}

// solve keeps rows of the kernel of the same problem.
func (s *Solver) solve(ctx context.Context, p Problem) (*Solution, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	s.p, s.steps, s.unshrunk = p, 0, false
	if err := s.seed(ctx); err != nil {
		return nil, err
	}
	s.activate()
	if err := s.descend(ctx); err != nil {
		return nil, err
	}
	return p.finish(s.alpha, s.residual, s.gap(), s.steps), nil
}

// seed sets α and the residuals of the start.
func (s *Solver) seed(ctx context.Context) error {
	n := len(s.p.Rows)
	s.alpha, s.base = make([]float64, n), grown(s.base, n)
	clear(s.base)
	s.residual = append(make([]float64, 0, n), s.p.Y...)
	if start := s.p.Start; start != nil {
		s.alpha = s.p.repaired(start.Alpha)
		if start.Residual != nil {
			copy(s.base, start.Alpha)
			copy(s.residual, start.Residual)
		}
	}
	return s.reconcile(ctx, everything(n))
}

// reconcile brings the residuals of some rows from base to the present α.
func (s *Solver) reconcile(ctx context.Context, places []int32) error {
	if len(places) == 0 {
		return nil
	}
	var columns Columns
	var row []float32
	for i, a := range s.alpha {
		change := (a - s.base[i]) * s.p.Y[i]
		if change == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if columns == nil {
			columns, row = s.p.Kernel.Columns(s.numbers(places)), make([]float32, len(places))
		}
		columns.Row(row, int(s.p.Rows[i]))
		for t, k := range row {
			s.residual[places[t]] -= float64(change * float64(k))
		}
	}
	return nil
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
	width := padded(n)
	s.v = grown(s.v, width)
	copy(s.v, s.residual)
	clear(s.v[n:])
	if !s.whole {
		columns := s.p.Kernel.Columns(s.p.Rows)
		s.rows.reset(columns, n, s.p.Budget)
		s.diagonal = grown(s.diagonal, width)
		columns.Diagonal(s.diagonal[:n])
		clear(s.diagonal[n:])
		s.whole = true
	}
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

// gap is the violation of the optimality conditions that is left, over all
// rows; they must be active.
func (s *Solver) gap() float64 {
	e := simd.ExtremesOf(s.v, s.up, s.low)
	return e.Top - e.Bottom
}

// descend moves pairs of variables until no pair violates the conditions by
// the tolerance. All rows are active in the end.
func (s *Solver) descend(ctx context.Context) error {
	limit, patience := s.p.limit(), s.patience()
	e := simd.ExtremesOf(s.v, s.up, s.low)
	for s.steps < limit {
		i, j := e.At, -1
		if e.Top-e.Bottom >= s.p.Tol {
			j = s.partner(e)
		}
		if j < 0 {
			if len(s.active) == len(s.alpha) {
				break
			}
			if err := s.restore(ctx); err != nil {
				return err
			}
			e, patience = simd.ExtremesOf(s.v, s.up, s.low), 1
			continue
		}
		if patience--; patience == 0 {
			patience = s.patience()
			changed, err := s.review(ctx, e)
			if err != nil {
				return err
			}
			if changed {
				e = simd.ExtremesOf(s.v, s.up, s.low)
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

// partner returns the active row with which the first row gains most, −1 if
// there is none.
func (s *Solver) partner(e simd.Extremes) int {
	return s.lanes.Partner(s.v, s.row(e.At), s.diagonal, s.low, simd.Curve{
		Top: e.Top, Scale: 1 / (e.Top - e.Bottom), Own: s.diagonal[e.At], Flat: flat,
	})
}

// row returns the kernel's row of the t-th active row.
func (s *Solver) row(t int) []float32 { return s.rows.row(t, int(s.p.Rows[s.active[t]])) }

// step moves two variables to where the objective is least between the bounds,
// and returns the extremes after it.
func (s *Solver) step(i, j int) simd.Extremes {
	rowI, rowJ := s.row(i), s.row(j)
	curvature := float64(s.diagonal[i]) + float64(s.diagonal[j]) - 2*float64(rowI[j])
	length := math.Inf(1) // without curvature the objective falls as far as the bounds
	if curvature > 0 {
		length = (s.v[i] - s.v[j]) / curvature
	}
	length = s.move(int(s.active[i]), int(s.active[j]), length)
	s.mark(i)
	s.mark(j)
	return s.lanes.Descend(s.v, rowI, rowJ, length, s.up, s.low)
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
	s.alpha[i] += s.p.Y[i] * length
	s.alpha[j] -= s.p.Y[j] * length
	if length == roomI {
		s.alpha[i] = boundI
	}
	if length == roomJ {
		s.alpha[j] = boundJ
	}
	return length
}
