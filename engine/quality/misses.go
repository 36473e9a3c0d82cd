package quality

import "unfold/engine"

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
