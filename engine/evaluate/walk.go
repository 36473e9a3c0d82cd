package evaluate

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/internal/content"
	"unfold/engine/memo"
)

// A walk tries settings on an inner fold, depth first: what settings have in
// common before they part is learned once.
type walk struct {
	*sweep
	choice *foldChoice
	inner  int         // its number among those of the choice
	fold   engine.Fold // that inner fold, or one that learns from part of its rows
	whole  bool        // it learns from all of them
	wanted []bool      // by setting
	keys   []memo.Key  // by setting
	done   func()      // called as often as a setting is done

	trials           // what has come of them
	found  []float64 // the scores of a walk over part of the rows, once it has ended
}

// run walks.
func (w *walk) run(ctx context.Context) (trials, error) {
	w.trials = trials{scores: make([]float64, w.settings), faults: make([]error, w.settings)}
	for s := range w.scores {
		w.scores[s] = math.NaN()
	}
	w.lookUpScores()
	if w.countWanted(0, w.settings) == 0 {
		return w.trials, w.store.save()
	}
	r := newState(w.table, w.fold)
	if w.countWanted(0, w.settings) > 1 {
		r.key = content.Fold(w.fold, w.evaluation.tableKey)
		r.Train.Memo = w.memo.Rows(content.After(r.key, "rows"))
		r.Train.Pairs = r.Train.Memo.Then(content.After(r.key, "distances"))
		defer r.closeMemos()
	}
	err := w.descend(ctx, r, w.layers, 0)
	w.shared += r.Train.Memo.Hits()
	return w.trials, cmp.Or(err, w.store.save()) // what an interrupted walk has found is saved too
}

// countWanted returns how many settings from first up to end are wanted.
func (w *walk) countWanted(first, end int) int {
	n := 0
	for _, wanted := range w.wanted[first:end] {
		if wanted {
			n++
		}
	}
	return n
}

// descend tries the settings from first onwards that share what r has become.
func (w *walk) descend(ctx context.Context, r state, layers []layer, first int) error {
	switch {
	case len(layers) == 0:
		return w.scoreSetting(ctx, &r.Run, first)
	case mapsJointly(layers):
		return w.descendJointly(ctx, r, layers, first)
	}
	return w.forEachVariant(ctx, r, layers[0], first, func(next state, from int) error {
		defer next.closeMemos(r)
		return w.descend(ctx, next, layers[1:], from)
	})
}

// forEachVariant applies the wanted variants of a layer to a run, and goes on from
// each.
func (w *walk) forEachVariant(ctx context.Context, r state, l layer, first int, on func(next state, from int) error) error {
	for v, s := range l.variants {
		if err := w.applyStep(ctx, r, stepAt{s, l.at}, func(ctx context.Context, r state) (state, error) { return r.apply(ctx, s) }, first+v*l.stride, l.stride, on); err != nil {
			return err
		}
	}
	return nil
}

// applyStep fits a step for those of so many settings from first on that are
// wanted, and goes on from there.
func (w *walk) applyStep(ctx context.Context, r state, s stepAt, fit func(ctx context.Context, r state) (state, error), first, settings int, on func(next state, from int) error) error {
	sharing := w.countWanted(first, first+settings)
	if sharing == 0 {
		return nil
	}
	w.fits++
	w.shared += sharing - 1
	next := r
	_, err := w.runInFold(ctx, s, "", func(ctx context.Context) (err error) {
		next, err = fit(ctx, r)
		return err
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		next.closeMemos(r)
		w.fail(first, first+settings, err)
		for range sharing {
			w.done()
		}
		return nil
	}
	if sharing == 1 {
		next = next.dropMemos(r)
	}
	return on(next, first)
}

// scoreSetting scores a setting.
func (w *walk) scoreSetting(ctx context.Context, r *engine.Run, setting int) error {
	defer w.done()
	by, score := w.measures[w.by], &engine.Score{}
	if lacks := missingInRun(r, by.Stage.Needs); lacks != "" {
		w.fail(setting, setting+1, w.missingError(by, lacks))
		return nil
	}
	_, err := w.runInFold(ctx, by, "", func(ctx context.Context) (err error) {
		score, err = scoreRun(ctx, by, r)
		return err
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		w.fail(setting, setting+1, err)
	case math.IsNaN(score.Value):
		w.fail(setting, setting+1, &engine.Error{Stage: by.Name(), Step: w.stepNumber(by.at), Cause: fmt.Sprintf("the rows have no %s", by.Name())})
	default:
		w.scores[setting], w.better = score.Value, score.Better
		if w.keys != nil && !math.IsInf(score.Value, 0) {
			w.store.add(w.keys[setting], memo.Score{Value: score.Value, Better: score.Better.String()})
		}
	}
	return nil
}

// fail records why settings have no score, for this sweep alone: another tries
// them again, since memory may only have been short.
func (w *walk) fail(from, end int, err error) {
	for s := from; s < end; s++ {
		if w.wanted[s] {
			w.faults[s] = err
		}
	}
}
