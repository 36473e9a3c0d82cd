package view

import (
	"unfold/engine"
	"unfold/engine/folds"
)

// A Window is what of the embeddings a view looks at: one fold, since those
// of several do not share axes, two dimensions, and one response.
type Window struct {
	Fold     int    // which fold, counted from one
	X, Y     int    // the dimensions across and up, counted from one
	Response string // the one that shades rows; the first of several if empty
}

// Params declares the parameters.
func (w *Window) Params(p *engine.Params) {
	p.Int(&w.Fold, "fold", 1, engine.AtLeast(1), "the fold to draw")
	p.Int(&w.X, "x", 1, engine.AtLeast(1), "the dimension drawn across")
	p.Int(&w.Y, "y", 2, engine.AtLeast(1), "the dimension drawn up")
	declareResponse(p, &w.Response, "the response that shades rows")
}

// runAndPlane returns the run and the plane of its embedding that the window
// shows.
func (w *Window) runAndPlane(r *engine.Report) (*engine.Run, plane, error) {
	run, err := folds.Run(r, w.Fold)
	if err != nil {
		return nil, plane{}, err
	}
	p, err := planeOf(run.Embedding, w.X, w.Y)
	if err != nil {
		return nil, plane{}, err
	}
	p.response, err = responseAt(run.Train.Target, w.Response)
	return run, p, err
}
