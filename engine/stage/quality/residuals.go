package quality

import (
	"math"

	"unfold/engine"
)

// residuals are the sums over the rows judged that the errors of a response are
// computed from.
type residuals struct {
	n        float64
	squared  float64 // Σ (y − ŷ)²
	absolute float64 // Σ |y − ŷ|
	spread   float64 // Σ (y − ȳ)²
}

// residualsOf sums up the residuals of each response, if there are predictions.
func residualsOf(r *engine.Run) []residuals {
	truth := r.Judged()
	if truth.HasClasses() || len(r.Predicted) == 0 {
		return nil
	}
	n, m := truth.Response.Dims()
	all := make([]residuals, m)
	for c := range all {
		e := &all[c]
		e.n = float64(n)
		var mean float64
		for i := range n {
			mean += truth.Response.At(i, c) / e.n
		}
		for i := range n {
			y := truth.Response.At(i, c)
			miss := y - r.Predicted[i*m+c]
			e.squared += float64(miss * miss)
			e.absolute += math.Abs(miss)
			e.spread += float64((y - mean) * (y - mean))
		}
	}
	return all
}

// meanOverResponses scores each response by its residuals; the score is their
// mean, each of the same weight, over those that have one. It is NaN where
// classes were predicted.
func meanOverResponses(r *engine.Run, of func(residuals) float64) (value float64, parts []engine.Part) {
	all, truth := residualsOf(r), r.Judged()
	var sum, count float64
	for c, e := range all {
		v := of(e)
		if !math.IsNaN(v) {
			sum, count = sum+v, count+1
		}
		if len(all) > 1 {
			parts = append(parts, engine.Part{Response: truth.ResponseName(c), Value: v})
		}
	}
	if count == 0 {
		return math.NaN(), parts
	}
	return sum / count, parts
}
