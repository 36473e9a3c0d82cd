package blas

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/decomposition"
	"unfold/engine/internal/parallel"
)

// errNoPairs is what a decomposition that did not converge returns.
var errNoPairs = errors.New("blas: the matrix has no eigenpairs that could be computed")

// tridiagonal are LAPACK's steps towards some eigenpairs; see the library's.
type tridiagonal[T Float] struct {
	latrd func(n, size int, a []T, lda int, e, tau, w []T)
	sytrd func(n int, a []T, lda int, d, e, tau []T) (info int)
	stemr func(n, count int, d, e, w, z []T) (info int)
	ormtr func(n, rows int, a []T, lda int, tau, z []T) (info int)
}

// Largest computes the count algebraically largest eigenvalues of the symmetric
// matrix in the given triangle of a, falling, and their vectors, of length one,
// in the rows of a count×n matrix. The matrix is destroyed. One that is not
// finite is refused.
//
// The matrix is made tridiagonal by reflections, whose pairs are found by divide
// and conquer, and only as many vectors as asked for are taken back: time 4n³/3 +
// 2n² count operations, half of the former at the memory's pace, and mostly less
// for the pairs; memory 2n² numbers. A library finds the pairs by relatively robust
// representations (Dhillon, Parlett 2004, doi:10.1016/j.laa.2003.12.028) with
// 96 n + count n numbers. The context is honoured throughout.
func Largest(ctx context.Context, ul blas.Uplo, n int, a []float64, lda, count int) (values, vectors []float64, err error) {
	if count < 0 || count > n {
		return nil, nil, fmt.Errorf("blas: %d eigenpairs of a matrix of order %d: ask for 0 to %d", count, n, n)
	}
	if count == 0 {
		return nil, nil, ctx.Err()
	}
	checkSize("largest", "a", a, lda, shape{n, n})
	shift, ok := normalise(ul, n, a, lda)
	if !ok {
		return nil, nil, errors.New("blas: the matrix of which eigenpairs are wanted is not finite")
	}
	if ul == blas.Lower {
		mirror(n, a, lda)
	}
	if steps := kernelsForCall[float64](multiplications(n, n, n), 64*n, lda).tridiagonal; steps != nil && n > 1 {
		values, vectors, err = steps.largest(ctx, n, a, lda, count)
	} else {
		values, vectors, err = ownLargest(ctx, n, a, lda, count)
	}
	for i, v := range values {
		values[i] = math.Ldexp(v, shift)
	}
	return values, vectors, err
}

// normalise scales a triangle by a power of two so that its largest entry is
// about one, which keeps all that follows from overflow. It returns the power,
// or that an entry is not finite.
func normalise[T Float](ul blas.Uplo, n int, a []T, lda int) (power int, ok bool) {
	var largest float64
	for i := range n {
		for _, v := range rowOf(ul, n, a, lda, i) {
			size := math.Abs(float64(v))
			if !(size <= math.MaxFloat64) {
				return 0, false
			}
			largest = max(largest, size)
		}
	}
	_, power = math.Frexp(largest)
	for i := range n {
		row := rowOf(ul, n, a, lda, i)
		for j, v := range row {
			row[j] = T(math.Ldexp(float64(v), -power))
		}
	}
	return power, true
}

// rowOf is the part of row i that lies in the triangle.
func rowOf[T Float](ul blas.Uplo, n int, a []T, lda, i int) []T {
	if ul == blas.Upper {
		return a[i*lda+i : i*lda+n]
	}
	return a[i*lda : i*lda+i+1]
}

// mirror copies the lower triangle to the upper one.
func mirror[T Float](n int, a []T, lda int) {
	for i := range n {
		for j := range i {
			a[j*lda+i] = a[i*lda+j]
		}
	}
}

// largest is Largest for the upper triangle of a finite matrix.
func (l *tridiagonal[T]) largest(ctx context.Context, n int, a []T, lda, count int) (values, vectors []T, err error) {
	d, e, tau := make([]T, n), make([]T, n), make([]T, n)
	if err := l.reduce(ctx, n, a, lda, d, e, tau); err != nil {
		return nil, nil, err
	}
	values, vectors = make([]T, n), make([]T, count*n)
	if l.stemr(n, count, d, e, values, vectors) != 0 {
		return nil, nil, errNoPairs
	}
	values = values[:count]
	reverseRows(values, vectors, n)
	const some = 32 // vectors taken back by one call
	err = parallel.Each(ctx, count, some, func(lo, hi int) error {
		if l.ormtr(n, hi-lo, a, lda, tau, vectors[lo*n:hi*n]) != 0 {
			return errNoPairs
		}
		return nil
	})
	return values, vectors, err
}

// reduce makes the matrix tridiagonal, panel by panel. A panel is narrow where
// the matrix is large: each of its columns reads all of the matrix.
func (l *tridiagonal[T]) reduce(ctx context.Context, n int, a []T, lda int, d, e, tau []T) error {
	const rest, pace = 128, 200e6 // order left to one call; entries read by one
	w := make([]T, 32*n)
	k := 0
	for n-k > rest {
		left := n - k
		size := min(32, max(4, int(pace/(float64(left)*float64(left)))))
		panel := a[k*lda+k:]
		l.latrd(left, size, panel, lda, e[k:], tau[k:], w)
		if err := rankTwoUpdate(ctx, left, size, panel, lda, w); err != nil {
			return err
		}
		for j := k; j < k+size; j++ {
			a[j*lda+j+1] = e[j]
			d[j] = a[j*lda+j]
		}
		k += size
	}
	if l.sytrd(n-k, a[k*lda+k:], lda, d[k:], e[k:], tau[k:]) != 0 {
		return errNoPairs
	}
	return ctx.Err()
}

// rankTwoUpdate subtracts Vᵀ W + Wᵀ V from what is right of and below the
// panel: V are its rows, W those of w.
func rankTwoUpdate[T Float](ctx context.Context, n, size int, a []T, lda int, w []T) error {
	var one Single[T]
	return tiles(ctx, n-size, n-size, 256, func(i, rows, j, cols int) error {
		if j < i {
			return nil
		}
		i, j = i+size, j+size
		c := a[i*lda+j:]
		one.Gemm(blas.Trans, blas.NoTrans, rows, cols, size, -1, a[i:], lda, w[j:], n, 1, c, lda)
		one.Gemm(blas.Trans, blas.NoTrans, rows, cols, size, -1, w[i:], n, a[j:], lda, 1, c, lda)
		return nil
	})
}

// ownLargest is Largest in fixed order, for the upper triangle.
func ownLargest(ctx context.Context, n int, a []float64, lda, count int) (values, vectors []float64, err error) {
	values, vectors, err = decomposition.Symmetric(ctx, blas.Upper, n, a, lda, count)
	if err == nil {
		reverseRows(values, vectors, n)
	}
	return values, vectors, err
}

// reverseRows turns the order of values and of the rows of vectors around.
func reverseRows[T Float](values, vectors []T, n int) {
	slices.Reverse(values)
	for i, j := 0, len(values)-1; i < j; i, j = i+1, j-1 {
		for c := range n {
			vectors[i*n+c], vectors[j*n+c] = vectors[j*n+c], vectors[i*n+c]
		}
	}
}
