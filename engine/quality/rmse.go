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
		Examples: []string{`swissroll(n=400) | ridge | rmse`},
		Needs:    engine.NeedResponse | engine.NeedPredictions,
		Standard: true,
	}, func() *RMSE { return new(RMSE) })
}

// RMSE is the root of the mean squared error of the predicted response,
//
//	√(Σ (y_i − ŷ_i)² / n),
//
// in the response's units, over the held rows, or the training rows where
// none are held. It is NaN where classes were predicted.
//
// Citation: Willmott, Matsuura 2005, doi:10.3354/cr030079, who warn that a few
// large errors can rule it.
type RMSE struct{}

// Params declares that there are none.
func (*RMSE) Params(*engine.Params) {}

// Score averages the squared errors.
func (*RMSE) Score(_ context.Context, r *engine.Run) (engine.Score, error) {
	s := engine.Score{Name: "rmse", Value: math.NaN(), Better: engine.Lower}
	if e, ok := missesOf(r); ok {
		s.Value = math.Sqrt(e.squared / e.n)
	}
	return s, nil
}

// misses are sums over the rows judged.
type misses struct {
	n       float64
	squared float64 // Σ (y − ŷ)²
	spread  float64 // Σ (y − ȳ)²
}

// missesOf sums up the predictions of a response, if there are any.
func missesOf(r *engine.Run) (misses, bool) {
	truth := r.Judged()
	if truth.HasClasses() || len(r.Predicted) == 0 {
		return misses{}, false
	}
	e := misses{n: float64(len(r.Predicted))}
	var mean float64
	for _, y := range truth.Response {
		mean += y / e.n
	}
	for i, y := range truth.Response {
		e.squared += (y - r.Predicted[i]) * (y - r.Predicted[i])
		e.spread += (y - mean) * (y - mean)
	}
	return e, true
}
