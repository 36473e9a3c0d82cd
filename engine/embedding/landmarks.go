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

// spanned refuses landmarks that are too few for the dimensions.
func (m *Isomap) spanned(plan geodesic.Plan) error {
	least := max(m.Dim, 1) + 1
	if plan.Landmarks == 0 || plan.Landmarks >= least {
		return nil
	}
	return &engine.Error{
		Param:  "landmarks",
		Cause:  fmt.Sprintf("landmarks = %d span at most %d of the %d dimensions", plan.Landmarks, plan.Landmarks-1, least-1),
		Remedy: fmt.Sprintf("set landmarks to %d or more, or to auto", least),
	}
}

// triangulated lays out all rows of paths.
func triangulated(ctx context.Context, paths *geodesic.Landmarks, exact, rough int) (*layout, error) {
	between := triangle.NewDouble(paths.Count())
	row := make([]float64, paths.Len())
	for l := range paths.Count() {
		paths.Of(row, l)
		for other := range between.Double(l) {
			between.Double(l)[other] = row[paths.Rows()[other]]
		}
	}
	t, err := spectral.Triangulate(parallel.Part(ctx, 0, 0.4), between, exact, rough)
	if err != nil {
		return nil, err
	}
	y, err := t.Place(parallel.Part(ctx, 0.4, 1), paths.Len(), told(exact, t.Positive()), paths.Squares)
	if err != nil {
		return nil, err
	}
	return &layout{&t.Scaling, y}, nil
}
