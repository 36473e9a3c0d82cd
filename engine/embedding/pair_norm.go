package embedding

import (
	"context"
	"math"

	"unfold/engine/internal/elementary"
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

// normalised makes the cost one of kernels divided by their sums, for responses
// to be at; the targets become log Q_ij.
func (c *pairCost) normalised(ctx context.Context, by norm, to targets) (err error) {
	c.norm = by
	if by == none {
		return nil
	}
	if c.wanted, err = c.normalisers(ctx, to.row); err != nil {
		return err
	}
	c.rest = make([]float64, len(c.pairs.end))
	return c.eachPair(ctx, func(i, j, e int) {
		c.pairs.target[e] -= c.wanted[i]
		if by == joint {
			c.pairs.target[e] += c.blend(c.wanted[i], c.wanted[j])
		}
	})
}

// blend returns log P_ij − log p_j|i for the joint norm, (exp −N_i + exp −N_j) /
// (2n exp −N_i), in a way that never leaves the range of numbers.
func (c *pairCost) blend(ni, nj float64) float64 {
	return max(0, ni-nj) + elementary.Log1p(elementary.Exp(-math.Abs(ni-nj))) - elementary.Log(2*float64(c.pairs.len()))
}

// eachPair calls do for all pairs of the graph from both ends.
func (c *pairCost) eachPair(ctx context.Context, do func(i, j, e int)) error {
	return parallel.For(ctx, c.pairs.len(), max(1, min(64, c.grain())), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			for e := c.pairs.start[i]; e < c.pairs.start[i+1]; e++ {
				do(i, int(c.pairs.end[e]), e)
			}
		}
	})
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
					sum += c.kernel.weight(d, least)
				}
			}
			logs[i] = elementary.Log(sum) - least
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
		sum += elementary.Exp(v - most)
	}
	for i := range logs {
		logs[i] = most + elementary.Log(sum)
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
			d += float64((v - zj[k]) * (v - zj[k]))
		}
		dst[j] = d
	}
}

// normalise finds the normalisers of P, T of each pair, and the sums that stand
// in the gradient beside them: Σ_k A_ik of each row (conditional), Σ_k a_ik
// (joint), or Σ_kl A_kl (global), with A_ij = (2/n) G_ij T_ij and a_ij = (A_ij +
// A_ji) p_j|i / (p_j|i + p_i|j).
func (c *pairCost) normalise(ctx context.Context) error {
	var err error
	if c.log, err = c.normalisers(ctx, c.squares); err != nil {
		return err
	}
	n := c.pairs.len()
	c.pull = make([]float64, n)
	if err := c.eachPair(ctx, func(i, j, e int) {
		l, _ := c.kernel.at(c.square(i, j))
		t := l - c.log[i] - c.pairs.target[e]
		if c.norm == joint {
			t += c.blend(c.log[i], c.log[j])
		}
		c.rest[e] = t
		there, both := c.forces(i, j, e)
		if c.norm == joint {
			there = both / (1 + elementary.Exp(c.log[i]-c.log[j]))
		}
		c.pull[i] += there
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
	c.prepareShares()
	return nil
}

// square returns D_ij.
func (c *pairCost) square(i, j int) (d float64) {
	zi, zj := c.z[i*c.q:(i+1)*c.q], c.z[j*c.q:(j+1)*c.q]
	for k, v := range zi {
		d += float64((v - zj[k]) * (v - zj[k]))
	}
	return d
}

// forces returns A_ij and A_ij + A_ji from T_ij. T is the same from both ends
// but for the conditional norm, where the other one differs by the normalisers.
func (c *pairCost) forces(i, j, e int) (there, both float64) {
	n, t, mean := float64(c.pairs.len()), c.rest[e], c.pairs.weight[e]
	if c.norm != conditional {
		return 2 / n * mean * t, 4 / n * mean * t
	}
	back := t + c.log[i] - c.log[j] - c.wanted[i] + c.wanted[j]
	there = float64(2 / n * c.pairs.there[e] * t)
	return there, there + float64(2/n*(float64(2*mean)-c.pairs.there[e])*back)
}

// part returns the pair's share of C in this direction.
func (c *pairCost) part(e int) float64 {
	weight := c.pairs.weight[e]
	if c.norm == conditional {
		weight = c.pairs.there[e]
	}
	return weight * c.rest[e] * c.rest[e] / float64(c.pairs.len())
}
