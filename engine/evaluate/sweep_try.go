package evaluate

import (
	"context"
	"fmt"
	"math"
	"time"
	"unfold/engine"

	"unfold/engine/wording"
)

// A tried inner fold is what came of the settings on it.
type tried struct {
	scores []float64 // by setting; NaN where it failed or was not wanted
	faults []error   // by setting
	better engine.Direction
	fits   int // steps that were learned
	shared int // parts of work that were there already
}

// try has the walks try their settings, several walks at once.
func (sw *sweep) try(ctx context.Context, walks []*walk) error {
	sw.started, sw.done, sw.all = time.Now(), 0, 0
	folds := make([]engine.Fold, len(walks))
	for i, w := range walks {
		folds[i] = w.fold
		sw.all += w.count(0, sw.settings)
	}
	told := engine.WithProgress(ctx, func(engine.Progress) { sw.tell(ctx, 0) })
	atOnce := sw.atOnce(folds)
	if !prompt(sw.measures[sw.by].Step) {
		atOnce = 1
	}
	all, _, err := inOrder(told, len(walks), atOnce, func(own context.Context, i int) (tried, []engine.Note, error) {
		walks[i].done = func() { sw.tell(ctx, 1) }
		out, err := walks[i].run(own)
		return out, nil, err
	})
	for i, w := range walks {
		if err == nil {
			sw.take(w, all[i])
		}
	}
	return err
}

// take keeps what a walk has found.
func (sw *sweep) take(w *walk, out tried) {
	sw.tuning.Fits += out.fits
	sw.tuning.Shared += out.shared
	for s := range sw.settings {
		if fault := out.faults[s]; fault != nil && w.contest.faults[s] == nil {
			w.contest.faults[s], w.contest.Failed[s] = fault, fault.Error()
			w.contest.alive[s] = false
		}
		if math.IsNaN(out.scores[s]) {
			continue
		}
		sw.tuning.Better = out.better
		if w.whole {
			w.contest.Scores[s][w.inner] = out.scores[s]
		}
	}
	if !w.whole {
		w.found = out.scores
	}
	w.keys, w.tried = nil, tried{} // of very many settings they are large
}

// tell reports how many settings are done, more of them than before.
func (sw *sweep) tell(ctx context.Context, more int) {
	sw.mu.Lock()
	defer sw.mu.Unlock()
	sw.done += more
	p := engine.Progress{Stage: tuningStage, Note: fmt.Sprintf("%s of %s trials", wording.Number(sw.done), wording.Number(sw.all)), Left: -1}
	if sw.all > 0 {
		p.Fraction = float64(sw.done) / float64(sw.all)
	}
	if sw.done == 0 {
		p.Note = sw.ahead
	} else {
		p.Note = sw.round + p.Note
	}
	if p.Fraction > 0.02 {
		p.Left = time.Duration(float64(time.Since(sw.started)) * (1 - p.Fraction) / p.Fraction)
	}
	engine.Tell(ctx, p)
}
