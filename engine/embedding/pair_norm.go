package embedding

import (
	"context"
	"math"

	"unfold/engine/internal/parallel"
)

// A norm is what kernel values are divided by.
//
//	none         log P_ij = ℓ_ij
//	conditional  log P_ij = ℓ_ij − N_i, N_i = log Σ_k exp ℓ_ik
//	joint        P_ij = (p_j|i + p_i|j) / 2n with the conditional p
//	global       log P_ij = ℓ_ij − N, N = log Σ_kl exp ℓ_kl
//
// All but the first look at every pair, as a stream.
type norm int

const (
	none norm = iota
	conditional
	joint
	global
)

var norms = map[string]norm{"none": none, "conditional": conditional, "joint": joint, "global": global}

// between returns log P_ij from ℓ_ij and the rows' normalisers. The joint one is
// ℓ + log(exp −N_i + exp −N_j) − log 2n, which never leaves the range of
// numbers.
func (c *pairCost) between(l, ni, nj float64) float64 {
	if c.norm == joint {
		return l - min(ni, nj) + math.Log1p(math.Exp(-math.Abs(ni-nj))) - math.Log(2*float64(c.pairs.len()))
	}
	return l - ni
}

// normalised makes the cost one of kernels divided by their sums, for responses
// to be at.
func (c *pairCost) normalised(ctx context.Context, by norm, to targets) (err error) {
	c.norm = by
	if by != none {
		c.wanted, err = c.normalisers(ctx, to.row)
	}
	return err
}

// normalisers returns N_i of every row from the squared distances that row
// fills, ℓ through the kernel; for the global norm all are N.
func (c *pairCost) normalisers(ctx context.Context, row func(dst []float64, i int)) ([]float64, error) {
	n := c.pairs.len()
	logs := make([]float64, n)
	err := parallel.With(ctx, n, max(1, 1<<17/n), func() []float64 { return make([]float64, n) }, func(dst []float64, lo, hi int) {
		for i := lo; i < hi; i++ {
			row(dst, i)
			least := math.Inf(1)
			for j, d := range dst {
				if j != i && d < least {
					least = d
				}
			}
			if c.kernel.kind != gaussian {
				least = 0
			}
			var sum float64
			for j, d := range dst {
				if j != i {
					sum += c.kernel.weigh(d, -least)
				}
			}
			logs[i] = math.Log(sum) - least
		}
	})
	if err != nil || c.norm != global {
		return logs, err
	}
	most := math.Inf(-1)
	for _, v := range logs {
		most = max(most, v)
	}
	var sum float64
	for _, v := range logs {
		sum += math.Exp(v - most)
	}
	for i := range logs {
		logs[i] = most + math.Log(sum)
	}
	return logs, nil
}

// squares fills dst with the squared distances of row i from all rows.
func (c *pairCost) squares(dst []float64, i int) {
	q := c.q
	zi := c.z[i*q : (i+1)*q]
	for j := range dst {
		zj := c.z[j*q:][:len(zi)]
		var d float64
		for k, v := range zi {
			d += (v - zj[k]) * (v - zj[k])
		}
		dst[j] = d
	}
}

// normalise finds the normalisers of P, and the sums that stand in the gradient
// beside them: Σ_k A_ik of each row (conditional), Σ_k a_ik (joint), or Σ_kl A_kl
// (global), with A_ij = (2/n) G_ij T_ij and a_ij = (A_ij + A_ji) p_j|i /
// (p_j|i + p_i|j).
func (c *pairCost) normalise(ctx context.Context) error {
	var err error
	if c.log, err = c.normalisers(ctx, c.squares); err != nil {
		return err
	}
	n := c.pairs.len()
	c.pull = make([]float64, n)
	if err := parallel.For(ctx, n, 64, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			for e := c.pairs.start[i]; e < c.pairs.start[i+1]; e++ {
				j := int(c.pairs.end[e])
				there, both, _, _ := c.slopes(i, j, e)
				if c.norm == joint {
					there = both / (1 + math.Exp(c.log[i]-c.log[j]))
				}
				c.pull[i] += there
			}
		}
	}); err != nil {
		return err
	}
	if c.norm == global {
		var sum float64
		for _, v := range c.pull {
			sum += v
		}
		for i := range c.pull {
			c.pull[i] = sum
		}
	}
	return nil
}

// slopes returns A_ij, A_ij + A_ji, ℓ'(D_ij) and the pair's share of C in this
// direction.
func (c *pairCost) slopes(i, j, e int) (there, both, slope, value float64) {
	q, n := c.q, float64(c.pairs.len())
	zi, zj := c.z[i*q:(i+1)*q], c.z[j*q:(j+1)*q]
	var d float64
	for k, v := range zi {
		d += (v - zj[k]) * (v - zj[k])
	}
	l, slope := c.kernel.at(d)
	t := c.between(l, c.log[i], c.log[j]) - c.between(c.pairs.target[e], c.wanted[i], c.wanted[j])
	mean := c.pairs.weight[e]
	if c.norm != conditional {
		return 2 / n * mean * t, 4 / n * mean * t, slope, mean * t * t / n
	}
	turned := c.between(l, c.log[j], c.log[i]) - c.between(c.pairs.target[e], c.wanted[j], c.wanted[i])
	forth := c.pairs.there[e]
	there = 2 / n * forth * t
	return there, there + 2/n*(2*mean-forth)*turned, slope, forth * t * t / n
}

// normalisedRow is plainRow with normalisers: R_ij = (A_ij + A_ji − p_j|i a_i −
// p_i|j a_j) ℓ'(D_ij), where a are the sums that normalise has found.
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
			d += (v - zj[k]) * (v - zj[k])
		}
		_, slope := c.kernel.at(d)
		r := -c.kernel.weigh(d, c.log[i])*c.pull[i] - c.kernel.weigh(d, c.log[j])*c.pull[j]
		if e < p.start[i+1] && int(p.end[e]) == j {
			_, both, _, share := c.slopes(i, j, e)
			r += both
			value += share
			e++
		}
		r *= 2 * slope
		for k, v := range zi {
			g[k] += r * (v - zj[k])
		}
	}
	return value
}
