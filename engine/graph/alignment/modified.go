package alignment

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/decomposition"
	"unfold/engine/internal/parallel"
)

// Modified asks that the first row of each patch be where the others rebuild it from
// by several weights at once, as many as rebuild it almost equally well: s of the
// least singular vectors V of the patch, turned so that they add up to the same, and
// the regularised weights w (Zhang, Wang 2006, MLLE: Modified Locally Linear Embedding
// Using Multiple Weights, NIPS 19):
//
//	Σ_l (y_1 − Σ_j W_jl y_j)²,  W = V H + (1 − α) w 1ᵀ,  α = ‖Vᵀ1‖/√s
//
// with the reflection H that takes Vᵀ1 to equal entries. s is the most for which what
// they leave is below the median over patches of what more than dim directions hold.
// x is n×d; patches have more than dim rows beside the first. Time O(k²d + k³) a patch.
func Modified(ctx context.Context, p *Patches, x *mat.Dense, dim int, reg float64) (*Quadratic, error) {
	_, d := x.Dims()
	longest := p.Longest() - 1
	if err := p.claim(ctx, 2*longest); err != nil {
		return nil, err
	}
	spaces := make([]nullSpace, p.Len())
	err := parallel.For(parallel.Part(ctx, 0, 0.7), p.Len(), 16, func(lo, hi int) {
		for patch := lo; patch < hi; patch++ {
			spaces[patch] = decompose(x, p.Of(patch))
		}
	})
	if err != nil {
		return nil, err
	}
	rest := make([]float64, p.Len())
	for patch, s := range spaces {
		rest[patch] = s.beyond(dim, min(d, longest))
	}
	limit := median(rest)
	return fill(parallel.Part(ctx, 0.7, 1), p, false, "weights", func() struct{} { return struct{}{} }, func(_ struct{}, patch int) []float64 {
		return spaces[patch].weights(reg, limit)
	})
}

// A nullSpace is the singular vectors of the rows of a patch less its first.
type nullSpace struct {
	squares []float64 // of singular values, the largest first; those beyond the columns are zero
	vectors []float64 // k×k, a vector in each row
	rank    int       // at most as many as there are columns
}

// decompose finds them from inner products.
func decompose(x *mat.Dense, rows []int32) nullSpace {
	_, d := x.Dims()
	k, origin := len(rows)-1, x.RawRowView(int(rows[0]))
	inner := make([]float64, k*k)
	for a := range k {
		xa := x.RawRowView(int(rows[1+a]))
		for b := a; b < k; b++ {
			xb := x.RawRowView(int(rows[1+b]))
			var sum float64
			for c, v := range origin {
				sum += float64((xa[c] - v) * (xb[c] - v))
			}
			inner[a*k+b] = sum
		}
	}
	s := nullSpace{rank: min(d, k)}
	values, vectors, err := decomposition.Symmetric(context.Background(), blas.Upper, k, inner, k, k)
	if err != nil { // of cells too large to be multiplied
		values, vectors = make([]float64, k), make([]float64, k*k)
	}
	s.squares, s.vectors = make([]float64, k), make([]float64, 0, k*k)
	for c := range k {
		at := k - 1 - c
		if c < s.rank {
			s.squares[c] = max(0, values[at])
		}
		s.vectors = append(s.vectors, vectors[at*k:(at+1)*k]...)
	}
	return s
}

// beyond is what directions behind the first dim hold, for what these hold.
func (s nullSpace) beyond(dim, rank int) float64 {
	var leading, rest float64
	for c, v := range s.squares[:min(rank, len(s.squares))] {
		if c < dim {
			leading += v
		} else {
			rest += v
		}
	}
	if leading == 0 {
		return 0 // all rows lie on the first
	}
	return rest / leading
}

// weights returns −1 for the first row of the patch and W for the others, by rows.
func (s nullSpace) weights(reg, limit float64) []float64 {
	k := len(s.squares)
	single := s.regularised(reg)
	count := s.count(limit)
	least := s.vectors[(k-count)*k:] // V, a vector in each row
	sums, square := make([]float64, count), 0.0
	for c := range sums {
		for _, v := range least[c*k : (c+1)*k] {
			sums[c] += v
		}
		square += float64(sums[c] * sums[c])
	}
	alpha := math.Sqrt(square) / math.Sqrt(float64(count))
	mirror := reflection(sums, alpha)
	w := make([]float64, (k+1)*count)
	for c := range count {
		w[c] = -1
	}
	for at := range k {
		var along float64
		for c, h := range mirror {
			along += float64(least[c*k+at] * h)
		}
		for c, h := range mirror {
			w[(at+1)*count+c] = least[c*k+at] - float64(2*along*h) + float64((1-alpha)*single[at])
		}
	}
	return w
}

// reflection returns h of the reflection I − 2 h hᵀ that takes sums to alpha in each
// entry; zero if they are that.
func reflection(sums []float64, alpha float64) []float64 {
	h := make([]float64, len(sums))
	for c, v := range sums {
		h[c] = alpha - v
	}
	size := length(h)
	if size < 1e-12 {
		clear(h)
		return h
	}
	for c := range h {
		h[c] /= size
	}
	return h
}

// regularised returns the weights of one sum, by the singular vectors.
func (s nullSpace) regularised(reg float64) []float64 {
	k := len(s.squares)
	var trace float64
	for _, v := range s.squares {
		trace += v
	}
	ridge := reg * trace
	if trace == 0 {
		ridge = reg
	}
	w, total := make([]float64, k), 0.0
	for c, square := range s.squares {
		vector := s.vectors[c*k : (c+1)*k]
		var sum float64
		for _, v := range vector {
			sum += v
		}
		for at, v := range vector {
			w[at] += float64(sum / (square + ridge) * v)
		}
	}
	for _, v := range w {
		total += v
	}
	for at := range w {
		w[at] /= total
	}
	return w
}

// count is how many of the least singular vectors serve: those beyond the rank, and of
// the others as many as hold less than limit for what the rest holds; at least one.
func (s nullSpace) count(limit float64) int {
	var all, held float64
	for _, v := range s.squares[:s.rank] {
		all += v
	}
	more := 0
	for _, v := range s.squares[:max(0, s.rank-1)] {
		if held += v; all/held-1 < limit {
			more++
		}
	}
	return max(1, len(s.squares)-s.rank+more)
}

// median returns the middle of the values, or the mean of the two in the middle.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
