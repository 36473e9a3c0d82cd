package engine

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// In a transduced fold, the sample that stages learn from has the training rows
// and behind them the held ones, whose labels are hidden. What predicts learns
// from the training rows alone.

// Hidden is the class of a row whose class is not to be known. A response that
// is not to be known is NaN.
const Hidden = -1

// begin returns the run of a fold that no step has seen.
func (t *Table) begin(f Fold) Run {
	t = t.dealt(f.Dealt)
	r := Run{Fold: f, Held: t.Take(f.Held), header: t.Header()}
	if !f.Transduced {
		r.Train = t.Take(f.Train)
		return r
	}
	r.Train = t.Take(slices.Concat(f.Train, f.Held))
	r.Train.Target = r.Train.Target.hide(len(f.Train))
	return r
}

// hide returns the target without what is to be learned of the rows from the
// given one onwards.
func (t Target) hide(from int) Target {
	t.Labels = slices.Clone(t.Labels)
	for i := from; i < len(t.Labels); i++ {
		t.Labels[i] = Hidden
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

// Labelled returns the training rows whose labels stages may know: all of them,
// unless the fold is transduced. With an embedding, places are theirs.
func (r *Run) Labelled() (rows Sample, places *mat.Dense) {
	if r.Embedding != nil {
		places = r.Embedding.Y
	}
	n := len(r.Fold.Train)
	if !r.Fold.Transduced {
		return r.Train, places
	}
	return r.Train.first(n), topRows(places, n)
}

// first returns the first n rows of the sample, and nothing that is known of
// them among the others.
func (s Sample) first(n int) Sample {
	s.X, s.Rows, s.Distances, s.shelf = topRows(s.X, n), s.Rows[:n], nil, nil
	if s.Labels != nil {
		s.Labels = s.Labels[:n]
	}
	s.Response = topRows(s.Response, n)
	return s
}

// present places the held rows where they were placed among the others.
func (r Run) present() Run {
	n := len(r.Fold.Train)
	all, dim := r.Embedding.Y.Dims()
	r.Mapped = mat.DenseCopyOf(r.Embedding.Y.Slice(n, all, 0, dim))
	return r
}

// topRows returns the first n rows of x; nil of none.
func topRows(x *mat.Dense, n int) *mat.Dense {
	if x == nil || n == 0 {
		return nil
	}
	_, d := x.Dims()
	return x.Slice(0, n, 0, d).(*mat.Dense)
}

// nowhere stands for the map that an embedding does not have.
type nowhere int

func (n nowhere) Dim() int { return int(n) }

func (nowhere) Apply(context.Context, *mat.Dense, *mat.Dense) error { return errNoMap }

// errNoMap is the error of new rows that an embedding has no place for.
var errNoMap = &Error{Cause: "the embedding has no map for new rows", Remedy: "put an extender such as krr after the embedder"}
