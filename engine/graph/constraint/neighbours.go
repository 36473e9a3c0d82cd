package constraint

import (
	"context"
	"slices"

	"unfold/engine"
	"unfold/engine/graph/geodesic"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/parallel"
)

// Nearest returns the pairs of which either row is among the k nearest of the other,
// with their distances.
func (r Rows) Nearest(ctx context.Context, k int) (*engine.Graph, error) {
	nearest, err := neighbour.Nearest(ctx, r.Tau, k)
	if err != nil {
		return nil, err
	}
	return geodesic.Union(ctx, nearest)
}

// Cliques returns the pairs of each row and its k nearest, and of these with each
// other: all neighbourhoods are rigid. Time O(n²) for the distances, O(n k²) pairs.
func (r Rows) Cliques(ctx context.Context, k int) (*engine.Graph, error) {
	nearest, err := neighbour.Nearest(parallel.Part(ctx, 0, 0.5), r.Tau, k)
	if err != nil {
		return nil, err
	}
	n := r.Tau.Len()
	above := make([][]int32, n) // the rows above that a row is joined to
	for i := range n {
		list, _ := nearest.Of(i)
		together := append([]int32{int32(i)}, list...)
		slices.Sort(together)
		for a, j := range together {
			above[j] = append(above[j], together[a+1:]...)
		}
	}
	edges := make([][]engine.Edge, n)
	err = parallel.With(ctx, n, parallel.Grain(n), func() []float64 { return make([]float64, n) }, func(row []float64, lo, hi int) {
		for i := lo; i < hi; i++ {
			slices.Sort(above[i])
			r.Tau.Row(row, i)
			for _, j := range slices.Compact(above[i]) {
				edges[i] = append(edges[i], engine.Edge{I: i, J: int(j), Length: row[j]})
			}
		}
	})
	if err != nil {
		return nil, err
	}
	graph := geodesic.FromEdges(n, slices.Concat(edges...))
	graph.K = k
	return graph, nil
}
