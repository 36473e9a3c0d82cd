package spectral

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
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
	rising, vectors := eigenSmall(h)
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

// pairs returns the pairs that the space holds best. The cluster of the last one
// may go on beyond them.
func (sp *space) pairs(ctx context.Context, values []float64, weights *mat.Dense, beyond bool) (*Pairs, error) {
	n, count := sp.q.rows, len(values)
	at := newTall(n, count)
	if err := at.setProduct(ctx, sp.q.columns(sp.size), mat.DenseCopyOf(weights.Slice(0, sp.size, 0, count)).RawMatrix()); err != nil {
		return nil, err
	}
	p := &Pairs{Values: values, Vectors: mat.NewDense(n, count, at.data[:n*count])}
	p.Equal = canonicalAxes(p.Values, p.Vectors, beyond)
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
	if err := sp.q.setProduct(ctx, sp.q.columns(sp.size), best.RawMatrix()); err != nil {
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
