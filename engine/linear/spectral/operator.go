package spectral

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
)

// An operator is a symmetric matrix that is known by its products.
type operator interface {
	size() int
	// multiply sets dst to S src. The number of columns is a multiple of 8.
	multiply(ctx context.Context, dst, src *tall) error
	// start fills a block that a search for pairs may begin with.
	start(ctx context.Context, dst *tall) error
	// rounding is what a product may be off by rounding alone, for a vector
	// of length one.
	rounding() float64
}

// dense is a symmetric matrix that is there.
type dense struct{ s blas64.General }

func (d dense) size() int { return d.s.Rows }

func (d dense) rounding() float64 { return 0 }

// multiply goes by blocks of rows, and of columns, so that no product lasts.
func (d dense) multiply(ctx context.Context, dst, src *tall) error {
	const wide = 2048
	n := d.s.Rows
	return parallel.For(ctx, n, rowBlock, func(lo, hi int) {
		for from := 0; from < n && ctx.Err() == nil; from += wide {
			to, beta := min(from+wide, n), 1.0
			if from == 0 {
				beta = 0
			}
			part := blas64.General{Rows: hi - lo, Cols: to - from, Stride: d.s.Stride, Data: d.s.Data[lo*d.s.Stride+from:]}
			blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, part, src.rowRange(from, to), beta, dst.rowRange(lo, hi))
		}
	})
}

func (d dense) start(_ context.Context, dst *tall) error {
	fillRandom(dst, random.New(1, "eigenpairs"))
	return nil
}

// fillRandom fills the matrix with random numbers.
func fillRandom(dst *tall, r *random.Stream) {
	for i := range dst.rows {
		for c := range dst.cols {
			dst.data[i*dst.stride+c] = r.Between(-1, 1)
		}
	}
}

// Top returns the pairs of the count algebraically largest eigenvalues of the
// symmetric matrix s (n×n), which it may overwrite. Small matrices, and large
// parts of the spectrum, are decomposed whole, in time O(n³). Otherwise a block
// Krylov space grows until the residuals ‖S v − λ v‖ are below 1e-12 of the
// largest |λ|, in time O(n² count) a step.
func Top(ctx context.Context, s *mat.Dense, count int) (*Pairs, error) {
	n, _ := s.Dims()
	return searchOrDecompose(ctx, dense{s.RawMatrix()}, target{exact: min(count, n), tolerance: 1e-12}, func(ctx context.Context, count int) (*Pairs, error) {
		return whole(ctx, s, count)
	})
}

const (
	small    = 256  // rows up to which a matrix is decomposed whole at once
	bearable = 2000 // rows up to which it is if its pairs are hard to find
)
