package pairwise

import (
	"context"
	"math"

	"unfold/engine/internal/elementary"
	"unfold/engine/internal/parallel"
)

// A Norm is what kernel values are divided by.
type Norm int

// The norms.
const (
	Conditional Norm = iota // P_ij = p_j|i = k_ij / Σ_l k_il
	Joint                   // P_ij = (p_j|i + p_i|j) / 2n
	Global                  // P_ij = k_ij / Σ_lm k_lm
)

// Normalised is the LogRatio of likelihoods that add up to one,
//
//	C = (1/n) Σ_ij G_ij T_ij²,  T_ij = log P_ij − log Q_ij,
//
// with P made of the D_ij of all pairs as Q is of the Δ_ij, through one kernel:
//
//	conditional  log P_ij = ℓ_ij − N_i, N_i = log Σ_k exp ℓ_ik
//	joint        P_ij = (p_j|i + p_i|j) / 2n with the conditional p
//	global       log P_ij = ℓ_ij − N, N = log Σ_kl exp ℓ_kl
//
// An evaluation takes O(n² q) time, as a stream, and O(pairs + n) memory.
type Normalised struct {
	ratio
	norm       Norm
	wantedLogs []float64 // N_i of Q
	forward    []float64 // G_ij of each pair, where direction matters

	rest []float64 // T_ij of each pair
	logs []float64 // N_i of P
	sums []float64 // of each row: Σ of A, or of a

	shares []float64 // exp(middle − N_i) pulls_i, unless the N_i are too far apart
	middle float64
	apart  bool
}

// NewNormalised returns the cost over the pairs of r. Time O(n² m) for responses
// of m columns.
func NewNormalised(ctx context.Context, r Relation, k Kernel, by Norm) (*Normalised, error) {
	pairs, err := newRatio(ctx, r, k)
	if err != nil {
		return nil, err
	}
	c := &Normalised{ratio: pairs, norm: by, rest: make([]float64, len(pairs.wanted))}
	if by == Conditional {
		if c.forward, err = pairs.pairs.forward(ctx, r); err != nil {
			return nil, err
		}
	}
	if c.wantedLogs, err = c.normalisers(ctx, func(dst []float64, i int) {
		for j := range dst {
			dst[j] = r.Target(i, j)
		}
	}); err != nil {
		return nil, err
	}
	return c, c.eachPair(ctx, func(i, j, e int) {
		c.wanted[e] -= c.wantedLogs[i]
		if by == Joint {
			c.wanted[e] += c.blend(c.wantedLogs[i], c.wantedLogs[j])
		}
	})
}

// Work counts a kernel value for every row.
func (c *Normalised) Work(q int) int { return c.ratio.Work(q) + c.pairs.Len()*(2+q) }

// Place finds the normalisers of P, T of each pair, and the sums that stand in
// the gradient beside them: Σ_k A_ik of each row (conditional), Σ_k a_ik (joint),
// or Σ_kl A_kl (global), with A_ij = (2/n) G_ij T_ij and a_ij = (A_ij + A_ji)
// p_j|i / (p_j|i + p_i|j).
func (c *Normalised) Place(ctx context.Context, z *Images) (err error) {
	c.z = z
	if c.logs, err = c.normalisers(ctx, z.Squares); err != nil {
		return err
	}
	c.sums = make([]float64, c.pairs.Len())
	if err := c.eachPair(ctx, func(i, j, e int) {
		l, _ := c.kernel.Log(z.Square(i, j))
		t := l - c.logs[i] - c.wanted[e]
		if c.norm == Joint {
			t += c.blend(c.logs[i], c.logs[j])
		}
		c.rest[e] = t
		there, both := c.forces(i, j, e)
		if c.norm == Joint {
			there = both / (1 + elementary.Exp(c.logs[i]-c.logs[j]))
		}
		c.sums[i] += there
	}); err != nil {
		return err
	}
	if c.norm == Global {
		var sum float64
		for _, v := range c.sums {
			sum += v
		}
		for i := range c.sums {
			c.sums[i] = sum
		}
	}
	c.prepareShares()
	return nil
}

// blend returns log P_ij − log p_j|i for the joint norm, (exp −N_i + exp −N_j) /
// (2n exp −N_i), in a way that never leaves the range of numbers.
func (c *Normalised) blend(ni, nj float64) float64 {
	return max(0, ni-nj) + elementary.Log1p(elementary.Exp(-math.Abs(ni-nj))) - elementary.Log(2*float64(c.pairs.Len()))
}

// eachPair calls do for all related pairs from both ends, those of a row in order.
func (c *Normalised) eachPair(ctx context.Context, do func(i, j, e int)) error {
	n := c.pairs.Len()
	return parallel.For(ctx, n, parallel.Grain(n), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			for e := c.pairs.start[i]; e < c.pairs.start[i+1]; e++ {
				do(i, int(c.pairs.end[e]), e)
			}
		}
	})
}

// normalisers returns N_i of every row from the squared distances that row
// fills, ℓ through the kernel; for the global norm all are N.
func (c *Normalised) normalisers(ctx context.Context, row func(dst []float64, i int)) ([]float64, error) {
	n := c.pairs.Len()
	logs := make([]float64, n)
	err := parallel.With(ctx, n, max(1, 1<<17/n), func() []float64 { return make([]float64, n) }, func(dst []float64, lo, hi int) {
		for i := lo; i < hi; i++ {
			row(dst, i)
			logs[i] = c.normaliser(dst, i)
		}
	})
	if err != nil || c.norm != Global {
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

// normaliser returns log Σ_j≠i k(d_j).
func (c *Normalised) normaliser(squares []float64, i int) float64 {
	least := 0.0
	if c.kernel.Exponential() {
		least = math.Inf(1)
		for j, d := range squares {
			if j != i && d < least {
				least = d
			}
		}
	}
	var sum float64
	for j, d := range squares {
		if j != i {
			sum += c.kernel.Value(d, least)
		}
	}
	return elementary.Log(sum) - least
}

// forces returns A_ij and A_ij + A_ji from T_ij. T is the same from both ends
// but for the conditional norm, where the other one differs by the normalisers.
func (c *Normalised) forces(i, j, e int) (there, both float64) {
	n, t, mean := float64(c.pairs.Len()), c.rest[e], c.pairs.weight[e]
	if c.norm != Conditional {
		return 2 / n * mean * t, 4 / n * mean * t
	}
	back := t + c.logs[i] - c.logs[j] - c.wantedLogs[i] + c.wantedLogs[j]
	there = float64(2 / n * c.forward[e] * t)
	return there, there + float64(2/n*(float64(2*mean)-c.forward[e])*back)
}

// part returns the pair's share of C in this direction.
func (c *Normalised) part(e int) float64 {
	weight := c.pairs.weight[e]
	if c.norm == Conditional {
		weight = c.forward[e]
	}
	return weight * c.rest[e] * c.rest[e] / float64(c.pairs.Len())
}
