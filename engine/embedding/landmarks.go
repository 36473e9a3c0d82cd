package embedding

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/geodesic"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/triangle"
	"unfold/engine/spectral"
)

// sparse scales the geodesics between landmarks, and places all rows by those
// to them.
func (m *Isomap) sparse(ctx context.Context, g *engine.Graph, plan geodesic.Plan) (*engine.Embedding, error) {
	const seed = 1
	if least := max(m.Dim, 1) + 1; plan.Landmarks < least {
		return nil, &engine.Error{
			Param:  "landmarks",
			Cause:  fmt.Sprintf("landmarks = %d span at most %d of the %d dimensions", plan.Landmarks, plan.Landmarks-1, least-1),
			Remedy: fmt.Sprintf("set landmarks to %d or more, or to auto", least),
		}
	}
	engine.Remark(ctx, "%v", plan)
	rows, err := geodesic.MaxMin(parallel.Part(ctx, 0, 0.1), g, plan.Landmarks, seed)
	if err != nil {
		return nil, err
	}
	paths, err := geodesic.FromLandmarks(parallel.Part(ctx, 0.1, 0.6), g, rows)
	if err != nil {
		return nil, err
	}
	paths.K, paths.Eps = m.rule()
	accuracy, err := paths.Accuracy(parallel.Part(ctx, 0.6, 0.7), g, seed)
	if err != nil {
		return nil, err
	}
	engine.Remark(ctx, "%v", accuracy)
	return triangulated(parallel.Part(ctx, 0.7, 1), paths, m.Dim)
}

// triangulated places all rows of paths in dim dimensions.
func triangulated(ctx context.Context, paths *geodesic.Landmarks, dim int) (*engine.Embedding, error) {
	between := triangle.NewDouble(paths.Count())
	row := make([]float64, paths.Len())
	for l := range paths.Count() {
		paths.Of(row, l)
		for other := range between.Double(l) {
			between.Double(l)[other] = row[paths.Rows()[other]]
		}
	}
	exact, rough := sought(dim)
	t, err := spectral.Triangulate(parallel.Part(ctx, 0, 0.3), between, exact, rough)
	if err != nil {
		return nil, err
	}
	positive := t.Positive()
	if dim > positive {
		return nil, ranked(dim, positive, "eigenvalues are positive")
	}
	y, err := t.Place(parallel.Part(ctx, 0.3, 0.7), paths.Len(), max(dim, min(curved, positive)), paths.Squares)
	if err != nil {
		return nil, err
	}
	return judged(ctx, &engine.Embedding{Y: y, Spectrum: t.Values, Target: paths}, dim)
}
