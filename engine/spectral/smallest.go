package spectral

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/memory"
	"unfold/engine/remedy"
)

// Smallest returns the pairs of the count algebraically smallest eigenvalues of
// s in increasing order, beyond the null vector if one is given: a vector of
// any length that s sends to zero, as a graph's Laplacian does a constant one.
//
// A block of vectors is filtered by Chebyshev polynomials of s, which are small
// where unwanted eigenvalues lie and large below them, made orthonormal, and
// turned into the best pairs that they hold, until ‖S v − λ v‖ is below 1e-10
// of the largest |λ| for each pair (Zhou, Saad, Tiago, Chelikowsky 2006,
// doi:10.1016/j.jcp.2006.03.017). The nearer the wanted eigenvalues lie to those
// beyond, as a share of the spectrum, the higher a polynomial it takes, up to
// a degree of 2000 a round.
//
// Time O(entries count) a degree; memory O(n count). Up to 256 rows, and for
// more than a quarter of the spectrum, s is decomposed whole; up to 2000 rows
// also where the rounds do not end. Beyond, Left tells how far they have come.
func Smallest(ctx context.Context, s *Sparse, count int, null []float64) (*Pairs, error) {
	const tolerance = 1e-10
	n := s.Len()
	top, err := s.bound()
	if err != nil {
		return nil, err
	}
	free := n
	if null != nil {
		free--
	}
	count = min(count, free)
	if n <= small || 4*count >= n {
		return s.whole(ctx, count, null, top)
	}
	f := newFilter(s, count, null, top)
	p, err := f.find(ctx, count, tolerance)
	if err == nil && p.Left > p.Sought && n <= bearable {
		return s.whole(ctx, count, null, top)
	}
	return p, err
}

// whole decomposes s, with the null vector moved above the rest.
func (s *Sparse) whole(ctx context.Context, count int, null []float64, top float64) (*Pairs, error) {
	n := s.Len()
	if err := memory.Claim(ctx, memory.Square(4, n), "a sparse matrix written out", remedy.Say("ask for fewer eigenvectors").Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	full := mat.NewDense(n, n, nil)
	for i := range n {
		for e := s.Start[i]; e < s.Start[i+1]; e++ {
			full.Set(i, int(s.At[e]), full.At(i, int(s.At[e]))-s.Value[e])
		}
	}
	if unit := unitVector(null); unit != nil {
		for i, u := range unit {
			for j, v := range unit {
				full.Set(i, j, full.At(i, j)-float64(3*(top+1)*u*v))
			}
		}
	}
	p, err := whole(ctx, full, count)
	if err != nil {
		return nil, err
	}
	for c := range p.Values {
		p.Values[c] = -p.Values[c]
	}
	return p, nil
}

// unitVector is v at length one; nil for none.
func unitVector(v []float64) []float64 {
	var square float64
	for _, x := range v {
		square += float64(x * x)
	}
	if square == 0 {
		return nil
	}
	unit := make([]float64, len(v))
	for i, x := range v {
		unit[i] = x / math.Sqrt(square)
	}
	return unit
}
