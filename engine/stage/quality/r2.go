package quality

import (
	"context"
	"math"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "r2",
		Summary:  "is the share of the response's variance that was predicted",
		Formula:  "1 − Σ (y_i − ŷ_i)² / Σ (y_i − ȳ)²",
		Citation: "Kvålseth 1985, doi:10.1080/00031305.1985.10479448",
		Aliases:  []string{"rsquared", "r2score"},
		Examples: []string{`swissroll(n=400) | ridge | r2`},
		Needs:    engine.NeedResponse | engine.NeedPredictions,
		Rank:     170,
		Standard: true,
	}, func() *R2 { return new(R2) })
}

// R2 is the coefficient of determination
//
//	1 − Σ (y_i − ŷ_i)² / Σ (y_i − ȳ)²,
//
// with ȳ the mean of the rows judged. It is 0 for a prediction no better
// than ȳ and negative for a worse one. Of several responses it is the mean of
// those of each, which are told too. A response that is the same in all those
// rows has none, and does not count; r2 is NaN where no other is left, and where
// classes were predicted.
//
// Citation: Kvålseth 1985, doi:10.1080/00031305.1985.10479448, whose first
// definition it is.
type R2 struct{}

// Params declares that there are none.
func (*R2) Params(*engine.Params) {}

// Score compares the errors with the spread.
func (*R2) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	s := engine.Score{Name: "r2"}
	flat := false
	s.Value, s.Parts = meanOverResponses(r, func(e residuals) float64 {
		if e.spread == 0 {
			flat = true
			return math.NaN()
		}
		return 1 - e.squared/e.spread
	})
	if flat {
		engine.Remark(ctx, "the rows judged have one and the same response, so there is no variance to predict")
	}
	return s, nil
}
