package pairwise_test

import (
	"context"

	"unfold/engine/fit/pairwise"
)

// huber is a stress which large misfits pull at no harder than those of size
// delta (Huber 1964, doi:10.1214/aoms/1177703732):
//
//	C = Σ_ij G_ij ρ(D_ij − Δ_ij),  ρ(t) = t²/2 up to delta, and a line beyond
type huber struct {
	pairs *pairwise.Pairs
	delta float64
	z     *pairwise.Images
}

func newHuber(ctx context.Context, r pairwise.Relation, delta float64) (*huber, error) {
	pairs, err := pairwise.NewPairs(ctx, r)
	return &huber{pairs: pairs, delta: delta}, err
}

// Place keeps the images: there is nothing that all rows share.
func (c *huber) Place(ctx context.Context, z *pairwise.Images) error {
	c.z = z
	return ctx.Err()
}

// Row returns Σ_j G_ij ρ, and pulls at z_i by 2 (F_ij + F_ji) = 4 G_ij ρ'.
func (c *huber) Row(i int, gradient []float64) (value float64) {
	rows, weights, targets := c.pairs.Of(i)
	for e, j := range rows {
		t := c.z.Square(i, int(j)) - targets[e]
		slope := max(-c.delta, min(t, c.delta)) // ρ'(t)
		value += weights[e] * slope * (t - slope/2)
		c.z.Pull(gradient, i, int(j), 4*weights[e]*slope)
	}
	return value
}

// Work counts four products for a pair, and two for each coordinate.
func (c *huber) Work(q int) int { return c.pairs.Count() / c.pairs.Len() * (4 + 2*q) }
