package engine

import (
	"context"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// A Run is one pass of a pipeline over one fold: what was learned from the
// training rows, and what became of the held ones. Measures and views read
// it; only the steps of a pipeline write it.
type Run struct {
	Fold     Fold
	Pipeline string // canonical text of what ran, with the arguments that the fold chose
	Setting  int    // which one it chose; zero where there was nothing to choose

	Train Sample // the training rows as prepared
	Held  Sample // the held rows as prepared, with the truth that no stage has seen; empty if none are held

	Embedding *Embedding // where the training rows were placed; nil without an embedder
	Extension *Extension // the map for unseen rows; nil without one
	Mapped    *mat.Dense // the held rows mapped; nil if none are held or there is no map

	Predictor Predictor
	Predicted []float64 // for the held rows, or for the training rows if none are held: row after row, Target.Width numbers of each

	header Header // what new rows must have
	path   []leg  // what prepared the columns, in order; the extension comes after

	remapped *remapped
	thinned  bool   // what was learned was let go, to hold many folds
	placed   *shelf // what is shared of the coordinates that predictors learn from
}

// remapped are the training rows mapped, once somebody has asked for them.
type remapped struct {
	mu sync.Mutex
	x  *mat.Dense
}

// Remapped returns the training rows mapped, as held rows are, to be held against
// where they were placed; nil if there is no map. Where the map does not bring
// their images, that is done when they are first asked for.
func (r *Run) Remapped(ctx context.Context) (*mat.Dense, error) {
	if r.Extension == nil {
		return nil, nil
	}
	if x := r.Extension.Trained; x != nil {
		return x, nil
	}
	if r.remapped == nil {
		return image(ctx, r.Extension, r.Train.X)
	}
	r.remapped.mu.Lock()
	defer r.remapped.mu.Unlock()
	if r.remapped.x != nil {
		return r.remapped.x, nil
	}
	x, err := image(ctx, r.Extension, r.Train.X)
	if err == nil {
		r.remapped.x = x
	}
	return x, err
}

// A leg is a part of the way that rows go: a map, and the stage whose
// preparation it is, if it is one.
type leg struct {
	stage string
	Map
}

// Header returns what new rows must have.
func (r *Run) Header() Header { return r.header }

// Match returns the rows of a table for Place and Predict, matched by the names
// of columns and the texts of levels (see [Header.Match]).
func (r *Run) Match(ctx context.Context, t *Table) (*mat.Dense, error) {
	return r.header.Match(ctx, t)
}

// Read returns the rows of p, a source and what selects among its rows, for
// Place and Predict: read by what the run has learned from (see [Matcher]), and
// matched as by Match.
// What p would learn from its own rows, such as a scale, is refused: new rows
// are prepared as the training rows were.
func (r *Run) Read(ctx context.Context, p Pipeline) (*mat.Dense, error) {
	t, err := p.newRows(ctx, r.header)
	if err != nil {
		return nil, err
	}
	return r.Match(ctx, t)
}

// Place takes new rows, with the columns of the table in their order (see
// Read and Match for rows with names), to where held rows go:
// through the prepared columns and the map, if there is one.
func (r *Run) Place(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	if err := r.header.admit(x); err != nil {
		return nil, err
	}
	if r.thinned {
		return nil, &Error{Cause: "what this fold has learned was let go, so that all folds could be held", Remedy: "take the first run of the report, or fewer folds"}
	}
	path := r.path
	if r.Embedding != nil {
		if r.Extension == nil {
			return nil, errNoMap
		}
		path = append(slices.Clip(path), leg{Map: r.Extension})
	}
	rows := Sample{X: x, Columns: r.header.Columns}
	for _, l := range path {
		var err error
		if rows, err = l.take(ctx, rows); err != nil {
			return nil, err
		}
	}
	return rows.X, usable(rows)
}

// take takes rows along the leg. Only preparations know what to do with cells
// that are missing or levels.
func (l leg) take(ctx context.Context, rows Sample) (Sample, error) {
	t, prepares := l.Map.(*Transform)
	if !prepares {
		if err := usable(rows); err != nil {
			return rows, err
		}
	}
	ctx, notes := WithNotes(ctx, l.stage)
	x, err := image(ctx, l.Map, rows.X)
	forward(ctx, notes())
	if err != nil {
		return rows, blame(err, l.stage, 0)
	}
	rows = Sample{X: x}
	if prepares {
		rows.Columns = t.Columns
	}
	return rows, nil
}

// Predict tells a class number for each new row, or its responses: row after
// row, as many as there are. The columns are those of Place.
func (r *Run) Predict(ctx context.Context, x *mat.Dense) ([]float64, error) {
	if r.Predictor == nil && !r.thinned {
		return nil, &Error{Cause: "the pipeline has no predictor", Remedy: "end it with one, such as svm or knn"}
	}
	y, err := r.Place(ctx, x)
	if err != nil {
		return nil, err
	}
	n, _ := y.Dims()
	values := make([]float64, n*r.Train.Width())
	return values, r.Predictor.Predict(ctx, values, y)
}

// Judged returns the rows that predictions are for: the held ones, or the
// training rows where none are held.
func (r *Run) Judged() Sample {
	if len(r.Fold.Held) > 0 {
		return r.Held
	}
	return r.Train
}

// A Cost is what a step took.
type Cost struct {
	Seconds float64
	Bytes   uint64 // allocated while it ran
}
