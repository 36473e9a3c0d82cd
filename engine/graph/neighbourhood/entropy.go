package neighbourhood

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

// Entropy weighs rows by a Gaussian that is as wide as it must be to reach
// Perplexity of them:
//
//	p_{j|i} = exp(−β_i d_ij²) / Σ_l exp(−β_i d_il²),  −Σ_j p_{j|i} ln p_{j|i} = ln Perplexity
//
// with β_i = 1/(2σ_i²). Row sums are one, and entropies are met to 1e-10. The
// root is unique, and found by safeguarded Newton steps in ln β. Weights do not
// depend on units, nor on turning or moving the rows.
//
// A row with as many nearest copies, or ties, as Perplexity or more has no root:
// it gets even weights over them, and a note tells how many rows did. Squares
// within 1e-12 of the median one of each other count as ties.
//
// Nearest is how many nearest rows have weights at all. By itself it is all rows
// up to 2000, and thrice the perplexity of more; at perplexity 8 in five columns
// that leaves out 0.9 % of the weight on average, and is how memory stays O(n
// Perplexity). Time O(n · nearest) beside the search. It fails unless
// 1 < Perplexity < n−1. It is deterministic (Hinton and Roweis 2002, Stochastic
// neighbor embedding, NIPS 15).
type Entropy struct {
	Perplexity float64 // or engine.Auto, for 30 or a third of the rows
	Nearest    int     // nearest rows with weights, or engine.Auto
}

func (f Entropy) String() string { return "entropy(perplexity=" + auto(f.Perplexity) + ")" }

// Graph weighs the rows of d.
func (f Entropy) Graph(ctx context.Context, d engine.Distances, _ *mat.Dense) (*Graph, error) {
	g, _, err := f.Bandwidths(ctx, d)
	return g, err
}

// Bandwidths returns the graph and β of each row, infinite for rows that have
// even weights over their ties.
func (f Entropy) Bandwidths(ctx context.Context, d engine.Distances) (*Graph, []float64, error) {
	n := d.Len()
	perplexity, err := resolvePerplexity(f.Perplexity, n)
	if err != nil {
		return nil, nil, err
	}
	nearest, err := f.nearestCount(perplexity, n)
	if err != nil {
		return nil, nil, err
	}
	beta := make([]float64, n)
	var even atomic.Int64
	g, err := weightedGraph(ctx, d, nearest, f.String(), func() *bandwidth { return newBandwidth(nearest) }, func(b *bandwidth, i int, _ []int32, squares []float64) ([]float64, error) {
		var solved bool
		if beta[i], solved = b.solve(squares, perplexity); !solved {
			even.Add(1)
		}
		return b.p, nil
	})
	if err != nil {
		return nil, nil, err
	}
	if count := even.Load(); count > 0 {
		engine.Remark(ctx, "entropy: %d rows have at least %.4g nearest rows at one distance, such as copies; these have even weights there", count, perplexity)
	}
	return g, beta, nil
}

// resolvePerplexity returns the perplexity, held against the rows.
func resolvePerplexity(perplexity float64, n int) (float64, error) {
	if err := checkRows(n); err != nil {
		return 0, err
	}
	most := float64(n - 1)
	if perplexity == engine.Auto {
		perplexity = min(30, most/3)
		if perplexity <= 1 {
			perplexity = (1 + most) / 2
		}
	}
	if !(perplexity > 1 && perplexity < most) {
		return 0, &engine.Error{Param: "perplexity", Cause: fmt.Sprintf("perplexity = %v must be above 1 and below %d, one less than the %d rows", perplexity, n-1, n), Remedy: remedy.Reduce("perplexity").Or(remedy.Say("give more rows"))}
	}
	return perplexity, nil
}

// allRows is how many rows are weighed all with all.
const allRows = 2000

// nearestCount returns how many nearest rows have weights.
func (f Entropy) nearestCount(perplexity float64, n int) (int, error) {
	switch {
	case f.Nearest == engine.Auto && n <= allRows:
		return n - 1, nil
	case f.Nearest == engine.Auto:
		return min(n-1, int(math.Ceil(3*perplexity))), nil
	case float64(f.Nearest) <= perplexity:
		return 0, &engine.Error{Param: "perplexity", Cause: fmt.Sprintf("%d nearest rows cannot be as many as perplexity = %v", f.Nearest, perplexity), Remedy: remedy.Reduce("perplexity")}
	}
	return min(f.Nearest, n-1), nil
}

// A rowWeights returns the weights of some columns of row i, given their squared
// dissimilarities; w is the goroutine's own.
type rowWeights[W any] func(w W, i int, columns []int32, squares []float64) ([]float64, error)

// weightedGraph makes the graph whose rows are told by rowWeights, over that many nearest rows,
// or all others. Weights that are zero are left out.
func weightedGraph[W any](ctx context.Context, d engine.Distances, nearest int, made string, fresh func() W, row rowWeights[W]) (*Graph, error) {
	n := d.Len()
	near, err := findNeighbours(parallel.Part(ctx, 0, 0.5), d, nearest)
	if err != nil {
		return nil, err
	}
	g, err := newGraph(ctx, n, n*nearest, made)
	if err != nil {
		return nil, err
	}
	g.setEvenStarts(nearest)
	type workspace struct {
		w W
		s *neighbourRow
	}
	count := parallel.Count(parallel.Part(ctx, 0.5, 1), "weights", n)
	err = parallel.Try(ctx, n, parallel.Grain(32*nearest), func() workspace { return workspace{fresh(), near.newRow()} }, func(k workspace, lo, hi int) error {
		for i := lo; i < hi; i++ {
			columns, squares, err := k.s.squaresOf(i)
			if err != nil {
				return err
			}
			weights, err := row(k.w, i, columns, squares)
			if err != nil {
				return err
			}
			copy(g.End[g.Start[i]:], columns)
			copy(g.Weight[g.Start[i]:], weights)
		}
		count.Add(hi - lo)
		return nil
	})
	if err != nil {
		return nil, err
	}
	g.dropZeros()
	return g, nil
}

// dropZeros leaves out edges that have no weight.
func (g *Graph) dropZeros() {
	at := 0
	for i := range g.Len() {
		lo, hi := g.Start[i], g.Start[i+1]
		g.Start[i] = at
		for e := lo; e < hi; e++ {
			if g.Weight[e] > 0 {
				g.End[at], g.Weight[at] = g.End[e], g.Weight[e]
				at++
			}
		}
	}
	g.Start[g.Len()] = at
	g.End, g.Weight = g.End[:at], g.Weight[:at]
}
