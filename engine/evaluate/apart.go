package evaluate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"unfold/engine"
	"unfold/engine/data/newrows"
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
	placed, apart := all.Target.Divide(known, share)
	if len(placed) < 2 {
		return r, &engine.Error{Param: "share", Cause: fmt.Sprintf("share = %g of %d rows leaves %d to embed", share, known, len(placed)), Remedy: remedy.Raise("share").Or(remedy.Say("give more rows"))}
	}
	placed = slices.Concat(placed, counting(all.Len())[known:])
	r.Train = all.Only(placed)
	r.Apart, r.unused = r.Apart.And(all.Only(apart)), rest == engine.RestUnused
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
		if err := r.takeAlong(ctx, "", newrows.Kept(at), nil); err != nil {
			return r, err
		}
	}
	var err error
	r.Train.Distances, err = r.metric.Distances(ctx, withoutAside(r.Train))
	return r, err
}
