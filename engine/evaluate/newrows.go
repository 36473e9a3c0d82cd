package evaluate

import (
	"context"
	"fmt"
	"unfold/engine"
	"unfold/engine/data/newrows"
	"unfold/engine/remedy"

	"gonum.org/v1/gonum/mat"
)

// Read returns the rows of p, a source and what selects among its rows, for
// Place and Predict: read by what the run has learned from (see [engine.Matcher]), and
// matched as by Match.
// What p would learn from its own rows, such as a scale, is refused: new rows
// are prepared as the training rows were.
func Read(ctx context.Context, r *engine.Run, p engine.Pipeline) (*mat.Dense, error) {
	t, err := Rows(ctx, p, r.Header)
	if err != nil {
		return nil, err
	}
	return newrows.Match(ctx, r.Header, t)
}

// Rows loads the rows of a pipeline of data as Read does, for methods that have
// learned from columns of the given header, and leaves them unmatched.
func Rows(ctx context.Context, p engine.Pipeline, header engine.Header) (*engine.Table, error) {
	if err := Check(p); err != nil {
		return nil, err
	}
	var t *engine.Table
	for i, s := range p.Steps {
		stepCtx, notes := engine.WithNotes(ctx, s.Name())
		var err error
		switch m := s.Method.(type) {
		case engine.Matcher:
			t, err = m.LoadMatching(stepCtx, header)
		case engine.Source:
			t, err = m.Load(stepCtx)
		case engine.Selector:
			var keep []int
			if keep, err = m.Select(stepCtx, t); err == nil {
				t = t.Keep(keep)
			}
		default:
			err = &engine.Error{Cause: fmt.Sprintf("new rows go through what was learned, and not through a %s of their own", s.Role()), Remedy: remedy.Load("give data alone", "", nil)}
		}
		engine.Forward(ctx, notes())
		if err != nil {
			return nil, engine.Blame(err, s.Name(), i+1)
		}
		if t == nil || t.X == nil || t.Len() == 0 {
			return nil, &engine.Error{Stage: s.Name(), Step: i + 1, Cause: "no rows are left", Remedy: remedy.Say("look at the data")}
		}
	}
	return t, nil
}
