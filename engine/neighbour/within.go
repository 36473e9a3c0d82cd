package neighbour

import (
	"context"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
)

// Within returns the graph that joins every two rows whose dissimilarity is
// at most eps. Time O(n²d); memory O(edges), asked for before it is taken.
func Within(ctx context.Context, d engine.Distances, eps float64) (*engine.Graph, error) {
	n := d.Len()
	ends, lengths := make([][]int32, n), make([][]float64, n)
	count := parallel.Count(ctx, "neighbours", n)
	err := parallel.Try(ctx, n, grain(n), func() []float64 { return make([]float64, n) }, func(row []float64, lo, hi int) error {
		for i := lo; i < hi; i++ {
			d.Row(row, i)
			if err := checkRow(row, i); err != nil {
				return err
			}
			for j, v := range row {
				if j != i && v <= eps {
					ends[i], lengths[i] = append(ends[i], int32(j)), append(lengths[i], v)
				}
			}
		}
		count.Add(hi - lo)
		return nil
	})
	if err != nil {
		return nil, err
	}
	g := &engine.Graph{Start: make([]int, n+1)}
	for i := range n {
		g.Start[i+1] = g.Start[i] + len(ends[i])
	}
	if err := memory.Need(12*uint64(g.Start[n]), "the edges of the graph", "lower eps"); err != nil {
		return nil, err
	}
	g.End, g.Length = make([]int32, 0, g.Start[n]), make([]float64, 0, g.Start[n])
	for i := range n {
		g.End, g.Length = append(g.End, ends[i]...), append(g.Length, lengths[i]...)
	}
	return g, nil
}
