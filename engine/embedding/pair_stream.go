package embedding

import (
	"math"

	"unfold/engine/internal/elementary"
)

// normalisedRow is plainRow with normalisers: R_ij = (A_ij + A_ji − p_j|i a_i −
// p_i|j a_j) ℓ'(D_ij), where a are the sums that normalise has found. Every pair
// has the second part, those of the graph alone the first.
func (c *pairCost) normalisedRow(i int, g []float64) (value float64) {
	p, q := c.pairs, c.q
	zi := c.z[i*q : (i+1)*q]
	e := p.start[i]
	for j := range p.len() {
		if j == i {
			continue
		}
		zj := c.z[j*q:][:len(zi)]
		var d float64
		for k, v := range zi {
			d += float64((v - zj[k]) * (v - zj[k]))
		}
		r := c.share(d, i, j)
		if e < p.start[i+1] && int(p.end[e]) == j {
			_, both := c.forces(i, j, e)
			r += float64(both * c.kernel.slope(d))
			value += c.part(e)
			e++
		}
		r *= 2
		for k, v := range zi {
			g[k] += float64(r * (v - zj[k]))
		}
	}
	return value
}

// share returns −(p_j|i a_i + p_i|j a_j) ℓ'(D_ij), p = k(D) exp(−N). For the
// kernels without powers exp(−N) a was taken once; so it was for the gaussian
// one, about the middle of the N, unless they are too far from each other.
func (c *pairCost) share(d float64, i, j int) float64 {
	switch c.kernel.kind {
	case gaussian:
		if c.apart {
			return float64(elementary.Exp(-d-c.log[i])*c.pull[i]) + float64(elementary.Exp(-d-c.log[j])*c.pull[j])
		}
		return elementary.Exp(-d-c.middle) * (c.shares[i] + c.shares[j])
	case heavytail:
		k := 1 / (1 + d)
		return k * k * (c.shares[i] + c.shares[j])
	}
	return -(c.shares[i] + c.shares[j])
}

// prepareShares finds what share takes once.
func (c *pairCost) prepareShares() {
	c.middle, c.apart = 0, false
	if c.kernel.kind == gaussian {
		least, most := math.Inf(1), math.Inf(-1)
		for _, v := range c.log {
			least, most = min(least, v), max(most, v)
		}
		c.middle, c.apart = (least+most)/2, most-least > 500
	}
	c.shares = make([]float64, len(c.log))
	for i, v := range c.log {
		c.shares[i] = c.pull[i] * elementary.Exp(c.middle-v)
	}
}
