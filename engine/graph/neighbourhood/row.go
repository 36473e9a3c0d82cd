package neighbourhood

// A RowEntropy weighs the nearest rows of one row after another, as [Entropy] does those
// of a graph. It is a workspace of one goroutine.
type RowEntropy struct {
	perplexity float64
	*bandwidth
}

// NewRowEntropy returns one for rows with so many nearest at most.
func NewRowEntropy(perplexity float64, nearest int) *RowEntropy {
	return &RowEntropy{perplexity, newBandwidth(nearest)}
}

// Weights returns the weights of rows at the given squares of distances, of sum one: even
// ones over the nearest where these are as many as the perplexity. They last until others
// are asked for.
func (r *RowEntropy) Weights(squares []float64) []float64 {
	r.solve(squares, r.perplexity)
	return r.p
}
