package spectral

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// A space is a block Krylov space of a symmetric matrix S: an orthonormal
// basis Q, kept by rows, its image QS, and the projection T = Q S Qᵀ
// (Golub, Underwood 1977, doi:10.1016/B978-0-12-587260-7.50018-2).
type space struct {
	s          *mat.Dense
	n, size    int
	basis      []float64 // size×n
	image      []float64 // size×n
	projection *mat.SymDense
	newest     int // the rows of the basis from here on have not been expanded
}

// krylov returns the leading pairs, or nil if they converge too slowly.
func krylov(ctx context.Context, s *mat.Dense, count int) (*Pairs, error) {
	const (
		spare     = 6  // vectors beyond count that speed up the last ones
		steps     = 25 // blocks of a space before it starts again from its best
		restarts  = 12
		tolerance = 1e-12
	)
	n, _ := s.Dims()
	block := count + spare
	sp := &space{s: s, n: n}
	r := rand.New(rand.NewPCG(1, 0))
	start := make([]float64, block*n)
	for i := range start {
		start[i] = r.NormFloat64()
	}
	if _, err := sp.add(ctx, start); err != nil {
		return nil, err
	}
	for restart := range restarts {
		for sp.size+block <= min(steps*block, n) {
			engine.Tell(ctx, engine.Progress{Note: "eigenpairs", Fraction: float64(restart) / restarts})
			more, err := sp.add(ctx, append([]float64(nil), sp.image[sp.newest*n:]...))
			if err != nil {
				return nil, err
			}
			if !more {
				break // S leads nowhere new: the space holds the pairs exactly
			}
			p, residual := sp.ritz(count)
			if residual <= tolerance {
				return p, nil
			}
		}
		sp.restart(block)
	}
	return nil, nil
}

// add orthonormalises the rows of w, and appends them to the basis. It
// reports whether anything new was among them.
func (sp *space) add(ctx context.Context, w []float64) (more bool, err error) {
	rows := len(w) / sp.n
	for range 2 { // once more takes off what rounding left
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if sp.size > 0 {
			overlap := general(rows, sp.size, nil)
			blas64.Gemm(blas.NoTrans, blas.Trans, 1, general(rows, sp.n, w), sp.q(), 0, overlap)
			blas64.Gemm(blas.NoTrans, blas.NoTrans, -1, overlap, sp.q(), 1, general(rows, sp.n, w))
		}
		w = orthonormal(w, sp.n)
		rows = len(w) / sp.n
	}
	if rows == 0 {
		return false, nil
	}
	image, err := sp.imageOf(ctx, general(rows, sp.n, w))
	if err != nil {
		return false, err
	}
	sp.newest = sp.size
	sp.size += rows
	sp.basis, sp.image = append(sp.basis, w...), append(sp.image, image.Data...)
	inner := general(rows, sp.size, nil)
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, image, sp.q(), 0, inner)
	grown := mat.NewSymDense(sp.size, nil)
	if sp.projection != nil {
		grown.CopySym(sp.projection)
	}
	for i := range rows {
		for j := range sp.newest + i + 1 {
			grown.SetSym(sp.newest+i, j, inner.Data[i*sp.size+j])
		}
	}
	sp.projection = grown
	return true, nil
}

// imageOf is w S, some columns at a time, with a look at the context between
// them.
func (sp *space) imageOf(ctx context.Context, w blas64.General) (blas64.General, error) {
	const columns = 1024
	image, s := general(w.Rows, sp.n, nil), sp.s.RawMatrix()
	for from := 0; from < sp.n; from += columns {
		if err := ctx.Err(); err != nil {
			return blas64.General{}, err
		}
		count := min(columns, sp.n-from)
		part := blas64.General{Rows: s.Rows, Cols: count, Stride: s.Stride, Data: s.Data[from:]}
		into := blas64.General{Rows: image.Rows, Cols: count, Stride: image.Stride, Data: image.Data[from:]}
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, w, part, 0, into)
	}
	return image, nil
}

func (sp *space) q() blas64.General { return general(sp.size, sp.n, sp.basis) }

// ritz returns the leading pairs of the space, and the largest residual of
// them as a share of the largest |λ|.
func (sp *space) ritz(count int) (*Pairs, float64) {
	values, x, sx, scale := sp.leading(count)
	p := &Pairs{Values: values, Vectors: mat.NewDense(sp.n, len(values), nil)}
	var worst float64
	for c, l := range values {
		var square float64
		for i := range sp.n {
			v := x[c*sp.n+i]
			r := sx[c*sp.n+i] - l*v
			square += r * r
			p.Vectors.Set(i, c, v)
		}
		worst = max(worst, math.Sqrt(square))
	}
	Orient(p.Vectors)
	return p, worst / scale
}

// leading returns the best approximations to the leading pairs that the space
// holds, the vectors and their images by rows, and the largest |λ|.
func (sp *space) leading(count int) (values, x, sx []float64, scale float64) {
	count = min(count, sp.size)
	var e mat.EigenSym
	if !e.Factorize(sp.projection, true) {
		panic("spectral: projection of a finite matrix is not finite")
	}
	rising := e.Values(nil)
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	weights := general(count, sp.size, nil)
	values = make([]float64, count)
	for c := range count {
		at := sp.size - 1 - c
		values[c] = rising[at]
		for i := range sp.size {
			weights.Data[c*sp.size+i] = vectors.At(i, at)
		}
	}
	at, image := general(count, sp.n, nil), general(count, sp.n, nil)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, weights, sp.q(), 0, at)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, weights, general(sp.size, sp.n, sp.image), 0, image)
	return values, at.Data, image.Data, max(math.Abs(rising[0]), math.Abs(rising[sp.size-1]))
}

// restart shrinks the space to its best block.
func (sp *space) restart(block int) {
	values, x, sx, _ := sp.leading(block)
	sp.size, sp.newest, sp.basis, sp.image = len(values), 0, x, sx
	sp.projection = mat.NewSymDense(sp.size, nil)
	for i, l := range values {
		sp.projection.SetSym(i, i, l)
	}
}

// orthonormal makes the rows of w (of length n) orthonormal by Gram and
// Schmidt's procedure, modified, and drops those that depend on the others.
func orthonormal(w []float64, n int) []float64 {
	kept := w[:0]
	for at := 0; at < len(w); at += n {
		v := w[at : at+n]
		before := blas64.Nrm2(vector(v))
		for from := 0; from < len(kept); from += n {
			q := kept[from : from+n]
			blas64.Axpy(-blas64.Dot(vector(q), vector(v)), vector(q), vector(v))
		}
		after := blas64.Nrm2(vector(v))
		if after <= 1e-12*before || after == 0 {
			continue
		}
		blas64.Scal(1/after, vector(v))
		kept = append(kept, v...) // never ahead of v itself
	}
	return kept
}

func vector(v []float64) blas64.Vector { return blas64.Vector{N: len(v), Inc: 1, Data: v} }

func general(rows, cols int, data []float64) blas64.General {
	if data == nil {
		data = make([]float64, rows*cols)
	}
	return blas64.General{Rows: rows, Cols: cols, Stride: max(1, cols), Data: data}
}
