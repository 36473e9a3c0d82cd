package spectral

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	back "unfold/engine/linear/blas"
)

// Pairs are eigenpairs S v = λ v. Of the two unit vectors of a pair it is the
// one that Signs tells; of the bases of positive eigenvalues that are equal up to
// 1e-10 of the largest it is the one that their projection V Vᵀ tells: its columns
// of largest length, orthonormal. So are those whose last ones were not asked for,
// unless they are too many for a search to find their end.
type Pairs struct {
	Values  []float64
	Vectors *mat.Dense // n×count, one a column

	Equal []Cluster // eigenvalues that are equal; the last cluster may go on beyond Values

	// Left is the largest ‖S v − λ v‖ of the pairs that were to be exact, as
	// a share of the largest |λ|; Sought is what it was to be at most. It is
	// more only where a search has led no further in reasonable time.
	Left, Sought float64

	rounding float64 // the share of the largest value above which others are positive; zero for the usual one
}

// whole decomposes the symmetric matrix s with LAPACK and returns the pairs of
// its count largest eigenvalues. It overwrites s. It looks at more of them, until
// eigenvalues that are equal to the last are all there.
func whole(ctx context.Context, s *mat.Dense, count int) (*Pairs, error) {
	n, _ := s.Dims()
	for more := 2; count+more < n; more *= 2 {
		p, err := decompose(ctx, mat.DenseCopyOf(s), count+more)
		if err != nil || !p.cut(count) {
			return p.first(count), err
		}
	}
	p, err := decompose(ctx, s, n)
	return p.first(count), err
}

// decompose is whole without a look at more.
func decompose(ctx context.Context, s *mat.Dense, count int) (*Pairs, error) {
	n, _ := s.Dims()
	values, vectors, err := back.Largest(ctx, blas.Upper, n, s.RawMatrix().Data, n, count)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, &engine.Error{Cause: "the matrix has no eigenpairs: it is not finite", Remedy: check.ImputeOrScale()}
	}
	p := &Pairs{Values: values, Vectors: mat.NewDense(n, count, nil)}
	for c := range count {
		p.Vectors.SetCol(c, vectors[c*n:(c+1)*n])
	}
	p.Equal = canonicalAxes(p.Values, p.Vectors, count < n)
	Orient(p.Vectors)
	return p, nil
}

// first returns the first count pairs; nil of none.
func (p *Pairs) first(count int) *Pairs {
	if p == nil {
		return p
	}
	n, _ := p.Vectors.Dims()
	p.Values, p.Vectors = p.Values[:count], mat.DenseCopyOf(p.Vectors.Slice(0, n, 0, count))
	for i, c := range p.Equal {
		if c.From >= count {
			p.Equal = p.Equal[:i]
			break
		}
	}
	return p
}

// searchOrDecompose returns the pairs of a target by a search, or those of the matrix that is
// decomposed whole where that is the shorter way. A block of vectors finds an
// eigenvalue at most as often as it has of them, but for luck: where one is that
// often repeated, a wider block looks again.
func searchOrDecompose(ctx context.Context, s operator, w target, whole func(ctx context.Context, count int) (*Pairs, error)) (*Pairs, error) {
	n, count := s.size(), w.all()
	if n <= small || 4*count >= n {
		return whole(ctx, count)
	}
	p, err := krylov(ctx, s, w)
	if err != nil {
		return nil, err
	}
	if p.Left > p.Sought && n <= bearable {
		return whole(ctx, count)
	}
	return p.recheckClusters(ctx, s, w, whole)
}

// recheckClusters looks again by a wider block for eigenvalues that are repeated as often
// as a block has vectors, and calls their clusters open where there is no wider one.
func (p *Pairs) recheckClusters(ctx context.Context, s operator, w target, whole func(ctx context.Context, count int) (*Pairs, error)) (*Pairs, error) {
	block, crowded := width(w.all()), -1
	for i, c := range p.Equal {
		if c.To-c.From >= block && !c.Open {
			crowded = i
		}
	}
	if crowded < 0 {
		return p, nil
	}
	if block < widest {
		exact := max(w.exact, p.Equal[crowded].To+1)
		wider, err := searchOrDecompose(ctx, s, target{exact: exact, rough: max(0, w.all()-exact), tolerance: w.tolerance}, whole)
		if err != nil || wider.Left <= wider.Sought {
			return wider.first(w.all()), err
		}
	}
	p.Equal[crowded].Open = true
	return p, nil
}

// eigenSmall returns the eigenvalues of a projection, a small symmetric matrix,
// rising, with their vectors in columns. It is finite, as what it was made of is.
func eigenSmall(h *mat.SymDense) (rising []float64, vectors *mat.Dense) {
	var e mat.EigenSym
	if !e.Factorize(h, true) {
		panic("spectral: a projection of a finite matrix is not finite")
	}
	vectors = new(mat.Dense)
	e.VectorsTo(vectors)
	return e.Values(nil), vectors
}

// Positive returns how many eigenvalues are positive beyond rounding: above
// 1e-9 of the largest, or what is known of the rounding of a matrix.
func (p *Pairs) Positive() int {
	count, share := 0, positive
	if p.rounding > 0 {
		share = p.rounding
	}
	for _, v := range p.Values {
		if v > 0 && v > share*p.Values[0] {
			count++
		}
	}
	return count
}

// Coordinates returns Z (n×dim) with z_ip = √λ_p v_ip. The dim largest
// eigenvalues must be positive.
func (p *Pairs) Coordinates(dim int) *mat.Dense {
	n, _ := p.Vectors.Dims()
	z := mat.NewDense(n, dim, nil)
	for i := range n {
		for c := range dim {
			z.Set(i, c, math.Sqrt(p.Values[c])*p.Vectors.At(i, c))
		}
	}
	return z
}
