package pairwise

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

// LogRatio is how far the likelihoods of pairs are from those that are wanted,
//
//	C = (1/n) Σ_ij G_ij T_ij²,  T_ij = ℓ(D_ij) − ℓ(Δ_ij),
//
// over ordered pairs, through one kernel, ℓ = log k. An evaluation takes O(pairs
// q) beside the map.
type LogRatio struct{ ratio }

// NewLogRatio returns the cost over the pairs of r. It fails where the kernel has
// no logarithm of a target.
func NewLogRatio(ctx context.Context, r Relation, k Kernel) (*LogRatio, error) {
	c, err := newRatio(ctx, r, k)
	return &LogRatio{c}, err
}

// Sample returns the cost over some of the pairs.
func (c *LogRatio) Sample() Cost {
	if some := c.sample(); some != nil {
		return &LogRatio{*some}
	}
	return nil
}

// A ratio is what costs on likelihoods have in common.
type ratio struct {
	pairs  *Pairs
	kernel Kernel
	wanted []float64 // log Q_ij of each pair
	z      *Images
}

func newRatio(ctx context.Context, r Relation, k Kernel) (ratio, error) {
	p, err := NewPairs(ctx, r)
	if err != nil {
		return ratio{}, err
	}
	c := ratio{pairs: p, kernel: k, wanted: make([]float64, len(p.target))}
	var infinite atomic.Int64
	if err := parallel.For(ctx, len(p.target), 1<<14, func(lo, hi int) {
		for e := lo; e < hi; e++ {
			if c.wanted[e], _ = k.Log(p.target[e]); math.IsInf(c.wanted[e], -1) {
				infinite.Add(1)
			}
		}
	}); err != nil {
		return ratio{}, err
	}
	if equal := infinite.Load(); equal > 0 {
		return ratio{}, &engine.Error{Param: "floor", Cause: fmt.Sprintf("%d neighbour pairs have equal responses and floor = 0", equal/2), Remedy: remedy.Set("floor", 0.001)}
	}
	return c, nil
}

// sample returns the cost over some of the pairs, or nil.
func (c *ratio) sample() *ratio {
	p := c.pairs.sample()
	if p == nil {
		return nil
	}
	some := &ratio{pairs: p, kernel: c.kernel, wanted: make([]float64, len(p.target))}
	for e, delta := range p.target {
		some.wanted[e], _ = c.kernel.Log(delta)
	}
	return some
}

// Pairs returns the pairs that the cost is summed over.
func (c *ratio) Pairs() *Pairs { return c.pairs }

// Place keeps the images.
func (c *ratio) Place(ctx context.Context, z *Images) error {
	c.z = z
	return ctx.Err()
}

// Work counts four products for a pair, and two for each coordinate.
func (c *ratio) Work(q int) int { return c.pairs.Count() / c.pairs.Len() * (4 + 2*q) }

// Row returns the share of row i, with R_ij = (4/n) Ḡ_ij T_ij ℓ'(D_ij).
func (c *ratio) Row(i int, g []float64) (value float64) {
	if len(g) == 2 {
		return c.planarRow(i, g)
	}
	p := c.pairs
	for e := p.start[i]; e < p.start[i+1]; e++ {
		j := int(p.end[e])
		l, slope := c.kernel.Log(c.z.Square(i, j))
		t := l - c.wanted[e]
		r := p.weight[e] * t
		value += float64(r * t)
		c.z.Pull(g, i, j, r*slope)
	}
	n := float64(p.Len())
	for k := range g {
		g[k] *= 8 / n
	}
	return value / n
}

// planarRow is Row for two coordinates, without the loops over them.
func (c *ratio) planarRow(i int, g []float64) (value float64) {
	p, z := c.pairs, c.z.Points
	x, y := z[2*i], z[2*i+1]
	ends, weights, _ := p.Of(i)
	weights, wanted := weights[:len(ends)], c.wanted[p.start[i]:][:len(ends)]
	var gx, gy float64
	for e, j := range ends {
		dx, dy := x-z[2*j], y-z[2*j+1]
		l, slope := c.kernel.Log(float64(dx*dx) + float64(dy*dy))
		t := l - wanted[e]
		r := weights[e] * t
		value += float64(r * t)
		r *= slope
		gx += float64(r * dx)
		gy += float64(r * dy)
	}
	n := float64(p.Len())
	g[0], g[1] = gx*8/n, gy*8/n
	return value / n
}
