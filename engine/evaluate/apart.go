package evaluate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
	"unfold/engine/remedy"
)

// setApart returns the run with a part of the labelled training rows set apart from
// those that the step places, where it is an embedder that asks for that. Rows
// without a label, which predictors do not learn from, stay.
func (r state) setApart(ctx context.Context, s engine.Step) (state, error) {
	m, is := s.Method.(engine.PartEmbedder)
	if !is {
		return r, nil
	}
	share, rest := m.Places()
	if share == engine.Auto {
		return r, nil
	}
	all, known := r.Train, r.Known()
	placed, apart := divide(all.Target, known, share)
	if len(placed) < 2 {
		return r, &engine.Error{Param: "share", Cause: fmt.Sprintf("share = %g of %d rows leaves %d to embed", share, known, len(placed)), Remedy: remedy.Raise("share").Or(remedy.Say("give more rows"))}
	}
	placed = slices.Concat(placed, counting(all.Len())[known:])
	r.Train = takeRows(all, placed)
	r.Apart, r.unused = joinRows(r.Apart, takeRows(all, apart)), rest == engine.RestUnused
	engine.Remark(ctx, "%d of %d labelled training rows are placed, the others are %s", known-len(apart), known, cmp.Or(rest, engine.RestMapped))
	r.Train.Memo = all.Memo
	r.renewMemos(fmt.Sprintf("%g of the rows", share))
	if all.Distances == nil {
		return r, nil
	}
	return r.measureAgain(ctx, placed)
}

// measureAgain measures the rows that are left of those that were measured before,
// which are at the given positions of those.
func (r state) measureAgain(ctx context.Context, at []int) (state, error) {
	if _, is := r.metric.(engine.Restrictor); is { // columns are rows
		if err := r.takeAlong(ctx, "", restriction(at), nil); err != nil {
			return r, err
		}
	}
	var err error
	r.Train.Distances, err = r.metric.Distances(ctx, r.Train)
	return r, err
}

// divide returns a share of the first n rows and the others, each in order: drawn at
// random with a fixed seed, from each class by its size, or evenly over a response.
func divide(t engine.Target, n int, share float64) (some, others []int) {
	const seed = 1
	order := random.New(seed, "apart").Permutation(n)
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case t.HasClasses():
			return cmp.Compare(t.Labels[a], t.Labels[b])
		case t.HasResponse():
			return cmp.Compare(t.Response.At(a, 0), t.Response.At(b, 0))
		}
		return 0
	})
	for at, i := range order {
		if int(float64(share*float64(at+1))) > int(float64(share*float64(at))) {
			some = append(some, i)
		} else {
			others = append(others, i)
		}
	}
	slices.Sort(some)
	slices.Sort(others)
	return some, others
}

// takeRows returns the rows of s at the given positions, and nothing that is known
// of them among the others.
func takeRows(s engine.Sample, at []int) engine.Sample {
	out := engine.Sample{Columns: s.Columns, Target: s.Target.Take(at), Rows: make([]int, len(at))}
	if len(at) == 0 {
		return out
	}
	_, d := s.X.Dims()
	out.X = mat.NewDense(len(at), d, nil)
	for to, from := range at {
		out.Rows[to] = s.Rows[from]
		out.X.SetRow(to, s.X.RawRowView(from))
	}
	return out
}

// joinRows returns the rows of a, and behind them those of b.
func joinRows(a, b engine.Sample) engine.Sample {
	switch {
	case a.X == nil:
		return b
	case b.X == nil:
		return a
	}
	out := engine.Sample{X: new(mat.Dense), Columns: a.Columns, Target: a.Target.Join(b.Target), Rows: slices.Concat(a.Rows, b.Rows)}
	out.X.Stack(a.X, b.X)
	return out
}
