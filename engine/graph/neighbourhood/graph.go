package neighbourhood

import (
	"context"
	"fmt"
	"slices"

	"unfold/engine/internal/memory"
	"unfold/engine/remedy"
)

// A Graph is G: directed, weighted, in compressed rows. Columns rise within a
// row, none is the row itself, and weights are positive and finite. Memory is
// 12 bytes an edge.
type Graph struct {
	Start  []int     // n+1: the edges of row i are Start[i] to Start[i+1]
	End    []int32   // the column of each edge
	Weight []float64 // of each edge
	Made   string    // what made it: "entropy(perplexity=8)"
}

// Len returns the number of rows.
func (g *Graph) Len() int { return len(g.Start) - 1 }

// Of returns the columns of row i, rising, and their weights, to be read only.
func (g *Graph) Of(i int) ([]int32, []float64) {
	lo, hi := g.Start[i], g.Start[i+1]
	return g.End[lo:hi:hi], g.Weight[lo:hi:hi]
}

// Sum returns Σ_ij G_ij, by which costs over different graphs compare. It adds
// row by row.
func (g *Graph) Sum() float64 {
	var sum float64
	for i := range g.Len() {
		var row float64
		_, weight := g.Of(i)
		for _, w := range weight {
			row += w
		}
		sum += row
	}
	return sum
}

// an edge of a row that is being made.
type edge struct {
	to     int32
	weight float64
}

// newGraph returns a graph without edges that has room for those given, whose
// memory it asks for.
func newGraph(ctx context.Context, n, edges int, made string) (*Graph, error) {
	if err := memory.Claim(ctx, 12*uint64(edges)+8*uint64(n+1), fmt.Sprintf("%d weights of %d rows", edges, n), remedy.Set("graph", "knn").Or(remedy.Reduce("k")).Or(remedy.Reduce("perplexity"))); err != nil {
		return nil, err
	}
	return &Graph{Start: make([]int, n+1), End: make([]int32, edges), Weight: make([]float64, edges), Made: made}, nil
}

// writeRow writes the edges of row i where Start says, columns rising. Weights that
// have vanished are kept out by the caller.
func (g *Graph) writeRow(i int, row []edge) {
	slices.SortFunc(row, func(a, b edge) int { return int(a.to) - int(b.to) })
	at := g.Start[i]
	for l, e := range row {
		g.End[at+l], g.Weight[at+l] = e.to, e.weight
	}
}

// setEvenStarts sets Start for rows that all have the same degree.
func (g *Graph) setEvenStarts(degree int) {
	for i := range g.Start {
		g.Start[i] = i * degree
	}
}

// fromLists returns the graph with weights of one to the rows listed.
func fromLists(ctx context.Context, lists [][]int32, made string) (*Graph, error) {
	edges := 0
	for _, list := range lists {
		edges += len(list)
	}
	g, err := newGraph(ctx, len(lists), edges, made)
	if err != nil {
		return nil, err
	}
	for i, list := range lists {
		at := g.Start[i]
		g.Start[i+1] = at + copy(g.End[at:], list)
		slices.Sort(g.End[at:g.Start[i+1]])
	}
	for e := range g.Weight {
		g.Weight[e] = 1
	}
	return g, nil
}
