package blas

import (
	"context"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/parallel"
)

// InvertTriangle replaces the triangular matrix in the given triangle of a by
// its inverse. It returns the row whose diagonal entry is zero or not a
// number, in which case nothing was written, or −1. Time n³/6 multiplications
// and as many additions, memory 256 n numbers beyond the matrix.
//
// The inverse of [A 0; B C] is [A⁻¹ 0; −C⁻¹ B A⁻¹ C⁻¹]. Panel by panel, from
// the end where the inverse is known, B is multiplied and solved for in tiles
// for all processors, between which the context is honoured.
func InvertTriangle[T Float](ctx context.Context, ul blas.Uplo, n int, a []T, lda int) (failed int, err error) {
	checkSize("invert", "a", a, lda, shape{n, n})
	for i := range n {
		if v := a[i*lda+i]; !(v < 0 || v > 0) {
			return i, nil
		}
	}
	const block = 256
	panels := (n + block - 1) / block
	before := make([]T, max(0, n-block)*block) // the panel that is being multiplied
	for p := range panels {
		k := p * block // an upper triangle's inverse is known above the panel
		known, end := 0, k
		if ul == blas.Lower { // and a lower one's below
			k = (panels - 1 - p) * block
			known, end = min(k+block, n), n
		}
		size := min(block, n-k)
		if err := multiplyPanel(ctx, ul, a, lda, k, size, known, end, before); err != nil {
			return -1, err
		}
		invertBlock(ul, size, a[k*lda+k:], lda)
	}
	return -1, nil
}

// multiplyPanel turns columns k to k+size of the rows in [from, to), whose
// diagonal block is inverted already, into those of the inverse.
func multiplyPanel[T Float](ctx context.Context, ul blas.Uplo, a []T, lda, k, size, from, to int, before []T) error {
	const block = 256
	err := parallel.For(ctx, to-from, block, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			copy(before[i*size:(i+1)*size], a[(from+i)*lda+k:])
		}
	})
	if err != nil {
		return err
	}
	one, kern := Single[T]{}, kernelsForCall[T](multiplications(to-from, to-from, size), lda)
	blocks := (to - from + block - 1) / block
	return parallel.Each(ctx, blocks, 1, func(t, _ int) error {
		if ul == blas.Lower {
			t = blocks - 1 - t // the longest sums first, for an even end
		}
		i := from + t*block
		rows := min(block, to-i)
		b := a[i*lda+k:]
		one.Trmm(blas.Left, ul, blas.NoTrans, blas.NonUnit, rows, size, 1, a[i*lda+i:], lda, b, lda)
		lo, hi := from, i // the columns of row block i beside its diagonal
		if ul == blas.Upper {
			lo, hi = i+rows, to
		}
		err := forEachSlice(ctx, hi-lo, kern.depth, 1, func(p, depth int, beta T) {
			kern.gemm(blas.NoTrans, blas.NoTrans, rows, size, depth, 1, a[i*lda+lo+p:], lda, before[(lo-from+p)*size:], size, beta, b, lda)
		})
		one.Trsm(blas.Right, ul, blas.NoTrans, blas.NonUnit, rows, size, -1, a[k*lda+k:], lda, b, lda)
		return err
	})
}

// invertBlock is InvertTriangle for a small matrix without zeros on its
// diagonal. It halves the matrix down to single rows.
func invertBlock[T Float](ul blas.Uplo, n int, a []T, lda int) {
	if n == 1 {
		a[0] = 1 / a[0]
		return
	}
	var one Single[T]
	half := n / 2
	rest, corner := n-half, a[half*lda+half:]
	if ul == blas.Lower {
		side := a[half*lda:]
		one.Trsm(blas.Right, ul, blas.NoTrans, blas.NonUnit, rest, half, -1, a, lda, side, lda)
		one.Trsm(blas.Left, ul, blas.NoTrans, blas.NonUnit, rest, half, 1, corner, lda, side, lda)
	} else {
		side := a[half:]
		one.Trsm(blas.Left, ul, blas.NoTrans, blas.NonUnit, half, rest, -1, a, lda, side, lda)
		one.Trsm(blas.Right, ul, blas.NoTrans, blas.NonUnit, half, rest, 1, corner, lda, side, lda)
	}
	invertBlock(ul, half, a, lda)
	invertBlock(ul, rest, corner, lda)
}
