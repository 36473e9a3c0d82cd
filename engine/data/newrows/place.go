package newrows

import (
	"context"
	"slices"
	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/remedy"

	"gonum.org/v1/gonum/mat"
)

// Place takes new rows, with the columns of the table in their order (see
// Read and Match for rows with names), to where held rows go:
// through the prepared columns and the map, if there is one. Cells that are
// missing and levels remain only where the run's predictor takes them.
func Place(ctx context.Context, r *engine.Run, x *mat.Dense) (*mat.Dense, error) {
	if err := admit(r.Header, x); err != nil {
		return nil, err
	}
	if r.Thinned {
		return nil, &engine.Error{Cause: "what this fold has learned was let go, so that all folds could be held", Remedy: remedy.Say("take the first run of the report, or fewer folds")}
	}
	way := r.Way
	if r.Embedding != nil {
		if r.Extension == nil {
			return nil, ErrNoMap
		}
		way = append(slices.Clip(way), engine.Leg{Map: r.Extension})
	}
	rows, err := Along(ctx, way, engine.Sample{X: x, Columns: r.Header.Columns})
	if err != nil {
		return nil, err
	}
	return rows.X, check.Cells(r.Mixed, rows)
}

// Along takes rows along legs.
func Along(ctx context.Context, way []engine.Leg, rows engine.Sample) (engine.Sample, error) {
	for _, l := range way {
		var err error
		if rows, err = takeLeg(ctx, l, rows); err != nil {
			return rows, err
		}
	}
	return rows, nil
}

// takeLeg takes rows along the leg. Only preparations know what to do with cells
// that are missing or levels.
func takeLeg(ctx context.Context, l engine.Leg, rows engine.Sample) (engine.Sample, error) {
	t, prepares := l.Map.(*engine.Transform)
	if !prepares {
		if err := check.Numbers(rows); err != nil {
			return rows, err
		}
	}
	ctx, notes := engine.WithNotes(ctx, l.Stage)
	x, err := engine.Image(ctx, l.Map, rows.X)
	engine.Forward(ctx, notes())
	if err != nil {
		return rows, engine.Blame(err, l.Stage, 0)
	}
	rows = engine.Sample{X: x}
	if prepares {
		rows.Columns = t.Columns
	}
	return rows, nil
}

// Predict tells a class number for each new row, or its responses: row after
// row, as many as there are. The columns are those of Place.
func Predict(ctx context.Context, r *engine.Run, x *mat.Dense) ([]float64, error) {
	if r.Predictor == nil && !r.Thinned {
		return nil, &engine.Error{Cause: "the pipeline has no predictor", Remedy: remedy.Put("svm", "knn").As("a predictor").Last()}
	}
	y, err := Place(ctx, r, x)
	if err != nil {
		return nil, err
	}
	n, _ := y.Dims()
	values := make([]float64, n*r.Train.Width())
	return values, r.Predictor.Predict(ctx, values, y)
}

// errNoMap is the error of new rows that an embedding has no place for.
var ErrNoMap = &engine.Error{Cause: "the embedding has no map for new rows", Remedy: remedy.Put("krr").As("an extender").After(engine.EmbedderRole)}
