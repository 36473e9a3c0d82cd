package evaluate

import (
	"context"
	"fmt"
	"math"
	"time"
	"unfold/engine"
	"unfold/engine/early"
	"unfold/engine/internal/parallel"

	"unfold/engine/wording"
)

// Trials are what came of the settings on an inner fold.
type trials struct {
	scores []float64 // by setting; NaN where it failed or was not wanted
	faults []error   // by setting
	better engine.Direction
	fits   int // steps that were learned
	shared int // parts of work that were there already
}

// runWalks runs walks, several at once.
func (sw *sweep) runWalks(ctx context.Context, walks []*walk) error {
	sw.started, sw.done, sw.total = time.Now(), 0, 0
	folds := make([]engine.Fold, len(walks))
	for i, w := range walks {
		folds[i] = w.fold
		sw.total += w.countWanted(0, sw.settings)
	}
	told := engine.WithProgress(early.Without(ctx), func(engine.Progress) { sw.reportProgress(ctx, 0) })
	atOnce := sw.foldsAtOnce(folds)
	if !scoredInFold(sw.measures[sw.by].Step) {
		atOnce = 1
	}
	all, _, err := parallel.InOrder(told, len(walks), atOnce, func(own context.Context, i int) (trials, []engine.Note, error) {
		walks[i].done = func() { sw.reportProgress(ctx, 1) }
		out, err := walks[i].run(own)
		return out, nil, err
	})
	for i, w := range walks {
		if err == nil {
			sw.record(w, all[i])
		}
	}
	return err
}

// record takes over what a walk has found.
func (sw *sweep) record(w *walk, out trials) {
	sw.tuning.Fits += out.fits
	sw.tuning.Shared += out.shared
	for s := range sw.settings {
		if fault := out.faults[s]; fault != nil && w.choice.faults[s] == nil {
			w.choice.faults[s], w.choice.Failed[s] = fault, fault.Error()
			w.choice.active[s] = false
		}
		if math.IsNaN(out.scores[s]) {
			continue
		}
		sw.tuning.Better = out.better
		if w.whole {
			w.choice.Scores[s][w.inner] = out.scores[s]
		}
	}
	if !w.whole {
		w.found = out.scores
	}
	w.keys, w.trials = nil, trials{} // of very many settings they are large
}

// reportProgress reports how many settings are done, more of them than before.
func (sw *sweep) reportProgress(ctx context.Context, more int) {
	sw.mu.Lock()
	defer sw.mu.Unlock()
	sw.done += more
	p := engine.Progress{Stage: tuningStage, Note: fmt.Sprintf("%s of %s trials", wording.Number(sw.done), wording.Number(sw.total)), Left: -1}
	if sw.total > 0 {
		p.Fraction = float64(sw.done) / float64(sw.total)
	}
	if sw.done == 0 {
		p.Note = sw.workText
	} else {
		p.Note = sw.round + p.Note
	}
	if p.Fraction > 0.02 {
		p.Left = time.Duration(float64(time.Since(sw.started)) * (1 - p.Fraction) / p.Fraction)
	}
	engine.Tell(ctx, p)
}
