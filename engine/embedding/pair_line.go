package embedding

import (
	"context"

	"unfold/engine/internal/parallel"
)

// A quarticCost is a pairCost of the gaussian kernel without normalisers, Σ_ij
// G_ij (D_ij − Δ_ij)² / n, which is a polynomial of fourth degree along every
// line of maps: with D(a) = D + a B + a² S for W + a V, where B = 2 (z_i − z_j)·
// (v_i − v_j) and S = |v_i − v_j|², it changes by
//
//	a 2(D − Δ)B + a² (B² + 2(D − Δ)S) + a³ 2BS + a⁴ S²
//
// summed with the weights G_ij / n.
type quarticCost struct {
	*pairCost
	v []float64 // n×q, the rows mapped by the direction
}

func newQuarticCost(c *pairCost) quarticCost {
	return quarticCost{c, make([]float64, len(c.z))}
}

// Along returns the coefficients of the cost along w + a s, in one pass over the
// pairs.
func (c quarticCost) Along(ctx context.Context, w, s []float64) ([4]float64, error) {
	var sum [4]float64
	if err := c.place(ctx, c.z, w); err != nil {
		return sum, err
	}
	if err := c.place(ctx, c.v, s); err != nil {
		return sum, err
	}
	parts, err := parallel.Blocks(ctx, c.pairs.len(), c.grain(), func(lo, hi int) (part [4]float64) {
		for i := lo; i < hi; i++ {
			c.bend(&part, i)
		}
		return part
	})
	for _, p := range parts {
		for k, v := range p {
			sum[k] += v
		}
	}
	for k := range sum {
		sum[k] *= 2 / float64(c.pairs.len())
	}
	return sum, err
}

// bend adds the coefficients of the pairs of row i with later rows.
func (c quarticCost) bend(sum *[4]float64, i int) {
	p, q := c.pairs, c.q
	zi, vi := c.z[i*q:(i+1)*q], c.v[i*q:(i+1)*q]
	for e := p.start[i+1] - 1; e >= p.start[i] && int(p.end[e]) > i; e-- {
		j := int(p.end[e])
		zj, vj := c.z[j*q:][:len(zi)], c.v[j*q:][:len(zi)]
		var d, b, s float64
		for k, z := range zi {
			dz, dv := z-zj[k], vi[k]-vj[k]
			d += float64(dz * dz)
			b += float64(dz * dv)
			s += float64(dv * dv)
		}
		rest, g := d+p.target[e], p.weight[e] // the target is −Δ
		b *= 2
		sum[0] += float64(g * 2 * rest * b)
		sum[1] += float64(g * (float64(b*b) + float64(2*rest*s)))
		sum[2] += float64(g * 2 * b * s)
		sum[3] += float64(g * s * s)
	}
}
