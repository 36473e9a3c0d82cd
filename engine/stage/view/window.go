package view

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"unfold/engine"
	"unfold/engine/remedy"
	"unfold/engine/stage/folds"
)

// A Window is what of the embeddings a view looks at: one fold, since those
// of several do not share axes, two dimensions, and one response. Where nothing was
// embedded, dimensions are columns, which have names too.
type Window struct {
	Fold     int    // which fold, counted from one
	X, Y     string // the dimensions across and up, counted from one, or names of columns
	Response string // the one that shades rows; the first of several if empty
}

// Params declares the parameters.
func (w *Window) Params(p *engine.Params) {
	p.Int(&w.Fold, "fold", 1, engine.AtLeast(1), "the fold to draw")
	for _, axis := range []struct {
		field                *string
		name, byDefault, doc string
	}{{&w.X, "x", "1", "drawn across"}, {&w.Y, "y", "2", "drawn up"}} {
		param := p.Text(axis.field, axis.name, axis.byDefault, engine.AnyValue(), "the dimension "+axis.doc+", counted from one, or a column by its name")
		param.OrNumber()
		param.OfColumns()
	}
	declareResponse(p, &w.Response, "the response that shades rows")
}

// numberOf returns the number that an axis is given as; 0 of a name.
func numberOf(axis string) int {
	n, err := strconv.Atoi(axis)
	if err != nil {
		return 0
	}
	return n
}

// numbers returns the numbers of the two dimensions, or where nothing was embedded of the
// columns, which may be given by name.
func (w *Window) numbers(run *engine.Run) (x, y int, err error) {
	number := func(param, axis string) int {
		n := numberOf(axis)
		if n >= 1 || err != nil {
			return n
		}
		if run.Embedding == nil {
			n = 1 + slices.IndexFunc(run.Train.Columns, func(c engine.Column) bool { return c.Name == axis })
		}
		if n < 1 {
			err = &engine.Error{Param: param, Cause: fmt.Sprintf("%s = %s is none of the dimensions, which are counted from one", param, cmp.Or(axis, `""`)), Remedy: remedy.Set(param, 1)}
		}
		return n
	}
	x, y = number("x", w.X), number("y", w.Y)
	return x, y, err
}

// runAndPlane returns the run and the plane of its embedding that the window
// shows.
func (w *Window) runAndPlane(r *engine.Report) (*engine.Run, plane, error) {
	run, err := folds.Run(r, w.Fold)
	if err != nil {
		return nil, plane{}, err
	}
	x, y, err := w.numbers(run)
	if err != nil {
		return nil, plane{}, err
	}
	p, err := planeOf(run.Embedding, x, y)
	if err != nil {
		return nil, plane{}, err
	}
	p.response, err = responseAt(run.Train.Target, w.Response)
	return run, p, err
}
