package prototype

import (
	"context"

	"unfold/engine/internal/elementary"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
)

// A cost is that of generalised learning vector quantisation,
//
//	E = 1/n Σ_i Φ(μ_i) − η/q Σ ln det(Ω Ωᵀ),  μ_i = (d⁺ − d⁻)/(d⁺ + d⁻),
//
// d⁺ and d⁻ being the squared distances of row i to the nearest prototypes of its own
// class and of others, Φ(μ) = 1/(1 + exp(−βμ)) or μ itself, and q the number of
// matrices. Its variables are the prototypes, one after the other, and then for each
// matrix V, of which Ω = V/‖V‖ is made: the length of Ω is held by construction.
type cost struct {
	Settings
	shape    shape
	rows     *rows
	classes  []int // of each prototype, as a position
	matrices int   // 1, or one for each prototype
}

// matrixOf is the number of the matrix of prototype k.
func (c *cost) matrixOf(k int) int {
	if c.matrices == 1 {
		return 0
	}
	return k
}

// variables is how many there are.
func (c *cost) variables() int { return len(c.classes)*c.rows.wide + c.matrices*c.shape.size() }

// A point is the variables, taken apart: prototypes w, P×d; the matrices Ω of length
// one, q×size; how long V was; and the prototypes' images Ω_k w_k, P×rank.
type point struct {
	w, omega, lengths, images []float64
	columns                   []float64 // the images by columns, for one matrix
	stride                    int
}

// Prototypes that are not few are filled up to a multiple of the lanes of
// simd.ColumnSquares.
const lanes, few = 32, 8

// take makes a point of the variables.
func (c *cost) take(x []float64) *point {
	count, d, size, rank := len(c.classes), c.rows.wide, c.shape.size(), c.shape.rank()
	p := &point{w: x[:count*d], omega: make([]float64, c.matrices*size), lengths: make([]float64, c.matrices), images: make([]float64, count*rank)}
	if size > 0 {
		for q := range c.matrices {
			p.lengths[q] = normalise(p.omega[q*size:(q+1)*size], x[count*d+q*size:count*d+(q+1)*size])
		}
	}
	if c.matrices > 1 {
		for k := range count {
			c.shape.project(p.images[k*rank:], p.matrix(k, size), p.w[k*d:], 1)
		}
		return p
	}
	c.shape.project(p.images, p.omega, p.w, count)
	p.stride = count
	if count > few {
		p.stride = (count + lanes - 1) / lanes * lanes
	}
	p.columns = make([]float64, rank*p.stride)
	for k := range count {
		for r, v := range p.images[k*rank : (k+1)*rank] {
			p.columns[r*p.stride+k] = v
		}
	}
	return p
}

func (p *point) matrix(q, size int) []float64 { return p.omega[q*size : (q+1)*size] }

const (
	mostParts = 16  // of the rows, which are summed apart
	leastPart = 256 // rows of a part
	blockRows = 256 // rows that are multiplied at a time, so that they are near
)

// Value is E and its gradient: sums over parts of the rows, which are as many on any
// number of processors, in their order.
func (c *cost) Value(ctx context.Context, x, gradient []float64) (float64, error) {
	n := len(c.rows.labels)
	at := c.take(x)
	grain := max(leastPart, (n+mostParts-1)/mostParts)
	parts := make([]*part, (n+grain-1)/grain)
	err := parallel.With(ctx, n, grain, c.newDesk, func(w *desk, lo, hi int) {
		p := w.newPart(c, at)
		parts[lo/grain] = p
		for ; lo < hi && ctx.Err() == nil; lo += blockRows {
			p.add(lo, min(lo+blockRows, hi))
		}
	})
	if err == nil {
		err = ctx.Err() // which parts end by
	}
	if err != nil {
		return 0, err
	}
	whole := parts[0]
	for _, other := range parts[1:] {
		whole.value += other.value
		simd.AddScaled(whole.pulls, 1, other.pulls)
		simd.AddScaled(whole.onOmega, 1, other.onOmega)
		simd.AddScaled(whole.onW, 1, other.onW)
	}
	c.collect(gradient, at, whole)
	for k := range gradient {
		gradient[k] /= float64(n)
	}
	value := whole.value/float64(n) + c.penalise(gradient, at)
	c.unnormalise(gradient, at)
	return value, nil
}

// collect fills gradient with that by w and Ω of the sum over the rows, from what
// pulls at images of prototypes, s_k = Σ_i t_ik: ∂/∂w_k = −Ωᵀs_k, ∂/∂Ω = Σ t xᵀ − s wᵀ.
func (c *cost) collect(gradient []float64, at *point, whole *part) {
	count, d, size, rank := len(c.classes), c.rows.wide, c.shape.size(), c.shape.rank()
	copy(gradient, whole.onW)
	copy(gradient[count*d:], whole.onOmega)
	for k := range count {
		q, s := c.matrixOf(k), whole.pulls[k*rank:(k+1)*rank]
		c.shape.back(gradient[k*d:(k+1)*d], at.matrix(q, size), s, -1)
		for r := range s {
			s[r] = -s[r]
		}
		c.shape.pull(gradient[count*d+q*size:count*d+(q+1)*size], s, at.w[k*d:], 1)
	}
}

// unnormalise makes of the gradient by Ω = V/‖V‖ that by V.
func (c *cost) unnormalise(gradient []float64, at *point) {
	size := c.shape.size()
	if size == 0 {
		return
	}
	for q := range c.matrices {
		omega, g := at.matrix(q, size), gradient[len(c.classes)*c.rows.wide+q*size:][:size]
		along := simd.Dot(omega, g)
		for k, w := range omega {
			g[k] = (g[k] - float64(along*w)) / at.lengths[q]
		}
	}
}

// activate returns Φ(μ) and its derivative.
func (c *cost) activate(mu float64) (value, slope float64) {
	if c.Linear {
		return mu, 1
	}
	value = 1 / (1 + elementary.Exp(-float64(c.Steepness*mu)))
	return value, c.Steepness * value * (1 - value)
}
