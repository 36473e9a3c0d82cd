package cost

import (
	"context"

	"unfold/engine/fit/pairwise"
)

// SNE is the divergence of stochastic neighbour embedding,
//
//	C = Σ_i KL(p_i ‖ q_i) = Σ_ij p_j|i ln(p_j|i / q_j|i),  q_j|i = exp(−D_ij) / Σ_{k≠i} exp(−D_ik)
//	F_ij = p_j|i − q_j|i
//
// (Hinton, Roweis 2002, Stochastic neighbor embedding, NIPS 15), with q_j|i times
// the sum of the weights of row i where that is not one. An evaluation takes O(n² q)
// time and O(n) memory.
type SNE struct {
	weights *Weights
	known   []float64 // Σ_j p ln p of each row
	likely  softmax
}

// NewSNE returns the divergence from weights.
func NewSNE(ctx context.Context, w *Weights) (*SNE, error) {
	known, err := w.negentropies(ctx)
	return &SNE{weights: w, known: known}, err
}

// Place finds the normalisers of q.
func (c *SNE) Place(ctx context.Context, z *pairwise.Images) error { return c.likely.place(ctx, z) }

// Row returns KL(p_i ‖ q_i).
func (c *SNE) Row(i int, gradient []float64) (value float64) {
	l := c.likely.row(i)
	defer c.likely.giveBack(l)
	value = c.known[i]
	rows, there, back := c.weights.Of(i)
	for e, j := range rows {
		value -= float64(there[e] * c.likely.log(i, l.squares[j]))
		c.likely.z.Pull(gradient, i, int(j), 2*(there[e]+back[e]))
	}
	own := c.weights.sums[i]
	for j := range l.there {
		c.likely.z.Pull(gradient, i, j, -2*(float64(own*l.there[j])+float64(c.weights.sums[j]*l.back[j])))
	}
	return value
}

// Work counts the likelihoods of both directions.
func (c *SNE) Work(q int) int { return c.likely.work(c.weights.Len(), q) }
