package pairwise

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

// Widest is how many columns of a design the matrix M is fitted to at once.
const Widest = 24

// LeastSquares returns parameters W (p×q by rows) to start from, of the right
// size. The squared distances that they give are nearest to the targets in the
// sense of least squares, but for the rank of M = W Wᵀ and a sample of the pairs:
// M is found of full rank, and W from its leading eigenvectors. Of more than
// Widest columns the leading ones are taken alone. It fails where all targets
// are zero.
func LeastSquares(ctx context.Context, p *Pairs, m *Linear) ([]float64, error) {
	n, r := m.design.Dims()
	q := m.dim
	few := max(q, min(r, Widest))
	size := few * (few + 1) / 2
	stride := max(1, len(p.end)/2/max(20_000, 64*size))
	s, err := statisticsOf(ctx, m.design.Slice(0, n, 0, few).(*mat.Dense), p, stride)
	if err != nil {
		return nil, err
	}
	w := make([]float64, r*q)
	if m := s.nearest(); m == nil || !leadingSquares(w, m, q) {
		for k := range q {
			w[k*q+k] = 1
		}
	}
	return w, rescale(ctx, p, m, w)
}

// nearest returns M with (A + 1e-8 tr(A)/p I) v = b; nil if that has no
// solution.
func (s *statistics) nearest() *mat.SymDense {
	size := len(s.b)
	ridge := mat.NewSymDense(size, nil)
	ridge.CopySym(s.a)
	var trace float64
	for k := range size {
		trace += s.a.At(k, k)
	}
	for k := range size {
		ridge.SetSym(k, k, s.a.At(k, k)+1e-8*trace/float64(size))
	}
	var chol mat.Cholesky
	if !(trace > 0) || !chol.Factorize(ridge) {
		return nil
	}
	v := mat.NewVecDense(size, nil)
	if chol.SolveVecTo(v, mat.NewVecDense(size, s.b)) != nil {
		return nil
	}
	m := mat.NewSymDense(s.r, nil)
	at := 0
	for a := range s.r {
		for b := a; b < s.r; b++ {
			m.SetSym(a, b, v.AtVec(at))
			at++
		}
	}
	return m
}

// leadingSquares fills the first rows of w with the leading eigenvectors of m
// times √λ. A column of zeros would stay zero, so that eigenvalues which are not
// positive are taken for a thousandth of the largest.
func leadingSquares(w []float64, m *mat.SymDense, q int) bool {
	var e mat.EigenSym
	if !e.Factorize(m, true) {
		return false
	}
	values := e.Values(nil)
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	r := len(values)
	largest := max(math.Abs(values[0]), math.Abs(values[r-1]))
	if !(largest > 0) || math.IsInf(largest, 0) {
		return false
	}
	for k := range q {
		at := r - 1 - k
		for a := range r {
			w[a*q+k] = vectors.At(a, at) * math.Sqrt(max(values[at], 1e-3*largest))
		}
	}
	return !slices.ContainsFunc(w, math.IsNaN)
}

// rescale gives w the size by which D is nearest to Δ: Σ G D Δ / Σ G D². It
// refuses pairs among which all targets are zero.
func rescale(ctx context.Context, p *Pairs, m *Linear, w []float64) error {
	z := NewImages(m.Rows(), m.dim)
	if err := m.Forward(ctx, z.Points, w); err != nil {
		return err
	}
	parts, err := parallel.Blocks(ctx, p.Len(), grain(&ratio{pairs: p}, m), func(lo, hi int) (part [3]float64) {
		for i := lo; i < hi; i++ {
			for e := p.start[i]; e < p.start[i+1]; e++ {
				d := z.Square(i, int(p.end[e]))
				part[0] += float64(p.weight[e] * d * p.target[e])
				part[1] += float64(p.weight[e] * d * d)
				part[2] += float64(p.weight[e] * p.target[e])
			}
		}
		return part
	})
	if err != nil {
		return err
	}
	var sum [3]float64
	for _, part := range parts {
		for k, v := range part {
			sum[k] += v
		}
	}
	if !(sum[2] > 0) {
		return &engine.Error{Cause: "all neighbours have equal responses: the best map would put every row on one point", Remedy: remedy.Raise("k").Or(remedy.Raise("eps")).Or(remedy.Raise("perplexity"))}
	}
	if sum[0] > 0 && sum[1] > 0 {
		for k := range w {
			w[k] *= math.Sqrt(sum[0] / sum[1])
		}
	}
	return nil
}
