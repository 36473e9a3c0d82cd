package evaluate

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// The sample that stages learn from has the labelled training rows first. Behind
// them are the rows whose labels are not known, and the held ones of a transduced
// fold, whose labels are hidden. What predicts learns from the labelled rows alone.

// newState returns the run of a fold that no step has seen.
func newState(t *engine.Table, f engine.Fold) state {
	t = withDealtLabels(t, f.Dealt)
	r := state{Run: engine.Run{Fold: f, Train: t.Take(f.Present()), Held: t.Take(f.Held), Header: t.Header()}}
	if known := len(f.Train); r.Train.Len() > known {
		behind := counting(r.Train.Len())[known:]
		r.Train.Target, r.Train.Aside = r.Train.Target.Hide(behind), r.Train.Aside.Hide(behind)
	}
	if f.Answers {
		r.Unlabelled.Sample = t.Take(f.Unlabelled)
		r.Unlabelled.Target = r.Unlabelled.Target.Hide(counting(len(f.Unlabelled)))
	}
	return r
}

// onlyLabelled returns the run without the rows that are there without a label,
// for a stage that reads labels.
func (r state) onlyLabelled(ctx context.Context, s engine.Step) state {
	known := r.Known()
	unlabelled := r.Train.Len() - known
	if !s.NeedsLabels() || unlabelled <= 0 {
		return r
	}
	engine.Remark(ctx, "%d rows without a label are left out, since %s reads labels: it and what stands after it learn from the %d labelled rows", unlabelled, s.Name(), known)
	all := r.Train
	r.Train = all.First(known)
	r.Train.Memo = all.Memo
	if r.renewMemos("labelled rows"); all.Distances != nil {
		r.Train.Distances = firstRows{all.Distances, known}
	}
	return r
}

// firstRows are the dissimilarities of the first n rows among themselves.
type firstRows struct {
	engine.Distances
	n int
}

func (d firstRows) Len() int { return d.n }

func (d firstRows) Row(dst []float64, i int) {
	all := make([]float64, d.Distances.Len())
	d.Distances.Row(all, i)
	copy(dst, all)
}

// placeBehind gives the rows behind the labelled ones, where they were embedded
// with them, the coordinates that they have there.
func (r state) placeBehind() state {
	from := r.Known()
	if r.Train.Len() == from {
		return r
	}
	to := from + len(r.Fold.Unlabelled)
	if r.Fold.Answers {
		r.Unlabelled.Mapped = copyRows(r.Embedding.Y, from, to)
	}
	if r.Fold.Transduced {
		r.Mapped = copyRows(r.Embedding.Y, to, r.Train.Len())
	}
	return r
}

// copyRows copies the rows of x from one up to another; nil of none.
func copyRows(x *mat.Dense, from, to int) *mat.Dense {
	if from == to {
		return nil
	}
	_, d := x.Dims()
	return mat.DenseCopyOf(x.Slice(from, to, 0, d))
}
