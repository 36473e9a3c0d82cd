package unfolding

import (
	"context"

	"unfold/engine"
	"unfold/engine/fit/semidefinite"
	"unfold/engine/graph/constraint"
	"unfold/engine/graph/geodesic"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/parallel"
)

// landmarkCount is how many of n distinct rows are unfolded, zero for all.
func (m *Isometry) landmarkCount(n int) int {
	const most, usual = 10_000, 2000
	switch {
	case m.Landmarks == engine.Auto && n > most:
		return usual
	case m.Landmarks == engine.Auto || m.Landmarks >= n:
		return 0
	}
	return m.Landmarks
}

// embedLandmarks unfolds rows that lie far from each other along the graph, whose
// geodesics are the distances that they keep, and puts every other row where its
// geodesics to the nearest of them say.
func (m *Isometry) embedLandmarks(ctx context.Context, rows constraint.Rows, keep *engine.Graph, count int, drawn drawing) (*engine.Embedding, error) {
	const seed = 1
	far, err := geodesic.MaxMin(parallel.Part(ctx, 0, 0.1), keep, count, seed)
	if err != nil {
		return nil, err
	}
	paths, err := geodesic.FromLandmarks(parallel.Part(ctx, 0.1, 0.3), keep, far)
	if err != nil {
		return nil, err
	}
	engine.Remark(ctx, "%d of %d rows are unfolded, by their geodesics, and the others placed between them", count, len(rows.Rows))
	between := paths.Between()
	nearest, err := neighbour.Nearest(ctx, between, min(m.K, count-1))
	if err != nil {
		return nil, err
	}
	joint, err := geodesic.Union(ctx, nearest)
	if err != nil {
		return nil, err
	}
	graph, err := geodesic.Agglomerate(ctx, joint, between)
	if err != nil {
		return nil, err
	}
	near, err := paths.Nearest(ctx, max(m.K, m.Dim+2))
	if err != nil {
		return nil, err
	}
	of := make([]int, len(rows.Of))
	for i, row := range rows.Of {
		of[i] = int(near[row][0])
	}
	found, err := m.solve(parallel.Part(ctx, 0.3, 0.9), semidefinite.Problem{Keep: graph, Stretch: drawn.stretch(of, count)})
	if err != nil {
		return nil, err
	}
	y, err := paths.PlaceBetween(parallel.Part(ctx, 0.9, 1), near, firstColumns(found.Y, m.dim(ctx, found)))
	if err != nil {
		return nil, err
	}
	return &engine.Embedding{
		Y: rows.Spread(y), Spectrum: found.Spectrum, Graph: rows.SpreadGraph(keep), Target: atPlaces{paths, rows.Of},
		Proof: &found.Proof, ByEigenvalues: m.Dim == engine.Auto,
	}, nil
}
