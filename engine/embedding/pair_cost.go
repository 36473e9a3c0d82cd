package embedding

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
)

// A pairCost is how far the distances of mapped rows are from their targets,
//
//	C(W) = (1/n) Σ_ij G_ij T_ij²,  T_ij = log P_ij − log Q_ij,  z = Wᵀ u,
//
// over ordered pairs, with P from the z and Q from the responses through one
// kernel, and normalised in one way or not at all. The gradient is that of all
// costs of pairs: with F_ij = ∂C/∂D_ij and R = F + Fᵀ,
//
//	∂C/∂z_i = 2 Σ_j R_ij (z_i − z_j),  ∂C/∂W = Uᵀ ∂C/∂Z.
//
// An evaluation takes O(edges q + n r q) where nothing is normalised and
// O(n² q) where something is; rows are summed in order and blocks of rows too.
type pairCost struct {
	u      *mat.Dense // n×r, the rows
	q      int        // dimensions
	pairs  *pairs
	kernel kernel
	norm   norm
	wanted []float64 // log of the normaliser of each row of Q; nil without
	rest   []float64 // T_ij; nil without normalisers

	z         []float64 // n×q
	log, pull []float64 // of each row: the normaliser's logarithm N, and Σ of A or a

	shares []float64 // exp(middle − N) a, unless the N are too far apart
	middle float64
	apart  bool
}

// newPairCost holds the working memory of an evaluation.
func newPairCost(u *mat.Dense, q int, p *pairs, k kernel) *pairCost {
	n, _ := u.Dims()
	return &pairCost{u: u, q: q, pairs: p, kernel: k, z: make([]float64, n*q)}
}

// Value returns C(W) and its gradient; w is W by rows, r×q.
func (c *pairCost) Value(ctx context.Context, w, gradient []float64) (float64, error) {
	n, _ := c.u.Dims()
	if err := c.place(ctx, c.z, w); err != nil {
		return 0, err
	}
	if c.norm != none {
		if err := c.normalise(ctx); err != nil {
			return 0, err
		}
	}
	row := c.plainRow
	if c.norm != none {
		row = c.normalisedRow
	}
	type part struct {
		value    float64
		gradient []float64
	}
	grain := c.grain()
	parts, err := parallel.Blocks(ctx, n, grain, func(lo, hi int) part {
		p := part{gradient: make([]float64, len(gradient))}
		g := make([]float64, c.q)
		for i := lo; i < hi; i++ {
			clear(g)
			p.value += row(i, g)
			for a, u := range c.u.RawRowView(i) {
				for k, v := range g {
					p.gradient[a*c.q+k] += float64(u * v)
				}
			}
		}
		return p
	})
	if err != nil {
		return 0, err
	}
	var value float64
	clear(gradient)
	for _, p := range parts {
		value += p.value
		for k, v := range p.gradient {
			gradient[k] += v
		}
	}
	return value, nil
}

// grain is how many rows make a block of an evaluation.
func (c *pairCost) grain() int {
	n := c.pairs.len()
	each := len(c.pairs.end)/n*(4+2*c.q) + c.u.RawMatrix().Cols*c.q
	if c.norm != none {
		each += n * (2 + c.q)
	}
	// Few enough blocks that their gradients take little memory.
	return max(parallel.Grain(each), n/4096)
}

// place fills z with the rows mapped by w.
func (c *pairCost) place(ctx context.Context, z, w []float64) error {
	n, _ := c.u.Dims()
	return parallel.For(ctx, n, 256, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			image := z[i*c.q : (i+1)*c.q]
			clear(image)
			for a, u := range c.u.RawRowView(i) {
				for k, v := range w[a*c.q : (a+1)*c.q] {
					image[k] += float64(u * v)
				}
			}
		}
	})
}

// plainRow adds ∂C/∂z_i to g and returns the row's share of C, without
// normalisers: R_ij = (4/n) Ḡ_ij T_ij ℓ'(D_ij).
func (c *pairCost) plainRow(i int, g []float64) (value float64) {
	if c.q == 2 {
		return c.plainRow2(i, g)
	}
	p, q := c.pairs, c.q
	zi := c.z[i*q : (i+1)*q]
	for e := p.start[i]; e < p.start[i+1]; e++ {
		zj := c.z[int(p.end[e])*q:][:len(zi)]
		var d float64
		for k, v := range zi {
			d += float64((v - zj[k]) * (v - zj[k]))
		}
		l, slope := c.kernel.at(d)
		t := l - p.target[e]
		r := p.weight[e] * t
		value += float64(r * t)
		r *= slope
		for k, v := range zi {
			g[k] += float64(r * (v - zj[k]))
		}
	}
	n := float64(p.len())
	for k := range g {
		g[k] *= 8 / n
	}
	return value / n
}

// plainRow2 is plainRow for two dimensions, without the loops over them.
func (c *pairCost) plainRow2(i int, g []float64) (value float64) {
	p := c.pairs
	x, y := c.z[2*i], c.z[2*i+1]
	lo, hi := p.start[i], p.start[i+1]
	ends, weights, wanted := p.end[lo:hi], p.weight[lo:hi], p.target[lo:hi]
	weights, wanted = weights[:len(ends)], wanted[:len(ends)]
	var gx, gy float64
	for e, j := range ends {
		dx, dy := x-c.z[2*j], y-c.z[2*j+1]
		l, slope := c.kernel.at(float64(dx*dx) + float64(dy*dy))
		t := l - wanted[e]
		r := weights[e] * t
		value += float64(r * t)
		r *= slope
		gx += float64(r * dx)
		gy += float64(r * dy)
	}
	n := float64(p.len())
	g[0], g[1] = gx*8/n, gy*8/n
	return value / n
}
