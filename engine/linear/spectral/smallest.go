package spectral

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/linear/sparse"
	"unfold/engine/remedy"
)

// residualSought is what ‖S v − λ v‖ of the smallest pairs is to be at most, as a
// share of the largest |λ|.
const residualSought = 1e-10

// Smallest returns the pairs of the count algebraically smallest eigenvalues of
// s in increasing order, beyond the null vector if one is given: a vector of
// any length that s sends to zero, as a graph's Laplacian does a constant one.
//
// Where the smallest eigenvalues are a tiny share of the largest, as those of
// neighbourhood graphs are, they are the largest ones of the inverse: s, which must
// not be negative for it, is factored once (package sparse), and a block Krylov
// space of the inverse grows until its residuals are below 1e-12 of its largest
// eigenvalue, or what rounding leaves. Where a factor would have too many entries,
// as those of graphs without a shape do, or s has negative eigenvalues, a block of
// vectors is filtered by Chebyshev polynomials of s, which are small where unwanted
// eigenvalues lie and large below them, until ‖S v − λ v‖ is below 1e-10 of the
// largest |λ| for each pair (Zhou, Saad, Tiago, Chelikowsky 2006,
// doi:10.1016/j.jcp.2006.03.017). Left tells that residual in either case.
//
// Eigenvalues are equal (Equal) that are within 1e-10 of themselves or within the
// rounding of s from each other; of those that are all known the axes are chosen
// as elsewhere.
//
// Time that of the factor and some ten solves by it, or O(entries count) a degree;
// memory that of the factor, or O(n count). Up to 256 rows, and for more than a
// quarter of the spectrum, s is decomposed whole; up to 2000 rows also where the
// search does not end.
func Smallest(ctx context.Context, s *sparse.Matrix, count int, null []float64) (*Pairs, error) {
	const beyond = 2 // pairs to look at for the end of a cluster
	n, free := s.Len(), s.Len()
	top, err := s.Bound()
	if err != nil {
		return nil, err
	}
	if null != nil {
		free--
	}
	sought := min(count+beyond, free)
	p, err := smallest(ctx, s, sought, null, top)
	if err != nil {
		return nil, err
	}
	p.Equal = equalSmallest(p.Values, top)
	for i, c := range p.Equal {
		if c.To == sought && sought < free {
			p.Equal[i].Open = true
			continue
		}
		canonical(p.Vectors.Slice(0, n, c.From, c.To).(*mat.Dense))
	}
	Orient(p.Vectors)
	return p.first(min(count, free)), nil
}

// Remark tells of the first dim pairs if they were not found or are not apart.
func (p *Pairs) Remark(ctx context.Context, dim int) {
	if p.Left > p.Sought {
		engine.Remark(ctx, "eigenpairs are exact to %.1g of the largest eigenvalue only: the smallest lie too close together", p.Left)
	}
	RemarkEqual(ctx, p.Equal, dim)
}

// smallest finds the pairs by whichever way is the shortest.
func smallest(ctx context.Context, s *sparse.Matrix, count int, null []float64, top float64) (p *Pairs, err error) {
	n := s.Len()
	if n <= small || 4*count >= n {
		return wholeSparse(ctx, s, count, null, top)
	}
	plan, err := sparse.NewPlan(ctx, s)
	if err != nil {
		return nil, err
	}
	if isFactorWorthwhile(ctx, s, plan) {
		if p, err = throughInverse(ctx, s, plan, count, null, top); err != nil {
			return nil, err
		}
	}
	if p == nil || p.Left > p.Sought {
		if p, err = newFilter(s, count, null, top).find(ctx, count, residualSought); err != nil {
			return nil, err
		}
	}
	if p.Left > p.Sought && n <= bearable {
		return wholeSparse(ctx, s, count, null, top)
	}
	return p, nil
}

// isFactorWorthwhile reports whether the factor fits into memory and takes no
// longer than some thousands of products of s by a block, which a polynomial needs
// where the spectrum is hard. Products inside a factor are those of dense blocks,
// of which a processor does twenty while it does one of s.
func isFactorWorthwhile(ctx context.Context, s *sparse.Matrix, plan *sparse.Plan) bool {
	const products = 4000 * 20
	return plan.Products() <= products*float64(len(s.At)) && memory.Fits(ctx, plan.Bytes())
}

// equalSmallest returns the clusters of two and more among rising values, each
// within 1e-10 of itself, or of what rounding of s tells apart, from the one before.
func equalSmallest(values []float64, top float64) []Cluster {
	const rounding = 0x1p-48
	var found []Cluster
	for from := 0; from < len(values); {
		to := from + 1
		for to < len(values) && values[to]-values[to-1] <= max(together*math.Abs(values[to]), rounding*top) {
			to++
		}
		if to-from > 1 {
			found = append(found, Cluster{From: from, To: to})
		}
		from = to
	}
	return found
}

// wholeSparse decomposes s, with the null vector moved above the rest.
func wholeSparse(ctx context.Context, s *sparse.Matrix, count int, null []float64, top float64) (*Pairs, error) {
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
