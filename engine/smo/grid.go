package smo

import (
	"context"
	"fmt"
	"runtime"

	"unfold/engine/internal/parallel"
)

// A Grid is the same problems for several costs and folds. They share one
// kernel over all rows, as a Table where that fits into the budget, so that
// another bandwidth is another Grid.
type Grid struct {
	Points  *Points
	Labels  []int // position of each row's class
	Classes int
	Held    [][]int   // rows that each fold holds back
	Costs   []float64 // values of C
	Tol     float64
	Limit   int // steps of a problem; 0 is libsvm's
	Budget  int // bytes of the table, and again of kernel rows for all goroutines together
}

// A Cell is what came of one cost in one fold.
type Cell struct {
	Decisions [][]float64 // f of the held rows by each pair: (0, 1), (0, 2) and so on
	Predicted []int       // position of the class of each held row
	Objective float64     // summed over pairs
	Gap       float64     // largest violation of the optimality conditions left in a pair
	Steps     int
}

// Solve returns the cells by cost and fold. Each pair of classes in each fold
// goes through the costs from the smallest: what α is for one, scaled, is where
// the next begins. Folds begin on their own: the α of another fold would save
// less than a tenth of the steps along the costs (waveform, C = 0.1 to 10), and
// folds would have to wait for each other. It uses all processors and tells its
// progress to ctx.
func (g Grid) Solve(ctx context.Context) ([][]Cell, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	plan, err := g.plan(ctx)
	if err != nil {
		return nil, err
	}
	paths := make([][]Cell, len(plan.pairs)*len(g.Held)) // by pair and fold, then cost
	plan.settings.Budget = g.Budget / max(1, min(len(paths), runtime.GOMAXPROCS(0)))
	done := parallel.Count(ctx, "costs and folds", len(paths))
	err = parallel.Try(ctx, len(paths), 1, func() *Solver { return new(Solver) }, func(w *Solver, at, _ int) error {
		defer done.Add(1)
		var err error
		paths[at], err = plan.path(ctx, w, plan.pairs[at/len(g.Held)], at%len(g.Held))
		return err
	})
	if err != nil {
		return nil, err
	}
	return plan.cells(paths), nil
}

func (g *Grid) check() error {
	n := g.Points.Len()
	if len(g.Labels) != n {
		return fmt.Errorf("smo: %d labels for a kernel of %d rows; give one for each", len(g.Labels), n)
	}
	for i, l := range g.Labels {
		if l < 0 || l >= g.Classes {
			return fmt.Errorf("smo: row %d has class %d of %d; classes are numbered from 0", i, l, g.Classes)
		}
	}
	for f, held := range g.Held {
		for _, r := range held {
			if r < 0 || r >= n {
				return fmt.Errorf("smo: fold %d holds row %d of %d; rows are numbered from 0", f, r, n)
			}
		}
	}
	return nil
}

// add takes a pair's part.
func (c *Cell) add(part Cell) {
	c.Decisions = append(c.Decisions, part.Decisions...)
	c.Objective += part.Objective
	c.Gap = max(c.Gap, part.Gap)
	c.Steps += part.Steps
}

// elect counts the votes of the pairs.
func (c *Cell) elect(pairs []Pair, rows, classes int) {
	c.Predicted = make([]int, rows)
	votes := make([]int, classes)
	for t := range c.Predicted {
		clear(votes)
		for at := range pairs {
			pairs[at].Vote(votes, c.Decisions[at][t])
		}
		c.Predicted[t] = Winner(votes)
	}
}
