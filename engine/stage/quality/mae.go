package quality

import (
	"context"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "mae",
		Summary:  "is the mean absolute error of the predicted response",
		Formula:  "Σ |y_i − ŷ_i| / n",
		Citation: "Willmott, Matsuura 2005, doi:10.3354/cr030079",
		Aliases:  []string{"meanabsoluteerror"},
		Examples: []string{`swissroll(n=400) | ridge | mae`},
		Needs:    engine.NeedResponse | engine.NeedPredictions,
		Rank:     160,
	}, func() *MAE { return new(MAE) })
}

// MAE is the mean absolute error of the predicted response,
//
//	Σ |y_i − ŷ_i| / n,
//
// in the response's units, over the held rows, or the training rows where
// none are held. A few large errors count for no more than they are, unlike in
// rmse. Of several responses it is the mean of the errors of each, which are told
// too; it is then ruled by those of the largest units. It is NaN where classes were predicted.
//
// Citation: Willmott, Matsuura 2005, doi:10.3354/cr030079.
type MAE struct{}

// Params declares that there are none.
func (*MAE) Params(*engine.Params) {}

// Score averages the errors.
func (*MAE) Score(_ context.Context, r *engine.Run) (engine.Score, error) {
	s := engine.Score{Name: "mae", Better: engine.Lower}
	s.Value, s.Parts = meanOverResponses(r, func(e residuals) float64 { return e.absolute / e.n })
	return s, nil
}
