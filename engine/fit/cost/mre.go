package cost

import (
	"context"

	"unfold/engine/fit/pairwise"
	"unfold/engine/internal/elementary"
)

// MRE is the cost of multiple relational embedding: several relations are kept at
// once, each by a metric of its own,
//
//	C = Σ_r Σ_i KL(p^r_i ‖ q^r_i),  q^r_j|i ∝ exp(−‖u^r_i − u^r_j‖²),  u^r_ik = z_ik exp ρ_rk
//	∂C/∂z_i = Σ_r (∂C_r/∂u_i) exp ρ_r,  ∂C/∂ρ_rk = Σ_i (∂C_r/∂u_ik) u_ik
//
// with the scales ρ of all but the first relation, whose are zero, as parameters of
// the cost (Memisevic, Hinton 2005, Multiple relational embedding, NIPS 17). C_r is
// the divergence of SNE. An evaluation takes O(R n² q) time, and O(R n q) memory.
type MRE struct {
	relations []*SNE
	images    []*pairwise.Images // u of each relation
	scales    [][]float64        // ρ of each relation
	z         *pairwise.Images
	slopes    [][]float64 // of each relation, n×q: (∂C_r/∂u_ik) u_ik
}

// NewMRE returns the cost of relations between the same rows, for images of dim
// coordinates.
func NewMRE(ctx context.Context, relations []*Weights, dim int) (*MRE, error) {
	c := new(MRE)
	for _, w := range relations {
		sne, err := NewSNE(ctx, w)
		if err != nil {
			return nil, err
		}
		c.relations = append(c.relations, sne)
		c.images = append(c.images, pairwise.NewImages(w.Len(), dim))
		c.scales = append(c.scales, make([]float64, dim))
		c.slopes = append(c.slopes, make([]float64, w.Len()*dim))
	}
	return c, nil
}

// Own returns the scales of all relations but the first.
func (c *MRE) Own() (own []float64) {
	for _, scales := range c.scales[1:] {
		own = append(own, scales...)
	}
	return own
}

// Take takes the scales of all relations but the first.
func (c *MRE) Take(own []float64) {
	for _, scales := range c.scales[1:] {
		own = own[copy(scales, own):]
	}
}

// Place places the images of each relation.
func (c *MRE) Place(ctx context.Context, z *pairwise.Images) error {
	c.z = z
	for r, sne := range c.relations {
		u := c.images[r]
		for i, v := range z.Points {
			u.Points[i] = v * elementary.Exp(c.scales[r][i%z.Dim])
		}
		if err := sne.Place(ctx, u); err != nil {
			return err
		}
	}
	return nil
}

// Row returns the divergences of row i.
func (c *MRE) Row(i int, gradient []float64) (value float64) {
	for r, sne := range c.relations {
		own := c.slopes[r][i*c.z.Dim : (i+1)*c.z.Dim]
		clear(own)
		value += sne.Row(i, own) // the gradient by u_i
		u := c.images[r].Row(i)
		for k, g := range own {
			gradient[k] += float64(g * elementary.Exp(c.scales[r][k]))
			own[k] = g * u[k]
		}
	}
	return value
}

// OwnGradient sets dst to the derivative by the scales.
func (c *MRE) OwnGradient(dst []float64) {
	clear(dst)
	for r, slopes := range c.slopes[1:] {
		for i, v := range slopes {
			dst[r*c.z.Dim+i%c.z.Dim] += v
		}
	}
}

// Work counts that of all relations.
func (c *MRE) Work(q int) (sum int) {
	for _, sne := range c.relations {
		sum += sne.Work(q)
	}
	return sum
}
