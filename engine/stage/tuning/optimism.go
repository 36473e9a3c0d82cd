package tuning

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/internal/moments"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "optimism",
		Summary:  "draws the score on held rows against the inner score that was chosen by",
		Use:      "See how much a choice has promised beyond what held rows kept, fold by fold.",
		Avoid:    "Without candidates nothing was chosen; of few folds the points scatter by chance.",
		Formula:  "mean over folds of inner − outer",
		Citation: "Varma, Simon 2006, doi:10.1186/1471-2105-7-91",
		Examples: []string{`load | sample(300) | scale | knn(k=[1, 3, 9, 27]) | cv(5) | optimism`},
		Needs:    engine.NeedTuning | engine.NeedOuter,
		Rank:     350,
	}, func() *Optimism { return new(Optimism) })
}

// Optimism draws a point for each fold: across, the mean inner score of the
// setting it chose; up, what that setting scored on the held rows. On the
// dashed line both agree. The optimism is the mean of their differences, signed
// so that a positive one is flattery.
//
// Inner scores are the best of several, which flatters, and come of fewer
// training rows, which does the opposite, so that a negative optimism is no
// fault.
//
// Citation: Varma, Simon 2006, doi:10.1186/1471-2105-7-91.
type Optimism struct{}

// Params declares that there are none.
func (*Optimism) Params(*engine.Params) {}

// View draws the figure; none where no fold has both scores.
func (*Optimism) View(_ context.Context, r *engine.Report) (*figure.Figure, error) {
	t := r.Tuning
	at := figure.Points{Name: "folds"}
	var gaps []float64
	for i, gap := range t.Optimism() {
		if math.IsNaN(gap) {
			continue
		}
		inner, _ := t.Chosen[i].Mean(t.Chosen[i].Setting)
		at.X, at.Y, gaps = append(at.X, inner), append(at.Y, t.Chosen[i].Outer), append(gaps, gap)
	}
	if len(gaps) == 0 {
		return nil, nil
	}
	mean, sd := moments.Mean(gaps), moments.SD(gaps)
	text := fmt.Sprintf("Optimism %.2g", mean)
	if len(gaps) > 1 {
		text += fmt.Sprintf(" on average over %d folds, standard deviation %.2g", len(gaps), sd)
	}
	side := "below"
	if t.Better == engine.Lower {
		side = "above"
	}
	return &figure.Figure{
		Name:    "optimism",
		Title:   fmt.Sprintf("Inner and outer %s", t.Measure),
		Caption: fmt.Sprintf("A point is a fold. To one %s the dashed line, inner folds promised more than held rows gave. %s. A single fold scatters by how few rows it holds; the mean is what to look at, and a small or negative one says that choosing did no harm.", side, text),
		Alt:     fmt.Sprintf("%s with inner %s from %s and %s on held rows from %s. %s.", wording.Plural(len(gaps), "fold"), t.Measure, wording.Span(at.X), t.Measure, wording.Span(at.Y), text),
		X:       figure.Axis{Label: "inner " + t.Measure},
		Y:       figure.Axis{Label: t.Measure + " of held rows"},
		Equal:   true,
		Layers:  []figure.Layer{figure.Identity(at.X, at.Y), at},
	}, nil
}
