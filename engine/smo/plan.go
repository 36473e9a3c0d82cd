package smo

import (
	"cmp"
	"context"
	"slices"
)

// A plan is a grid with its rows in another order: by class, and in each by the
// fold that holds them. So the rows of a problem are a few runs of the table.
type plan struct {
	kernel   Kernel
	pairs    []Pair
	classes  int
	starts   []int32   // where each class begins, and the last one ends
	held     [][]int32 // where the rows of each fold are
	costs    []float64
	settings Settings
}

func (g *Grid) plan(ctx context.Context) (*plan, error) {
	order, place := g.order()
	p := &plan{
		pairs: pairsOf(g.Classes), classes: g.Classes, costs: g.Costs,
		starts: make([]int32, g.Classes+1), held: make([][]int32, len(g.Held)),
		settings: Settings{Tol: g.Tol, Limit: g.Limit},
	}
	for _, l := range g.Labels {
		p.starts[l+1]++
	}
	for c := range g.Classes {
		p.starts[c+1] += p.starts[c]
	}
	for f, held := range g.Held {
		for _, r := range held {
			p.held[f] = append(p.held[f], place[r])
		}
	}
	points := g.Points.Of(order)
	if p.kernel = points; tableBytes(len(order)) > uint64(g.Budget) {
		return p, nil
	}
	var err error
	p.kernel, err = NewTable(ctx, points)
	return p, err
}

// order returns the rows by class and first fold, and the place of each.
func (g *Grid) order() (order []int, place []int32) {
	n := len(g.Labels)
	fold := make([]int, n)
	for f := len(g.Held) - 1; f >= 0; f-- {
		for _, r := range g.Held[f] {
			fold[r] = f
		}
	}
	order, place = make([]int, n), make([]int32, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(g.Labels[a], g.Labels[b]), cmp.Compare(fold[a], fold[b]))
	})
	for at, r := range order {
		place[r] = int32(at)
	}
	return order, place
}

// path solves a pair's problem without the rows of a fold for all costs.
func (p *plan) path(ctx context.Context, w *Solver, pair Pair, fold int) ([]Cell, error) {
	problem := pair.problem(p.kernel, p.members(pair.A, fold), p.members(pair.B, fold), p.settings)
	path := make([]Cell, len(p.costs))
	err := w.Path(ctx, problem, p.costs, func(c int, s *Solution) error {
		decisions, err := s.decide(ctx, &problem, p.held[fold])
		path[c] = Cell{Decisions: [][]float64{decisions}, Objective: s.Objective, Gap: s.Gap, Steps: s.Steps}
		return err
	})
	return path, err
}

// members lists where the rows of a class are that a fold does not hold.
func (p *plan) members(class, fold int) []int {
	from, to := p.starts[class], p.starts[class+1]
	away := make([]bool, to-from)
	for _, at := range p.held[fold] {
		if from <= at && at < to {
			away[at-from] = true
		}
	}
	var rows []int
	for i, held := range away {
		if !held {
			rows = append(rows, int(from)+i)
		}
	}
	return rows
}

// cells puts what came of each pair and fold together by cost and fold.
func (p *plan) cells(paths [][]Cell) [][]Cell {
	cells := make([][]Cell, len(p.costs))
	for c := range cells {
		cells[c] = make([]Cell, len(p.held))
	}
	for at, path := range paths {
		for c, part := range path {
			cells[c][at%len(p.held)].add(part)
		}
	}
	for _, row := range cells {
		for f := range row {
			row[f].elect(p.pairs, len(p.held[f]), p.classes)
		}
	}
	return cells
}
