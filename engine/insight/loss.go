package insight

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/folds"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "loss",
		Summary:  "draws how a loss fell from epoch to epoch",
		Citation: "Kingma, Ba 2015, doi:10.48550/arXiv.1412.6980",
		Examples: []string{`swissroll(n=300) | autoencoder(neurons=16, layers=1, epochs=100) | loss`},
		Needs:    engine.NeedEmbedding | engine.NeedLosses,
		Rank:     435,
	}, func() *Loss { return new(Loss) })
}

// Loss draws what a method that learns in epochs was off by in each, in the mean over
// the rows that it learned from, on an axis of powers. A curve that still falls at its
// end asks for more epochs, one that leaps for shorter steps. It says nothing of rows
// that were not learned from.
//
// Citation: Kingma, Ba 2015, doi:10.48550/arXiv.1412.6980.
type Loss struct{ folds.One }

// View draws the figure.
func (m *Loss) View(_ context.Context, r *engine.Report) (*figure.Figure, error) {
	run, err := folds.Run(r, m.Fold)
	if err != nil {
		return nil, err
	}
	losses := run.Embedding.Losses
	if losses == nil {
		return nil, folds.Thinned(m.Fold)
	}
	last := len(losses) - 1
	return &figure.Figure{
		Name:    "loss",
		Title:   "Loss by epoch" + folds.Title(r, m.Fold),
		Caption: "What was lost on training rows in each pass over them, while they were learned from. Where it still falls at the end, more epochs would learn more of these rows, though not always of others.",
		X:       figure.Axis{Label: "epoch", Whole: true},
		Y:       figure.Axis{Label: "loss", Log: true},
		Layers:  []figure.Layer{figure.Line{Name: "loss", X: figure.Counting(len(losses)), Y: losses}},
		Alt:     fmt.Sprintf("Loss over %s: %.3g in the first, %.3g half way, %.3g in the last.", wording.Plural(len(losses), "epoch"), losses[0], losses[last/2], losses[last]),
	}, nil
}
