package cost

import (
	"context"

	"unfold/engine/fit/pairwise"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/parallel"
)

// NeRV is the cost of the neighbour retrieval visualizer: what is missed of the
// neighbours of a row, and what is shown as one and is none,
//
//	C = Σ_i λ KL(p_i ‖ q_i) + (1 − λ) KL(q_i ‖ p_i),  q_j|i ∝ exp(−D_ij/b_i)
//	F_ij = [λ (p_j|i − q_j|i) − (1 − λ) q_j|i (ln(q_j|i / p_j|i) − KL(q_i ‖ p_i))] / b_i
//
// (Venna, Peltonen, Nybo, Aidos, Kaski 2010, JMLR 11:451–490). λ = 1 is SNE, with
// widths b. A weight below floor counts as that where it divides, since a neighbour
// that cannot be would cost without limit. An evaluation takes O(n² q) time and O(n)
// memory.
type NeRV struct {
	lambda     float64
	widths     []float64 // b
	weights    *Weights
	logs       [2][]float64 // ln max(p, floor) of each pair, there and back
	floors     []float64    // ln of the floor of each row
	likely     softmax
	divergence []float64 // KL(q_i ‖ p_i)
}

// NewNeRV returns the cost of weights, whose rows add up to one, with all widths 1.
// floor is a share of the largest weight of a row.
func NewNeRV(ctx context.Context, w *Weights, lambda, floor float64) (*NeRV, error) {
	n := w.Len()
	c := &NeRV{lambda: lambda, widths: make([]float64, n), weights: w, floors: make([]float64, n), divergence: make([]float64, n)}
	for k := range c.logs {
		c.logs[k] = make([]float64, len(w.end))
	}
	for i := range n {
		_, there, _ := w.Of(i)
		var most float64
		for _, p := range there {
			most = max(most, p)
		}
		c.widths[i], c.floors[i] = 1, elementary.Log(floor*most)
	}
	return c, parallel.For(ctx, n, 256, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			c.takeLogs(i)
		}
	})
}

// At returns the cost with widths b of the rows, of the same weights.
func (c *NeRV) At(widths []float64) *NeRV {
	return &NeRV{lambda: c.lambda, widths: widths, weights: c.weights, logs: c.logs, floors: c.floors, divergence: make([]float64, len(widths))}
}

// takeLogs keeps the logarithms of the weights of row i.
func (c *NeRV) takeLogs(i int) {
	for e := c.weights.start[i]; e < c.weights.start[i+1]; e++ {
		c.logs[0][e] = max(c.floors[i], elementary.Log(c.weights.there[e]))
		c.logs[1][e] = max(c.floors[c.weights.end[e]], elementary.Log(c.weights.back[e]))
	}
}

// Place finds the normalisers of q, and KL(q_i ‖ p_i).
func (c *NeRV) Place(ctx context.Context, z *pairwise.Images) error {
	c.likely.width = c.widths
	if err := c.likely.place(ctx, z); err != nil || c.lambda == 1 {
		return err
	}
	n := c.weights.Len()
	return parallel.For(ctx, n, parallel.Grain(c.Work(z.Dim)), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			c.divergence[i] = c.diverge(i)
		}
	})
}

// diverge returns KL(q_i ‖ p_i).
func (c *NeRV) diverge(i int) (sum float64) {
	l := c.likely.outward(i)
	defer c.likely.giveBack(l)
	e := c.weights.start[i]
	for j, q := range l.there {
		known := c.floors[i]
		if e < c.weights.start[i+1] && int(c.weights.end[e]) == j {
			known = c.logs[0][e]
			e++
		}
		if j != i {
			sum += float64(q * (c.likely.log(i, l.squares[j]) - known))
		}
	}
	return sum
}

// Row returns the share of row i.
func (c *NeRV) Row(i int, gradient []float64) (value float64) {
	l := c.likely.row(i)
	defer c.likely.giveBack(l)
	e := c.weights.start[i]
	for j, d := range l.squares {
		if j == i {
			continue
		}
		var there, back float64
		known, knownBack := c.floors[i], c.floors[j]
		if e < c.weights.start[i+1] && int(c.weights.end[e]) == j {
			there, back = c.weights.there[e], c.weights.back[e]
			known, knownBack = c.logs[0][e], c.logs[1][e]
			e++
		}
		over := c.likely.log(i, d) - known
		if there > 0 {
			value -= float64(c.lambda * there * over)
		}
		f := c.force(i, there, l.there[j], over) + c.force(j, back, l.back[j], c.likely.log(j, d)-knownBack)
		c.likely.z.Pull(gradient, i, j, 2*f)
	}
	return value + float64((1-c.lambda)*c.divergence[i])
}

// force returns F of a weight p and a likelihood q of row i, over = ln(q/p).
func (c *NeRV) force(i int, p, q, over float64) float64 {
	f := float64(c.lambda * (p - q))
	if c.lambda < 1 {
		f -= float64((1 - c.lambda) * q * (over - c.divergence[i]))
	}
	return f / c.widths[i]
}

// Work counts the likelihoods of both directions.
func (c *NeRV) Work(q int) int { return c.likely.work(c.weights.Len(), q) }
