package evaluate

import (
	"context"
	"fmt"
	"runtime"
	"unfold/engine"
)

// A passed fold is what came out behind the steps.
type passed struct {
	run    *engine.Run
	scores []*engine.Score // of each measure; nil for one that the run lacks something for, or that is asked later
}

// passes takes every fold through the steps, several at once: each has
// stretches that occupy one processor only.
func (e *evaluation) passes(ctx context.Context, folds []engine.Fold) ([]passed, error) {
	all, notes, err := inOrder(ctx, len(folds), e.atOnce(folds), func(ctx context.Context, i int) (passed, []engine.Note, error) {
		var where string
		if len(folds) > 1 {
			where = fmt.Sprintf("fold %d of %d", i+1, len(folds))
		}
		return e.pass(ctx, where, i, folds[i])
	})
	e.note(notes...)
	return all, err
}

// atOnce is how many folds are under way together: as many as there are
// processors, if all of them leave three quarters of the free memory untouched
// though each took four matrices over its rows. So none is refused memory that
// it would be given alone, nor does with less precision. Methods that a program
// brings undeclared, as a cell of a notebook does, meet one fold at a time.
func (e *evaluation) atOnce(folds []engine.Fold) int {
	for _, s := range e.steps {
		if s.Acts() && !s.Declared() {
			return 1
		}
	}
	var rows float64
	for _, f := range folds {
		rows = max(rows, float64(len(f.Train)))
	}
	free, known := e.env.free()
	if !known || rows == 0 {
		return 1
	}
	fit := float64(free) / 4 / (4 * 8 * rows * rows)
	return max(1, int(min(fit, float64(runtime.GOMAXPROCS(0)))))
}

// pass takes a fold through the steps, with the arguments that it chose, and
// scores what comes out while all of it is there.
func (e *evaluation) pass(ctx context.Context, where string, i int, f engine.Fold) (passed, []engine.Note, error) {
	p := engine.Pipeline{Steps: e.steps}.Setting(e.setting(i))
	known := e.prefix(p, f)
	r, remarks := e.resume(known)
	for at, s := range p.Steps {
		if !s.Acts() || at < known.next {
			continue
		}
		notes, err := e.perform(ctx, placed{s, at}, where, func(ctx context.Context) (err error) {
			r, err = r.apply(ctx, s)
			return err
		})
		if err != nil {
			return passed{}, nil, err
		}
		remarks = append(remarks, notes...)
		known.keep(at, r, remarks)
	}
	r.Pipeline, r.Setting = p.String(), e.setting(i)
	scores, notes, err := e.promptly(ctx, where, &r.Run)
	return passed{e.thinned(i, &r.Run), scores}, append(remarks, notes...), err
}
