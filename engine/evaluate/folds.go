package evaluate

import (
	"context"
	"fmt"
	"runtime"
	"unfold/engine"
	"unfold/engine/internal/parallel"
)

// An outcome is what a fold came to: its run, and how the measures score it.
type outcome struct {
	run    *engine.Run
	scores []*engine.Score // of each measure; nil for one that the run lacks something for, or that is asked later
}

// runFolds runs every fold, several at once: each has stretches that occupy one
// processor only.
func (e *evaluation) runFolds(ctx context.Context, folds []engine.Fold) ([]outcome, error) {
	all, notes, err := parallel.InOrder(ctx, len(folds), e.foldsAtOnce(folds), func(ctx context.Context, i int) (outcome, []engine.Note, error) {
		var where string
		if len(folds) > 1 {
			where = fmt.Sprintf("fold %d of %d", i+1, len(folds))
		}
		if i == e.final {
			where = "rows without a label"
		}
		return e.runFold(ctx, where, i, folds[i])
	})
	e.note(notes...)
	return all, err
}

// foldsAtOnce is how many folds run at once: as many as there are processors, if
// all of them leave three quarters of the free memory untouched with four square
// matrices over the rows of each. So none is refused memory that
// it would be given alone, nor does with less precision. Methods that a program
// brings undeclared, as a cell of a notebook does, take one fold at a time.
func (e *evaluation) foldsAtOnce(folds []engine.Fold) int {
	for _, s := range e.steps {
		if s.Acts() && !s.Declared() {
			return 1
		}
	}
	var rows float64
	for _, f := range folds {
		rows = max(rows, float64(len(f.Present())))
	}
	free, known := e.env.free()
	if !known || rows == 0 {
		return 1
	}
	fit := float64(free) / 4 / (4 * 8 * rows * rows)
	return max(1, int(min(fit, float64(runtime.GOMAXPROCS(0)))))
}

// runFold runs the steps on a fold with the arguments that it chose, and scores
// the outcome while all of it is in memory.
func (e *evaluation) runFold(ctx context.Context, where string, i int, f engine.Fold) (outcome, []engine.Note, error) {
	p := engine.Pipeline{Steps: e.steps}.Setting(e.setting(i))
	known := e.prefixOf(p, f)
	r, remarks := e.resume(known)
	for at, s := range p.Steps {
		if !s.Acts() || at < known.next {
			continue
		}
		notes, err := e.runInFold(ctx, stepAt{s, at}, where, func(ctx context.Context) (err error) {
			r, err = r.apply(ctx, s)
			return err
		})
		if err != nil {
			return outcome{}, nil, err
		}
		remarks = append(remarks, notes...)
		known.keep(ctx, at, r, remarks)
	}
	r.Pipeline, r.Setting = p.String(), e.setting(i)
	if i == e.final {
		return outcome{run: e.runForReport(i, &r.Run)}, remarks, nil
	}
	scores, notes, err := e.scoreFold(ctx, where, &r.Run)
	return outcome{e.runForReport(i, &r.Run), scores}, append(remarks, notes...), err
}
