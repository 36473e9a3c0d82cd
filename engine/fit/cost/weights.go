package cost

import (
	"context"
	"fmt"
	"slices"

	"unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

// Weights say how much rows belong to each other, p_j|i, from both ends of each
// pair: they need not be p_i|j, nor need the weights of a row add up to one.
type Weights struct {
	start []int
	end   []int32   // rising in each row
	there []float64 // p_j|i of the pair (i, j)
	back  []float64 // p_i|j

	sums []float64 // Σ_j p_j|i
}

// Len returns the number of rows.
func (w *Weights) Len() int { return len(w.start) - 1 }

// Of returns the rows that row i makes a pair with, rising, and the weights of the
// two directions, to be read only.
func (w *Weights) Of(i int) (rows []int32, there, back []float64) {
	lo, hi := w.start[i], w.start[i+1]
	return w.end[lo:hi:hi], w.there[lo:hi:hi], w.back[lo:hi:hi]
}

// NewWeights returns the weights of a graph. Time O(pairs), memory 20 bytes for each
// pair from each end, asked for before it is taken.
func NewWeights(ctx context.Context, g *neighbourhood.Graph) (*Weights, error) {
	if err := memory.Claim(ctx, 52*uint64(len(g.End)), fmt.Sprintf("%d weights of %d rows, from both ends", len(g.End), g.Len()), remedy.Reduce("perplexity").Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	n, t := g.Len(), transpose(g)
	w := &Weights{start: make([]int, n+1), sums: make([]float64, n)}
	for i := range n {
		here, _ := g.Of(i)
		from, _ := t.Of(i)
		count := 0
		neighbourhood.EachOfBoth(here, from, func(int32, int, int) { count++ })
		w.start[i+1] = w.start[i] + count
	}
	w.end = make([]int32, w.start[n])
	w.there, w.back = make([]float64, w.start[n]), make([]float64, w.start[n])
	return w, parallel.For(ctx, n, 256, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			w.fill(g, t, i)
		}
	})
}

// fill writes the pairs of row i, of the graph and of its transpose.
func (w *Weights) fill(g, t *neighbourhood.Graph, i int) {
	here, there := g.Of(i)
	from, back := t.Of(i)
	at := w.start[i]
	neighbourhood.EachOfBoth(here, from, func(j int32, outward, inward int) {
		w.end[at] = j
		if outward >= 0 {
			w.there[at] = there[outward]
			w.sums[i] += there[outward]
		}
		if inward >= 0 {
			w.back[at] = back[inward]
		}
		at++
	})
}

// transpose returns the edges by their other ends; columns rise there too.
func transpose(g *neighbourhood.Graph) *neighbourhood.Graph {
	n := g.Len()
	t := &neighbourhood.Graph{Start: make([]int, n+1), End: make([]int32, len(g.End)), Weight: make([]float64, len(g.End))}
	for _, j := range g.End {
		t.Start[j+1]++
	}
	for i := range n {
		t.Start[i+1] += t.Start[i]
	}
	next := slices.Clone(t.Start)
	for i := range n {
		ends, weights := g.Of(i)
		for e, j := range ends {
			t.End[next[j]], t.Weight[next[j]] = int32(i), weights[e]
			next[j]++
		}
	}
	return t
}

// negentropies returns Σ_j p ln p of each row, for p = p_j|i.
func (w *Weights) negentropies(ctx context.Context) ([]float64, error) {
	sums := make([]float64, w.Len())
	return sums, parallel.For(ctx, w.Len(), 256, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			_, there, _ := w.Of(i)
			for _, p := range there {
				sums[i] += plogp(p)
			}
		}
	})
}

// plogp returns p ln p, which is nothing at zero.
func plogp(p float64) float64 {
	if p == 0 {
		return 0
	}
	return p * elementary.Log(p)
}
