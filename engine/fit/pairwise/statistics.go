package pairwise

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
	own "unfold/engine/linear/blas"
)

// statistics are all that Σ_ij G_ij (D_ij − Δ_ij)² / n depends on. D_ij = τᵀ M τ
// is linear in M = W Wᵀ, so with u the products of the entries of τ = u_i − u_j,
// those off the diagonal doubled, and v the upper triangle of M by rows,
//
//	J = (vᵀ A v − 2 bᵀ v + c) / n,  A = Σ G u uᵀ,  b = Σ G Δ u,  c = Σ G Δ²
//
// and an evaluation takes O(p²), p = r (r + 1) / 2, whatever the number of rows.
type statistics struct {
	r, n   int
	a      *mat.SymDense // p×p
	b      []float64
	c      float64
	stride int // of the pairs, every so many was counted
}

// statisticsOf sums over every stride-th pair. Time O(pairs p² / stride), memory
// O(p²).
func statisticsOf(ctx context.Context, u *mat.Dense, p *Pairs, stride int) (*statistics, error) {
	n, r := u.Dims()
	size := r * (r + 1) / 2
	s := &statistics{r: r, n: n, b: make([]float64, size), stride: stride}
	a := make([]float64, size*size)
	const height = 2048
	ends, products := make([][2]int32, 0, height), make([]float64, height*size)
	targets, weights := make([]float64, 0, height), make([]float64, 0, height)
	flush := func() error {
		if err := parallel.For(ctx, len(ends), 64, func(lo, hi int) {
			for e := lo; e < hi; e++ {
				multiply(products[e*size:(e+1)*size], u.RawRowView(int(ends[e][0])), u.RawRowView(int(ends[e][1])), weights[e])
			}
		}); err != nil {
			return err
		}
		for e, target := range targets {
			s.c += float64(target * target)
			for k, v := range products[e*size : (e+1)*size] {
				s.b[k] += float64(target * v)
			}
		}
		err := own.Syrk(ctx, blas.Upper, blas.Trans, size, len(ends), 1, products, size, 1, a, size)
		ends, targets, weights = ends[:0], targets[:0], weights[:0]
		return err
	}
	count := parallel.Count(ctx, "statistics of pairs", n)
	seen := 0
	for i := range n {
		for e := p.start[i]; e < p.start[i+1]; e++ {
			if int(p.end[e]) < i {
				continue
			}
			if seen++; (seen-1)%stride != 0 {
				continue
			}
			g := math.Sqrt(max(0, 2*p.weight[e]))
			ends, weights, targets = append(ends, [2]int32{int32(i), p.end[e]}), append(weights, g), append(targets, g*p.target[e])
			if len(ends) == height {
				if err := flush(); err != nil {
					return nil, err
				}
			}
		}
		count.Add(1)
	}
	if err := flush(); err != nil {
		return nil, err
	}
	s.a = mat.NewSymDense(size, a)
	return s, nil
}

// multiply fills dst with g u for the difference of two rows.
func multiply(dst, x, y []float64, g float64) {
	at := 0
	for a, v := range x {
		t := float64((v - y[a]) * g)
		dst[at] = t * (v - y[a])
		at++
		for b := a + 1; b < len(x); b++ {
			dst[at] = 2 * t * (x[b] - y[b])
			at++
		}
	}
}

// summedStress is the cost of a linear map of q columns by its statistics.
type summedStress struct {
	*statistics
	q int
}

// Value returns J(W) and its gradient 2 Γ W, where Γ is ∂J/∂M.
func (c summedStress) Value(ctx context.Context, w, gradient []float64) (float64, error) {
	v := c.triangle(w, w, 0.5)
	slope := c.times(v)
	var value float64
	for k, x := range v {
		value += float64(x * (slope[k] - float64(2*c.b[k])))
		slope[k] = 2 * (slope[k] - c.b[k]) / float64(c.n)
	}
	clear(gradient)
	at := 0
	for a := range c.r {
		for b := a; b < c.r; b++ {
			for k := range c.q { // dM_ab = Σ (dw_a w_b + w_a dw_b), twice the same on the diagonal
				gradient[a*c.q+k] += float64(slope[at] * w[b*c.q+k])
				gradient[b*c.q+k] += float64(slope[at] * w[a*c.q+k])
			}
			at++
		}
	}
	return max(0, value+c.c) / float64(c.n), ctx.Err()
}

// Along returns the coefficients along w + a s: M moves by a M₁ + a² M₂.
func (c summedStress) Along(ctx context.Context, w, s []float64) (sum [4]float64, err error) {
	v, first, second := c.triangle(w, w, 0.5), c.triangle(w, s, 1), c.triangle(s, s, 0.5)
	rest, bent, twice := c.times(v), c.times(first), c.times(second)
	for k := range v {
		r := rest[k] - c.b[k]
		sum[0] += float64(2 * r * first[k])
		sum[1] += float64(bent[k]*first[k]) + float64(2*r*second[k])
		sum[2] += float64(2 * bent[k] * second[k])
		sum[3] += float64(twice[k] * second[k])
	}
	for k := range sum {
		sum[k] /= float64(c.n)
	}
	return sum, ctx.Err()
}

// triangle returns the upper triangle of (w sᵀ + s wᵀ) times a factor.
func (c summedStress) triangle(w, s []float64, factor float64) []float64 {
	v := make([]float64, 0, len(c.b))
	for a := range c.r {
		for b := a; b < c.r; b++ {
			var sum float64
			for k := range c.q {
				sum += float64(w[a*c.q+k]*s[b*c.q+k]) + float64(s[a*c.q+k]*w[b*c.q+k])
			}
			v = append(v, factor*sum)
		}
	}
	return v
}

// times returns A v.
func (s *statistics) times(v []float64) []float64 {
	out := mat.NewVecDense(len(v), nil)
	out.MulVec(s.a, mat.NewVecDense(len(v), v))
	return out.RawVector().Data
}

// summedUpTo is the number of columns up to which the sums over pairs are less
// work than some twenty passes over them.
const summedUpTo = 10

// mostStrain is the strain up to which moments serve: rounding leaves some eleven
// digits then.
const mostStrain = 1e5

// summarise returns the statistics of all pairs where they are worth their work:
// by moments, if these are less than the passes over pairs that they save and
// not strained, or else pair by pair in few columns.
// Otherwise it returns nil.
func summarise(ctx context.Context, u *mat.Dense, p *Pairs) (*statistics, error) {
	const evaluations, atOnce = 50, 16
	n, r := u.Dims()
	size, edges := float64(r*(r+1)/2), float64(len(p.end))
	passes := evaluations * edges * 16 // products
	if float64(size*size*(float64(float64(n)/atOnce)+evaluations))+float64(size*edges/2) < passes {
		s, strain, err := momentsOf(ctx, u, p)
		if err != nil || strain <= mostStrain {
			return s, err
		}
	}
	if r > summedUpTo {
		return nil, nil
	}
	return statisticsOf(ctx, u, p, 1)
}
