package spectral

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/elementary"
)

// A space is a block Krylov space of a symmetric matrix S: an orthonormal
// basis Q (n×size) and the projection H = Qᵀ S Q (Golub, Underwood 1977,
// doi:10.1016/B978-0-12-587260-7.50018-2). For S Q = Q H + W C Eᵀ, where W is
// the block that follows and E picks the newest of Q, the residual of a pair of
// H is known without a look at long vectors.
type space struct {
	s      operator
	q      *tall
	size   int
	h      *mat.Dense // of the capacity of q; the upper triangle counts
	newest *tall      // the last block of Q
	next   *tall      // W, which is to be the next
	c      *mat.Dense // C
}

// A wish is how many leading pairs are sought: some as exactly as can be, and
// some more roughly, to look at.
type wish struct {
	exact, rough int
	tolerance    float64 // of residuals, as a share of the largest |λ|
}

// glance is the tolerance of rough pairs. An eigenvalue is off by about the
// square of that over its distance from the others.
const glance = 1e-4

func (w wish) all() int { return w.exact + w.rough }

// met reports whether residuals are small enough, for the given share of the
// largest |λ|.
func (w wish) met(left []float64, tolerance, scale float64) bool {
	for c, r := range left {
		if r > tolerance*scale && (c < w.exact || r > glance/2*scale) {
			return false
		}
	}
	return true
}

// width is how many vectors a block has for the given number of pairs: all of
// them, so that an eigenvalue as often repeated shows, as far as is sensible.
func width(count int) int { return min(32, (count+7)/8*8) }

// krylov returns the leading pairs of s, which has more than small rows and
// more than four times as many as pairs are sought. It ends when they are
// found, or after so many products that more of them would not help.
//
// Residuals are known from H as well as products are rounded. Those far above
// that are taken from there, others are measured.
func krylov(ctx context.Context, s operator, w wish) (*Pairs, error) {
	const (
		products = 300
		trusted  = 1000 // roundings of a product, above which estimates hold to a thousandth
	)
	n, block, count := s.size(), width(w.all()), w.all()
	room := min(n/block*block, max(10*block, (2*count+3*block)/block*block))
	sp := &space{s: s, q: newTall(n, room), h: mat.NewDense(room, room, nil), newest: newTall(n, block), next: newTall(n, block)}
	if err := s.start(ctx, sp.next); err != nil {
		return nil, err
	}
	if err := sp.orthonormalise(ctx, nil); err != nil {
		return nil, err
	}
	for product := 1; ; product++ {
		engine.Tell(ctx, engine.Progress{Note: "eigenpairs", Fraction: 1 - elementary.Pow(0.8, float64(product))})
		if err := sp.expand(ctx); err != nil {
			return nil, err
		}
		if full := sp.size+block > room; !full && (sp.size < count || product < 3) {
			continue // too early for any pair
		}
		values, weights, scale := sp.ritz()
		sought := max(w.tolerance, s.rounding()/scale)
		left := sp.residuals(weights, count)
		if w.met(left, sought/2, scale) || product >= products {
			p, err := sp.pairs(ctx, values[:count], weights)
			if err == nil && sought < trusted*s.rounding()/scale {
				left, err = sp.measure(ctx, p)
			}
			if err != nil {
				return nil, err
			}
			p.Sought = sought
			for _, r := range left[:w.exact] {
				p.Left = max(p.Left, r/scale)
			}
			if w.met(left, sought, scale) || product >= products {
				return p, nil
			}
		}
		if sp.size+block > room {
			if err := sp.restart(ctx, values, weights, count+min(block, (room-count-2*block)/2)); err != nil {
				return nil, err
			}
		}
	}
}

// expand takes the next block into the basis, and finds the one after.
func (sp *space) expand(ctx context.Context) error {
	sp.newest, sp.next = sp.next, sp.newest
	block := sp.newest.cols
	for i := range sp.q.rows {
		copy(sp.q.data[i*sp.q.stride+sp.size:], sp.newest.row(i))
	}
	sp.size += block
	if err := sp.s.multiply(ctx, sp.next, sp.newest); err != nil {
		return err
	}
	return sp.orthonormalise(ctx, sp.h.Slice(0, sp.size, sp.size-block, sp.size).(*mat.Dense))
}

// ritz returns the eigenvalues of H, the largest first, with their vectors in
// columns, and the largest |λ|.
func (sp *space) ritz() (values []float64, weights *mat.Dense, scale float64) {
	h := mat.NewSymDense(sp.size, nil)
	for i := range sp.size {
		for j := i; j < sp.size; j++ {
			h.SetSym(i, j, sp.h.At(i, j))
		}
	}
	rising, vectors := decomposed(h)
	values, weights = make([]float64, sp.size), mat.NewDense(sp.size, sp.size, nil)
	for c := range sp.size {
		values[c] = rising[sp.size-1-c]
		weights.SetCol(c, mat.Col(nil, sp.size-1-c, vectors))
	}
	return values, weights, max(math.Abs(rising[0]), math.Abs(rising[sp.size-1]))
}

// residuals estimates those of the first count pairs.
func (sp *space) residuals(weights *mat.Dense, count int) []float64 {
	block := sp.newest.cols
	var rest mat.Dense
	rest.Mul(sp.c, weights.Slice(sp.size-block, sp.size, 0, count))
	left := make([]float64, count)
	for c := range left {
		left[c] = mat.Norm(rest.ColView(c), 2)
	}
	return left
}

// pairs returns the pairs that the space holds best.
func (sp *space) pairs(ctx context.Context, values []float64, weights *mat.Dense) (*Pairs, error) {
	n, count := sp.q.rows, len(values)
	at := newTall(n, count)
	if err := at.turned(ctx, sp.q.columns(sp.size), mat.DenseCopyOf(weights.Slice(0, sp.size, 0, count)).RawMatrix()); err != nil {
		return nil, err
	}
	p := &Pairs{Values: values, Vectors: mat.NewDense(n, count, at.data[:n*count])}
	p.Equal = settle(p.Values, p.Vectors, true)
	Orient(p.Vectors)
	return p, nil
}

// measure returns the residual of each pair, for a product by their vectors.
func (sp *space) measure(ctx context.Context, p *Pairs) ([]float64, error) {
	n, block, left := sp.q.rows, sp.newest.cols, make([]float64, len(p.Values))
	at, image := newTall(n, block), newTall(n, block)
	for from := 0; from < len(left); from += block {
		some := min(block, len(left)-from)
		clear(at.data)
		for i := range n {
			copy(at.row(i), p.Vectors.RawRowView(i)[from:from+some])
		}
		if err := sp.s.multiply(ctx, image, at); err != nil {
			return nil, err
		}
		for i := range n {
			v, sv := at.row(i), image.row(i)
			for c := range some {
				r := sv[c] - float64(p.Values[from+c]*v[c])
				left[from+c] += float64(r * r)
			}
		}
	}
	for c := range left {
		left[c] = math.Sqrt(left[c])
	}
	return left, nil
}

// restart shrinks the space to its best vectors (Wu, Simon 2000,
// doi:10.1137/S0895479898334605).
func (sp *space) restart(ctx context.Context, values []float64, weights *mat.Dense, keep int) error {
	var best mat.Dense
	best.CloneFrom(weights.Slice(0, sp.size, 0, keep))
	if err := sp.q.turned(ctx, sp.q.columns(sp.size), best.RawMatrix()); err != nil {
		return err
	}
	sp.size = keep
	for i := range keep {
		for j := range keep {
			sp.h.Set(i, j, 0)
		}
		sp.h.Set(i, i, values[i])
	}
	return nil
}
