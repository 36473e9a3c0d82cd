package layout

import (
	"context"

	"unfold/engine/fit/pairwise"
	"unfold/engine/internal/memory"
)

// A Cost is the divergence of images under a map, whichever it is:
//
//	C = Σ e P (ln P − ln φ) + ln Σφ,  ∂C/∂z_i = 4c (Σ_j e P_ij u_ij − φ_ij u_ij / Σφ)(z_i − z_j)
//
// where e exaggerates P; for e = 1 it is KL(P‖Q) itself. Copies of a row are one
// point, whose image is that of the first of them. An evaluation takes what a step
// of a descent of free points takes: O(edges) time, and that of the repulsion.
type Cost struct {
	affinities   *Affinities
	kernel       kernel
	repulsion    Repulsion
	exaggeration float64
	first        []bool // of each row: it is the first of its point

	z                     *Points
	attraction, repulsive *Points
	value, sum            float64
}

var _ pairwise.Cost = (*Cost)(nil)

// NewCost returns the divergence for dof degrees of freedom of images in dim
// dimensions, which push each other as repulsion says (NewRepulsion).
func NewCost(ctx context.Context, a *Affinities, dim int, dof, exaggeration float64, repulsion string) (*Cost, error) {
	r, err := NewRepulsion(repulsion, dim, dof)
	if err != nil {
		return nil, err
	}
	if err := memory.Claim(ctx, 24*uint64(a.Len())*uint64(dim), "the forces on points", nil); err != nil {
		return nil, err
	}
	c := &Cost{affinities: a, kernel: newKernel(dof), repulsion: r, exaggeration: exaggeration, first: make([]bool, len(a.Of))}
	seen := make([]bool, a.Len())
	for i, at := range a.Of {
		c.first[i], seen[at] = !seen[at], true
	}
	for _, p := range []**Points{&c.z, &c.attraction, &c.repulsive} {
		*p = NewPoints(a.Mass, dim)
	}
	return c, nil
}

// Place finds the divergence of the images and the forces on all of them.
func (c *Cost) Place(ctx context.Context, z *pairwise.Images) error {
	for i, at := range c.affinities.Of {
		if c.first[i] {
			for k, v := range z.Row(i) {
				c.z.At[k][at] = v
			}
		}
	}
	if err := c.affinities.attract(ctx, c.kernel, c.z, c.attraction); err != nil {
		return err
	}
	var err error
	if c.sum, err = c.repulsion.Push(ctx, c.z, c.repulsive); err != nil {
		return err
	}
	c.value, err = c.affinities.divergence(ctx, c.kernel, c.z, c.sum, c.exaggeration)
	return err
}

// Row returns the divergence for the first row, and nothing for others; its gradient
// is what the forces on the point of row i are.
func (c *Cost) Row(i int, gradient []float64) float64 {
	if c.first[i] {
		at := c.affinities.Of[i]
		m := c.affinities.Mass[at]
		for k, pull := range c.attraction.At {
			gradient[k] = 4 * (float64(c.exaggeration*pull[at]) - float64(m*c.repulsive.At[k][at])/c.sum)
		}
	}
	if i > 0 {
		return 0
	}
	return c.value
}

// Work counts little: it has been done when rows are asked for.
func (c *Cost) Work(q int) int { return 8 * q }
