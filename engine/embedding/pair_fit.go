package embedding

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	around "unfold/engine/neighbourhood"
	"unfold/engine/optimum"
)

// A projection is a linear map that is to be fitted to pairs.
type projection struct {
	dim      int
	near     around.Function
	kernel   kernel
	norm     norm
	scaled   bool // responses are brought to mean Δ of one for the fit
	descent  optimum.Settings
	from     Starts
	relaxed  bool      // the rank is free until the map is found; for the gaussian kernel without norm or ridge
	polished bool      // what is left of the relaxed map goes down further
	ridge    []float64 // what the squares of each row of the map cost, by the mean Σ_j G_ij; nil for nothing
}

// embed whitens the rows, goes down from the best map of full rank and turns what
// comes out to its principal axes.
func (p projection) embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	if err := finiteRows(s); err != nil {
		return nil, err
	}
	to, err := goalsOf(ctx, s)
	if err != nil {
		return nil, err
	}
	white, err := whiten(ctx, s, p.dim)
	if err != nil {
		return nil, err
	}
	w, err := p.fit(ctx, s, to, white.u)
	if err != nil {
		return nil, err
	}
	return white.place(ctx, s, w, p.dim)
}

// fit returns the map of the rows of u (r×dim by rows) that the cost is least
// for, among the neighbours that the rows of s have.
func (p projection) fit(ctx context.Context, s engine.Sample, to *goals, u *mat.Dense) ([]float64, error) {
	d, err := distancesOf(s)
	if err != nil {
		return nil, err
	}
	if d, err = around.Keep(ctx, s, d); err != nil { // one search serves all candidates of a sweep
		return nil, err
	}
	near, err := p.near.Graph(parallel.Part(ctx, 0, 0.4), d, to.values)
	if err != nil {
		return nil, err
	}
	unit := 1.0
	if p.scaled {
		unit = to.mean()
	} else {
		p.kernel.floor *= to.mean()
	}
	w, err := p.descend(parallel.Part(ctx, 0.4, 1), u, near, targets{to, 1 / unit})
	for k := range w {
		w[k] *= math.Sqrt(unit)
	}
	return w, err
}

// descend returns the map of white rows that the cost is least for.
func (p projection) descend(ctx context.Context, u *mat.Dense, near *around.Graph, to targets) ([]float64, error) {
	edges, n := uint64(near.Edges()), uint64(near.Len())
	if err := memory.Need(edges*2*28+n*uint64(8*4*p.dim), fmt.Sprintf("%d pairs of %d rows", edges, n), "take fewer neighbours or fewer rows"); err != nil {
		return nil, err
	}
	related, err := newPairs(ctx, near, p.norm == conditional, to)
	if err != nil {
		return nil, err
	}
	start, err := begin(parallel.Part(ctx, 0, 0.2), u, p.dim, related)
	if err != nil {
		return nil, err
	}
	if p.relaxed {
		return p.relax(parallel.Part(ctx, 0.2, 1), u, related, start, to.factor)
	}
	cost, rough, err := p.costs(parallel.Part(ctx, 0.2, 0.4), u, related, to)
	if err != nil {
		return nil, err
	}
	if p.ridge != nil {
		cost = penalised(cost, p.ridge, near.Sum()/float64(n), p.dim)
		if rough != nil {
			rough = penalised(rough, p.ridge, near.Sum()/float64(n), p.dim)
		}
	}
	found, err := p.lowest(parallel.Part(ctx, 0.4, 1), start, cost, rough)
	if err != nil {
		return nil, err
	}
	if found.Reason == optimum.Exhausted {
		engine.Remark(ctx, "the cost was still falling after %d iterations, where its gradient was %.2g of what it was at the start", found.Iterations, found.Steepness)
	}
	return found.X, nil
}

// costs are the problem to be solved, in the form that takes least time, and a
// rough one by which to tell its minima where it is costly, or nil.
func (p projection) costs(ctx context.Context, u *mat.Dense, related *pairs, to targets) (cost, rough optimum.Problem, err error) {
	if p.norm == none && p.kernel.kind == gaussian {
		all, err := condensed(ctx, u, related)
		if some := related.some(); some != nil && all == nil {
			rough = quartic(u, some, nil, p.dim)
		}
		return quartic(u, related, all, p.dim), rough, err
	}
	if err := related.through(ctx, p.kernel); err != nil {
		return nil, nil, err
	}
	exact := newPairCost(u, p.dim, related, p.kernel)
	if some := related.some(); some != nil && p.norm == none {
		rough = newPairCost(u, p.dim, some, p.kernel)
	}
	return exact, rough, exact.normalised(ctx, p.norm, to)
}

// quartic is the cost of the gaussian kernel without normalisers for maps of q
// columns, by the statistics of all pairs where there are any.
func quartic(u *mat.Dense, related *pairs, all *statistics, q int) optimum.Quartic {
	if all != nil {
		return condensedCost{all, q}
	}
	return newQuarticCost(newPairCost(u, q, related, kernel{}))
}
