package cost

import (
	"context"

	"unfold/engine/fit/pairwise"
	"unfold/engine/internal/parallel"
)

// NCA is the cost of neighbourhood components analysis: how seldom a row that takes
// the class of a neighbour drawn by its likelihood takes its own,
//
//	C = −(1/n) Σ_i π_i,  π_i = Σ_{j of the class of i} q_j|i,  q_j|i = exp(−D_ij) / Σ_{k≠i} exp(−D_ik)
//	F_ij = q_j|i (1[same class] − π_i) / n
//
// (Goldberger, Roweis, Hinton, Salakhutdinov 2004, Neighbourhood components analysis,
// NIPS 17). A row that is alone in its class has π = 0 and pulls at none. An
// evaluation takes O(n² q) time and O(n) memory.
type NCA struct {
	labels []int
	likely softmax
	right  []float64 // π
}

// NewNCA returns the cost of rows with these classes.
func NewNCA(labels []int) *NCA { return &NCA{labels: labels, right: make([]float64, len(labels))} }

// Place finds the normalisers of q, and π.
func (c *NCA) Place(ctx context.Context, z *pairwise.Images) error {
	if err := c.likely.place(ctx, z); err != nil {
		return err
	}
	return parallel.For(ctx, len(c.labels), parallel.Grain(c.Work(z.Dim)), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			l := c.likely.outward(i)
			c.right[i] = 0
			for j, q := range l.there {
				if c.labels[j] == c.labels[i] { // q_i|i is zero
					c.right[i] += q
				}
			}
			c.likely.giveBack(l)
		}
	})
}

// Row returns −π_i/n.
func (c *NCA) Row(i int, gradient []float64) float64 {
	l := c.likely.row(i)
	defer c.likely.giveBack(l)
	n := float64(len(c.labels))
	for j := range l.there {
		same := 0.0
		if c.labels[j] == c.labels[i] {
			same = 1
		}
		f := float64(l.there[j]*(same-c.right[i])) + float64(l.back[j]*(same-c.right[j]))
		c.likely.z.Pull(gradient, i, j, 2*f/n)
	}
	return -c.right[i] / n
}

// Work counts the likelihoods of both directions.
func (c *NCA) Work(q int) int { return c.likely.work(len(c.labels), q) }
