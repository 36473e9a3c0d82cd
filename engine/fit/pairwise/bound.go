package pairwise

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/fit/optimum"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
	own "unfold/engine/linear/blas"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
)

// A bound tells how far the cost of a map is above the least cost that any M ⪰ 0
// has, and where to go from there. With the rests s_ij = D_ij − Δ_ij,
//
//	Γ = ∂J/∂M = (2/n) Σ_ij G_ij s_ij τ τᵀ,  T = Σ_ij G_ij τ τᵀ
//
// The programme's dual is max −(1/n) Σ_ij G_ij (t² + 2 t Δ_ij) over the t with
// Σ_ij G_ij t_ij τ τᵀ ⪰ 0. The rests raised by δ are such a t once Γ + (2δ/n) T
// has no eigenvalue below zero, and leave
//
//	J(M) − dual = tr(Γ M) + (2δ Σ_ij G_ij D_ij + δ² Σ_ij G_ij) / n
//
// which goes to zero as M goes to the minimum. It holds for every M, whether
// that is stationary or not.
type bound struct {
	gap        float64
	directions *mat.Dense // r×c, the directions e that eᵀΓe is below zero for, the steepest first, eᵀTe = 1
	decreases  []float64  // −eᵀΓe
}

// A bounder finds bounds for maps of the same rows and pairs.
type bounder struct {
	u      *mat.Dense // n×r, the design
	stress *Stress
	all    *statistics // of all pairs, or nil
	spread *mat.Dense  // T
	basis  *mat.Dense  // r×c with basisᵀ T basis = I, over the directions that T has
	total  float64     // Σ_ij G_ij
	sums   *mat.Dense  // n×r, for the sums of a row
}

// newBounder finds T and takes it apart. Time O(edges r + n r² + r³), memory
// O(n r).
func newBounder(ctx context.Context, c *Stress, u *mat.Dense, all *statistics) (*bounder, error) {
	n, r := u.Dims()
	if err := memory.Claim(ctx, 8*uint64(n)*uint64(r)+memory.Square(6, r), fmt.Sprintf("sums over the pairs of %d rows and %d columns", n, r), remedy.Say("take fewer columns").Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	p := c.pairs
	b := &bounder{u: u, stress: c, all: all, sums: mat.NewDense(n, r, nil)}
	for _, g := range p.weight {
		b.total += g
	}
	var err error
	if b.spread, err = b.moments(ctx, func(_, _, e int) float64 { return p.weight[e] }); err != nil {
		return nil, err
	}
	found, err := spectral.Top(ctx, mat.DenseCopyOf(b.spread), r)
	if err != nil {
		return nil, err
	}
	some := found.Positive()
	for some > 0 && found.Values[some-1] <= 1e-14*found.Values[0] {
		some--
	}
	if some == 0 {
		return nil, spectral.Identical()
	}
	b.basis = mat.NewDense(r, some, nil)
	b.basis.Apply(func(_, k int, v float64) float64 { return v / math.Sqrt(found.Values[k]) }, found.Vectors.Slice(0, r, 0, some))
	return b, nil
}

// cost is J for maps of q columns.
func (b *bounder) cost(q int) optimum.Quartic {
	if b.all != nil {
		return summedStress{b.all, q}
	}
	return Objective(b.stress, NewLinear(b.u, q)).(optimum.Quartic)
}

// of returns the bound of the map w (r×q). Time O(r⁴) by statistics, and otherwise
// O(edges (q + r) + n r² + r³).
func (b *bounder) of(ctx context.Context, w *mat.Dense) (*bound, error) {
	n, _ := b.u.Dims()
	gradient, err := b.negativeGradient(ctx, w)
	if err != nil {
		return nil, err
	}
	_, some := b.basis.Dims()
	within, err := congruent(ctx, gradient, b.basis)
	if err != nil {
		return nil, err
	}
	steep, err := spectral.Top(ctx, within, some)
	if err != nil {
		return nil, err
	}
	apart := trace(b.spread, w) // Σ G D = tr(T M)
	delta := max(0, steep.Values[0]) * float64(n) / 2
	found := &bound{gap: math.Abs(trace(gradient, w)) + delta*(float64(2*apart)+float64(delta*b.total))/float64(n)}
	for len(found.decreases) < some && steep.Values[len(found.decreases)] > 0 {
		found.decreases = append(found.decreases, steep.Values[len(found.decreases)])
	}
	if down := len(found.decreases); down > 0 {
		found.directions = new(mat.Dense)
		found.directions.Mul(b.basis, steep.Vectors.Slice(0, some, 0, down))
	}
	return found, nil
}

// negativeGradient returns −Γ.
func (b *bounder) negativeGradient(ctx context.Context, w *mat.Dense) (*mat.Dense, error) {
	n, r := b.u.Dims()
	_, q := w.Dims()
	if b.all == nil {
		z, p := NewImages(n, q), b.stress.pairs
		if err := NewLinear(b.u, q).Forward(ctx, z.Points, w.RawMatrix().Data); err != nil {
			return nil, err
		}
		return b.moments(ctx, func(i, j, e int) float64 {
			return -2 / float64(n) * p.weight[e] * (z.Square(i, j) - p.target[e])
		})
	}
	flat := w.RawMatrix().Data
	image := b.all.times(summedStress{b.all, q}.triangle(flat, flat, 0.5))
	out, at := mat.NewDense(r, r, nil), 0
	for a := range r {
		for c := a; c < r; c++ { // an entry of the triangle off the diagonal stands for two
			v := -2 / float64(n) * (image[at] - b.all.b[at]) / copies(a, c)
			out.Set(a, c, v)
			out.Set(c, a, v)
			at++
		}
	}
	return out, ctx.Err()
}

// moments returns Σ_ij w_ij τ τᵀ over ordered pairs, 2 Uᵀ H with the rows h_i =
// Σ_j w_ij (u_i − u_j), for weights that are the same from both ends.
func (b *bounder) moments(ctx context.Context, weight func(i, j, e int) float64) (*mat.Dense, error) {
	n, r := b.u.Dims()
	p, h := b.stress.pairs, b.sums
	if err := parallel.For(ctx, n, parallel.Grain(len(p.end)/n*(r+8)), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row, ui := h.RawRowView(i), b.u.RawRowView(i)
			clear(row)
			for e := p.start[i]; e < p.start[i+1]; e++ {
				j := int(p.end[e])
				g := weight(i, j, e)
				for a, v := range b.u.RawRowView(j) {
					row[a] += float64(g * (ui[a] - v))
				}
			}
		}
	}); err != nil {
		return nil, err
	}
	sum := mat.NewDense(r, r, nil)
	x, y, z := b.u.RawMatrix(), h.RawMatrix(), sum.RawMatrix()
	if err := own.Gemm(ctx, blas.Trans, blas.NoTrans, r, r, n, 2, x.Data, x.Stride, y.Data, y.Stride, 0, z.Data, z.Stride); err != nil {
		return nil, err
	}
	return sum, spectral.Symmetrise(ctx, sum, 1)
}

// congruent returns vᵀ s v for a symmetric s.
func congruent(ctx context.Context, s, v *mat.Dense) (*mat.Dense, error) {
	var along, both mat.Dense
	along.Mul(s, v)
	both.Mul(v.T(), &along)
	return &both, spectral.Symmetrise(ctx, &both, 1)
}

// trace returns tr(wᵀ s w).
func trace(s, w *mat.Dense) float64 {
	var image mat.Dense
	image.Mul(s, w)
	return simd.Dot(w.RawMatrix().Data, image.RawMatrix().Data)
}
