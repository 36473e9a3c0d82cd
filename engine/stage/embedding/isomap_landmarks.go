package embedding

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/graph/geodesic"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
)

// By itself isomap takes the usual number of landmarks of more than many rows.
const manyRows, usualLandmarks = 50_000, 1000

// landmarkCount is how many landmarks n rows are to have where memory is no matter,
// zero for none.
func (m *Isomap) landmarkCount(n int) int {
	switch {
	case m.Landmarks == engine.Auto && n > manyRows:
		return usualLandmarks
	case m.Landmarks == engine.Auto || m.Landmarks >= n:
		return 0
	}
	return m.Landmarks
}

// checkLandmarks refuses landmarks that are too few for the dimensions.
func (m *Isomap) checkLandmarks(landmarks int) error {
	least := max(m.Dim, 1) + 1
	if landmarks == 0 || landmarks >= least {
		return nil
	}
	return &engine.Error{
		Param:  "landmarks",
		Cause:  fmt.Sprintf("landmarks = %d span at most %d of the %d dimensions", landmarks, landmarks-1, least-1),
		Remedy: remedy.Raise("landmarks").To(least).Or(remedy.Set("landmarks", "auto")),
	}
}

// pathsFromLandmarks finds the geodesics from so many landmarks, and remarks on how
// long the paths over them are.
func pathsFromLandmarks(ctx context.Context, g *engine.Graph, count int) (*geodesic.Landmarks, error) {
	const seed = 1
	rows, err := geodesic.MaxMin(parallel.Part(ctx, 0, 0.2), g, count, seed)
	if err != nil {
		return nil, err
	}
	paths, err := geodesic.FromLandmarks(parallel.Part(ctx, 0.2, 0.8), g, rows)
	if err != nil {
		return nil, err
	}
	accuracy, err := paths.Accuracy(parallel.Part(ctx, 0.8, 1), g, seed)
	if err != nil {
		return nil, err
	}
	engine.Remark(ctx, "%v", accuracy)
	return paths, nil
}

// scaleByLandmarks scales the landmarks, and places all rows by their geodesics to
// them.
func scaleByLandmarks(ctx context.Context, paths *geodesic.Landmarks, exact, rough int) (*configuration, error) {
	t, err := spectral.Triangulate(parallel.Part(ctx, 0, 0.4), paths.Between(), exact, rough)
	if err != nil {
		return nil, err
	}
	y, err := t.Place(parallel.Part(ctx, 0.4, 1), paths.Len(), columnCount(exact, t.Positive()), paths.Squares)
	if err != nil {
		return nil, err
	}
	return &configuration{&t.Scaling, y}, nil
}
