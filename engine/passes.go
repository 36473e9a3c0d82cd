package engine

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
)

// A passed fold is what came out behind the steps.
type passed struct {
	run    *Run
	scores []*Score // of each measure; nil for one that the run lacks something for, or that is asked later
}

// passes takes every fold through the steps, several at once: each has
// stretches that occupy one processor only.
func (e *evaluation) passes(ctx context.Context, folds []Fold) ([]passed, error) {
	all, notes, err := inOrder(ctx, len(folds), e.atOnce(folds), func(ctx context.Context, i int) (passed, []Note, error) {
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
func (e *evaluation) atOnce(folds []Fold) int {
	for _, s := range e.steps {
		if s.acts() && !s.declared() {
			return 1
		}
	}
	var rows float64
	for _, f := range folds {
		rows = max(rows, float64(len(f.Train)))
	}
	free, known := room()
	if !known || rows == 0 {
		return 1
	}
	fit := float64(free) / 4 / (4 * 8 * rows * rows)
	return max(1, int(min(fit, float64(runtime.GOMAXPROCS(0)))))
}

// acts reports whether the step is one that a fold goes through: it learns
// from training rows.
func (s Step) acts() bool {
	_, selects := s.Method.(Selector)
	return s.Role() >= PrepareRole && s.Role() <= PredictorRole && !selects
}

// declared reports whether the step's method is one of a family, and not one
// that a program brings itself.
func (s Step) declared() bool { return declared[reflect.TypeOf(s.Method)] != nil }

// room tells how many bytes of memory can be had, and whether that is known.
var room = func() (free uint64, known bool) { return 0, false }

// AskRoom has ask tell how many bytes of memory can be had, and whether that is
// known; until then folds are taken one after the other. It is to be called
// while the program initialises.
func AskRoom(ask func() (free uint64, known bool)) { room = ask }

// pass takes a fold through the steps, with the arguments that it chose, and
// scores what comes out while all of it is there.
func (e *evaluation) pass(ctx context.Context, where string, i int, f Fold) (passed, []Note, error) {
	p := Pipeline{Steps: e.steps}.Setting(e.setting(i))
	t := e.trail(p, f)
	r, remarks := t.resume(e)
	for at, s := range p.Steps {
		if !s.acts() || at < t.next {
			continue
		}
		notes, err := e.perform(ctx, placed{s, at}, where, func(ctx context.Context) (err error) {
			r, err = s.apply(ctx, r)
			return err
		})
		if err != nil {
			return passed{}, nil, err
		}
		remarks = append(remarks, notes...)
		t.keep(at, r, remarks)
	}
	r.Pipeline, r.Setting = p.String(), e.setting(i)
	scores, notes, err := e.promptly(ctx, where, &r)
	return passed{e.thinned(i, &r), scores}, append(remarks, notes...), err
}
