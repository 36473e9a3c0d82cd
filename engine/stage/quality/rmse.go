package quality

import (
	"context"
	"math"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "rmse",
		Summary:  "is the root of the mean squared error of the predicted response",
		Formula:  "√(Σ (y_i − ŷ_i)² / n)",
		Citation: "Willmott, Matsuura 2005, doi:10.3354/cr030079",
		Aliases:  []string{"rootmeansquarederror"},
		Near:     []string{"mse"},
		Examples: []string{`swissroll(n=400) | ridge | rmse`},
		Needs:    engine.NeedResponse | engine.NeedPredictions,
		Rank:     150,
		Standard: true,
		Chooses:  true,
	}, func() *RMSE { return new(RMSE) })
}

// RMSE is the root of the mean squared error of the predicted response,
//
//	√(Σ (y_i − ŷ_i)² / n),
//
// in the response's units, over the held rows, or the training rows where
// none are held. Of several responses it is the mean of the roots of each, which
// are told too; it is then ruled by those of the largest units. It is NaN where
// classes were predicted.
//
// Citation: Willmott, Matsuura 2005, doi:10.3354/cr030079, who warn that a few
// large errors can rule it.
type RMSE struct{}

// Params declares that there are none.
func (*RMSE) Params(*engine.Params) {}

// Score averages the squared errors.
func (*RMSE) Score(_ context.Context, r *engine.Run) (engine.Score, error) {
	s := engine.Score{Name: "rmse", Better: engine.Lower}
	s.Value, s.Parts = meanOverResponses(r, func(e residuals) float64 { return math.Sqrt(e.squared / e.n) })
	return s, nil
}
