package unfolding

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/graph/constraint"
	"unfold/engine/graph/geodesic"
	"unfold/engine/internal/copies"
	"unfold/engine/internal/parallel"
)

// embedLandmarks unfolds some of the distinct rows, which lie far from each other
// along the graph of neighbours, and takes the others along by the map.
func (m *EAT) embedLandmarks(ctx context.Context, s engine.Sample, distinct copies.Distinct, count int) (*engine.Embedding, error) {
	const seed = 1
	d, err := check.Distances(s)
	if err != nil {
		return nil, err
	}
	rows := constraint.Rows{Distinct: distinct, Source: s.Rows, Tau: distinct.Among(d)}
	graph, err := rows.Nearest(parallel.Part(ctx, 0, 0.2), m.neighbours(len(distinct.Rows)))
	if err != nil {
		return nil, err
	}
	if graph, err = geodesic.Agglomerate(ctx, graph, rows.Tau); err != nil {
		return nil, err
	}
	far, err := geodesic.MaxMin(ctx, graph, count, seed)
	if err != nil {
		return nil, err
	}
	chosen := make([]int, len(far))
	for at, i := range far {
		chosen[at] = distinct.Rows[i]
	}
	slices.Sort(chosen)
	engine.Remark(ctx, "%d of %d rows are unfolded, and the map takes the others along", len(chosen), s.Len())
	some := s.Only(chosen)
	some.Distances = copies.Distinct{Rows: chosen, Of: distinct.Of}.Among(d)
	all := *m
	all.Landmarks = len(chosen)
	e, err := all.Embed(parallel.Part(ctx, 0.2, 0.9), some)
	if err != nil {
		return nil, err
	}
	return e, placeBeside(parallel.Part(ctx, 0.9, 1), e, s, distinct, chosen)
}

// placeBeside turns the embedding of the chosen rows of s to one of all: others go
// where the map takes them, copies where the row is that they equal.
func placeBeside(ctx context.Context, e *engine.Embedding, s engine.Sample, distinct copies.Distinct, chosen []int) error {
	y := mat.NewDense(s.Len(), e.Dim(), nil)
	if err := e.Map.Apply(ctx, y, s.X); err != nil {
		return err
	}
	graph := &engine.Graph{Start: []int{0}, Components: e.Graph.Components, K: e.Graph.K}
	for i, of := range distinct.Of {
		if at, is := slices.BinarySearch(chosen, distinct.Rows[of]); is {
			copy(y.RawRowView(i), e.Y.RawRowView(at))
		}
		if at, is := slices.BinarySearch(chosen, i); is {
			ends, lengths := e.Graph.Of(at)
			for edge, j := range ends {
				graph.End, graph.Length = append(graph.End, int32(chosen[j])), append(graph.Length, lengths[edge])
			}
		}
		graph.Start = append(graph.Start, len(graph.End))
	}
	e.Y, e.Graph, e.Target = y, graph, nil
	return nil
}
