package insight

import (
	"context"
	"fmt"
	"slices"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/stage/folds"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "loss",
		Summary:  "draws how a cost fell while it was gone down",
		Use:      "See whether a descent has come to its end, or was stopped while it still fell.",
		Avoid:    "Costs of different methods, or of different perplexities, have no common scale.",
		Citation: "Kingma, Ba 2015, doi:10.48550/arXiv.1412.6980",
		Examples: []string{`swissroll(n=300) | autoencoder(neurons=16, layers=1, epochs=100) | loss`, `waveform(n=200) | scale | sne(map=mlp) | loss`},
		Needs:    engine.NeedEmbedding | engine.NeedLosses,
		Rank:     435,
	}, func() *Loss { return new(Loss) })
}

// Loss draws how the cost fell that an embedding was found by, on an axis of powers
// where it stays above zero. Of a method that learns in epochs a value is what it was
// off by in each, in the mean over the rows that it learned from; of a descent by all
// rows at once it is the cost at the start and after each iteration, of the last round
// where it goes in several. A curve that still falls at its end asks for more epochs or
// iterations, one that leaps for shorter steps. It says nothing of rows that were not
// learned from.
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
	values, steps, began := losses.Values, figure.Counting(len(losses.Values)), "in the first"
	last := len(values) - 1
	if losses.Step == "iteration" {
		began = "at the start"
		for k := range steps {
			steps[k]--
		}
	}
	return &figure.Figure{
		Name:    "loss",
		Title:   "Loss by " + losses.Step + folds.Title(r, m.Fold),
		Caption: fmt.Sprintf("What training rows cost in each %s, while they were learned from. Where it still falls at the end, more would learn more of these rows, though not always of others.", losses.Step),
		X:       figure.Axis{Label: losses.Step, Whole: true},
		Y:       figure.Axis{Label: "loss", Log: slices.Min(values) > 0},
		Layers:  []figure.Layer{figure.Line{Name: "loss", X: steps, Y: values}},
		Alt:     fmt.Sprintf("Loss over %s: %.3g %s, %.3g half way, %.3g in the last.", wording.Plural(int(steps[last]), losses.Step), values[0], began, values[last/2], values[last]),
	}, nil
}
