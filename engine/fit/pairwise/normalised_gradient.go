package pairwise

import (
	"math"

	"unfold/engine/internal/elementary"
)

// Row returns the share of row i, with R_ij = (A_ij + A_ji − p_j|i a_i − p_i|j a_j)
// ℓ'(D_ij), where a are the sums that Place has found. Every pair of rows has the
// second part, related ones alone the first.
func (c *Normalised) Row(i int, g []float64) (value float64) {
	p := c.pairs
	e := p.start[i]
	for j := range p.Len() {
		if j == i {
			continue
		}
		d := c.z.Square(i, j)
		r := c.share(d, i, j)
		if e < p.start[i+1] && int(p.end[e]) == j {
			_, both := c.forces(i, j, e)
			r += float64(both * c.kernel.Slope(d))
			value += c.part(e)
			e++
		}
		c.z.Pull(g, i, j, 2*r)
	}
	return value
}

// share returns −(p_j|i a_i + p_i|j a_j) ℓ'(D_ij) = −k'(D) (exp(−N_i) a_i +
// exp(−N_j) a_j). What stands beside k' was taken once, for a kernel that is a
// power about the middle of the N_i, unless they are too far from each other.
func (c *Normalised) share(d float64, i, j int) float64 {
	if c.apart {
		return float64(c.kernel.Fall(d, -c.logs[i])*c.sums[i]) + float64(c.kernel.Fall(d, -c.logs[j])*c.sums[j])
	}
	return c.kernel.Fall(d, -c.middle) * (c.shares[i] + c.shares[j])
}

// prepareShares finds what share takes once.
func (c *Normalised) prepareShares() {
	c.middle, c.apart = 0, false
	if c.kernel.Exponential() {
		least, most := math.Inf(1), math.Inf(-1)
		for _, v := range c.logs {
			least, most = min(least, v), max(most, v)
		}
		c.middle, c.apart = (least+most)/2, most-least > 500
	}
	c.shares = make([]float64, len(c.logs))
	for i, v := range c.logs {
		c.shares[i] = c.sums[i] * elementary.Exp(c.middle-v)
	}
}
