package pairwise

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/fit/optimum"
	"unfold/engine/internal/parallel"
)

// Stress is how far squared distances are from those that are wanted,
//
//	C = (1/n) Σ_ij G_ij (D_ij − Δ_ij)²
//
// over ordered pairs (S-STRESS: Takane, Young, de Leeuw 1977,
// doi:10.1007/BF02293745). It is the LogRatio of the Gaussian kernel, which is a
// polynomial of fourth degree along every line of images: with D(a) = D + a B +
// a² S for z + a v, where B = 2 (z_i − z_j)·(v_i − v_j) and S = ‖v_i − v_j‖², it
// changes by
//
//	a 2(D − Δ)B + a² (B² + 2(D − Δ)S) + a³ 2BS + a⁴ S²
//
// summed with the weights G_ij / n.
type Stress struct{ ratio }

// NewStress returns the cost over the pairs of r.
func NewStress(ctx context.Context, r Relation) (*Stress, error) {
	c, err := newRatio(ctx, r, Gaussian{})
	return &Stress{c}, err
}

// Sample returns the cost over some of the pairs.
func (c *Stress) Sample() Cost {
	if some := c.sample(); some != nil {
		return &Stress{*some}
	}
	return nil
}

// Sum returns the cost by statistics of the pairs.
func (c *Stress) Sum(ctx context.Context, design *mat.Dense, q int) (optimum.Quartic, error) {
	all, err := summarise(ctx, design, c.pairs)
	if all == nil || err != nil {
		return nil, err
	}
	return summedStress{all, q}, nil
}

// Along returns the coefficients along z + a v, in one pass over the pairs.
func (c *Stress) Along(ctx context.Context, v *Images, grain int) (sum [4]float64, err error) {
	parts, err := parallel.Blocks(ctx, c.pairs.Len(), grain, func(lo, hi int) (part [4]float64) {
		for i := lo; i < hi; i++ {
			c.addLine(&part, v, i)
		}
		return part
	})
	for _, p := range parts {
		for k, v := range p {
			sum[k] += v
		}
	}
	for k := range sum {
		sum[k] *= 2 / float64(c.pairs.Len())
	}
	return sum, err
}

// addLine adds the coefficients of the pairs of row i with later rows.
func (c *Stress) addLine(sum *[4]float64, v *Images, i int) {
	p := c.pairs
	zi, vi := c.z.Row(i), v.Row(i)
	for e := p.start[i+1] - 1; e >= p.start[i] && int(p.end[e]) > i; e-- {
		j := int(p.end[e])
		zj, vj := c.z.Row(j)[:len(zi)], v.Row(j)[:len(zi)]
		var d, b, s float64
		for k, z := range zi {
			dz, dv := z-zj[k], vi[k]-vj[k]
			d += float64(dz * dz)
			b += float64(dz * dv)
			s += float64(dv * dv)
		}
		rest, g := d-p.target[e], p.weight[e]
		b *= 2
		sum[0] += float64(g * 2 * rest * b)
		sum[1] += float64(g * (float64(b*b) + float64(2*rest*s)))
		sum[2] += float64(g * 2 * b * s)
		sum[3] += float64(g * s * s)
	}
}
