package evaluate

import (
	"context"
	"math"
	"slices"
	"unfold/engine"
	"unfold/engine/newrows"

	"gonum.org/v1/gonum/mat"
)

// In a transduced fold, the sample that stages learn from has the training rows
// and behind them the held ones, whose labels are hidden. What predicts learns
// from the training rows alone.

// newState returns the run of a fold that no step has seen.
func newState(t *engine.Table, f engine.Fold) state {
	t = withDealtLabels(t, f.Dealt)
	r := state{Run: engine.Run{Fold: f, Held: t.Take(f.Held), Header: t.Header()}}
	if !f.Transduced {
		r.Train = t.Take(f.Train)
		return r
	}
	r.Train = t.Take(slices.Concat(f.Train, f.Held))
	r.Train.Target = hideLabels(r.Train.Target, len(f.Train))
	return r
}

// hideLabels returns the target without what is to be learned of the rows from the
// given one onwards.
func hideLabels(t engine.Target, from int) engine.Target {
	t.Labels = slices.Clone(t.Labels)
	for i := from; i < len(t.Labels); i++ {
		t.Labels[i] = engine.Hidden
	}
	if t.HasResponse() {
		known := t.Response
		n, m := known.Dims()
		t.Response = mat.NewDense(n, m, nil)
		t.Response.Apply(func(i, _ int, v float64) float64 {
			if i >= from {
				return math.NaN()
			}
			return v
		}, known)
	}
	return t
}

// mapTransduced gives the held rows the coordinates that they were embedded at,
// behind the training rows.
func (r state) mapTransduced() state {
	n := len(r.Fold.Train)
	all, dim := r.Embedding.Y.Dims()
	r.Mapped = mat.DenseCopyOf(r.Embedding.Y.Slice(n, all, 0, dim))
	return r
}

// noMap stands for the map that an embedding does not have.
type noMap int

func (n noMap) Dim() int { return int(n) }

func (noMap) Apply(context.Context, *mat.Dense, *mat.Dense) error { return newrows.ErrNoMap }
