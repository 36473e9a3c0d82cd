package view

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/stage/folds"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "fit",
		Summary:  "draws the predicted response against the true one",
		Use:      "See where predictions of a number are off: at the ends, for single rows, or everywhere alike.",
		Avoid:    "A narrow cloud says little where responses span far more than the errors that matter: see rmse beside it.",
		Citation: "Piñeiro, Perelman, Guerschman, Paruelo 2008, doi:10.1016/j.ecolmodel.2008.05.006",
		Examples: []string{
			`swissroll(n=400) | ridge | fit`,
			`data([][]float64{{0}, {1}, {2}, {3}}, [][]float64{{0, 1}, {1, 1}, {2, 3}, {3, 5}}, names="width,height") | none | ridge | fit(response="height")`,
		},
		Needs:    engine.NeedResponse | engine.NeedPredictions,
		Rank:     220,
		Standard: true,
	}, func() *Fit { return new(Fit) })
}

// Fit draws the predicted response of each row against its true one, over all
// folds together, with the line on which they agree. Held rows are rings. Of several responses it draws
// one. It fails with an *engine.Error for a response that is not there.
//
// Citation: Piñeiro, Perelman, Guerschman, Paruelo 2008,
// doi:10.1016/j.ecolmodel.2008.05.006. Deviation: they draw the true response
// up; here it is across, as the known quantity.
type Fit struct {
	Response string // which one; the first of several if empty
}

// Params declares the parameter.
func (m *Fit) Params(p *engine.Params) {
	declareResponse(p, &m.Response, "the response to draw")
}

// View draws the figure; none where classes were predicted.
func (m *Fit) View(_ context.Context, r *engine.Report) (*figure.Figure, error) {
	if r.Runs[0].Judged().HasClasses() {
		return nil, nil
	}
	response, err := responseAt(r.Runs[0].Judged().Target, m.Response)
	if err != nil {
		return nil, err
	}
	kind := folds.Rows(r)
	at := figure.Points{Name: kind, Ring: kind == "held"}
	var squared float64
	for _, run := range r.Runs {
		judged := run.Judged()
		at.X = append(at.X, responseOf(judged, response)...)
		for i := response; i < len(run.Predicted); i += judged.Width() {
			at.Y = append(at.Y, run.Predicted[i])
		}
		at.Rows = append(at.Rows, judged.Rows...)
	}
	for i := range at.X {
		squared += float64((at.X[i] - at.Y[i]) * (at.X[i] - at.Y[i]))
	}
	name := r.Runs[0].Judged().ResponseName(response)
	return &figure.Figure{
		Name:    "fit",
		Title:   "Predicted against true " + name + folds.Pooled(r),
		Caption: "On the dashed line prediction and truth agree; distances up and down from it are errors. A cloud flatter than the line is a prediction drawn to the mean. It shows the range the data have, not how the prediction goes on beyond it.",
		Alt: fmt.Sprintf("%s: true values from %s, predicted from %s, root mean squared error %.3g.",
			wording.Plural(len(at.X), kind+" row"), wording.Span(at.X), wording.Span(at.Y), math.Sqrt(squared/float64(len(at.X)))),
		X:      figure.Axis{Label: "true " + name},
		Y:      figure.Axis{Label: "predicted " + name},
		Equal:  true,
		Layers: []figure.Layer{figure.Identity(at.X, at.Y), at},
	}, nil
}
