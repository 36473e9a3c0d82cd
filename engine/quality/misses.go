package quality

import (
	"math"

	"unfold/engine"
)

// misses are sums over the rows judged.
type misses struct {
	n        float64
	squared  float64 // Σ (y − ŷ)²
	absolute float64 // Σ |y − ŷ|
	spread   float64 // Σ (y − ȳ)²
}

// missesOf sums up the predictions of a response, if there are any.
func missesOf(r *engine.Run) (misses, bool) {
	truth := r.Judged()
	if truth.HasClasses() || len(r.Predicted) == 0 {
		return misses{}, false
	}
	e := misses{n: float64(len(r.Predicted))}
	var mean float64
	responses := truth.Truth()
	for _, y := range responses {
		mean += y / e.n
	}
	for i, y := range responses {
		miss := y - r.Predicted[i]
		e.squared += miss * miss
		e.absolute += math.Abs(miss)
		e.spread += (y - mean) * (y - mean)
	}
	return e, true
}
