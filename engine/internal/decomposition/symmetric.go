package decomposition

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
)

// Symmetric returns the count largest eigenvalues of the symmetric matrix in the
// given triangle of a, n×n, rising, and their vectors, of length one, in the rows
// of a count×n matrix. It overwrites all of a. A matrix that is not finite has
// none, which is the error ErrNoPairs.
//
// The matrix is made tridiagonal by reflections, A = Q T Qᵀ; the eigenpairs of T
// are found by divide and conquer; their vectors are taken back by Q. Values are
// within some n roundings of the largest absolute value, and vectors as near to
// being orthogonal. Time 4n³/3 operations for T, half of them at the memory's
// pace, at most n³/3 + n² count for its pairs, mostly far fewer, and 2n² count
// to take them back; memory 2n² numbers. The context is honoured throughout.
func Symmetric(ctx context.Context, ul blas.Uplo, n int, a []float64, lda, count int) (values, vectors []float64, err error) {
	power, ok := toScaledUpper(ul, n, a, lda)
	if !ok {
		return nil, nil, ErrNoPairs
	}
	t, err := tridiagonalise(ctx, n, a, lda)
	if err != nil {
		return nil, nil, err
	}
	values, vectors, err = conquer(ctx, t.d, t.e, count)
	if err != nil {
		return nil, nil, err
	}
	rescale(values, power)
	return values, vectors, t.backTransform(ctx, count, vectors)
}

// SymmetricValues returns all eigenvalues of the symmetric matrix in the given
// triangle of a, rising, by reflections and QL steps. It overwrites all of a.
// Time 4n³/3 operations, half of them at the memory's pace. Otherwise it is as
// Symmetric.
func SymmetricValues(ctx context.Context, ul blas.Uplo, n int, a []float64, lda int) ([]float64, error) {
	power, ok := toScaledUpper(ul, n, a, lda)
	if !ok {
		return nil, ErrNoPairs
	}
	t, err := tridiagonalise(ctx, n, a, lda)
	if err != nil {
		return nil, err
	}
	if err := implicitQL(ctx, t.d, t.e, nil, 0); err != nil {
		return nil, err
	}
	rescale(t.d, power)
	return t.d, nil
}

// toScaledUpper brings a triangle to the upper one, scaled by a power of two so
// that its largest number is about one, which keeps all that follows from
// overflow. It returns the power, or that a number is not finite.
func toScaledUpper(ul blas.Uplo, n int, a []float64, lda int) (power int, ok bool) {
	var largest float64
	for i := range n {
		from, to := i, n
		if ul == blas.Lower {
			from, to = 0, i+1
		}
		for j := from; j < to; j++ {
			size := math.Abs(a[i*lda+j])
			if !(size <= math.MaxFloat64) {
				return 0, false
			}
			largest = max(largest, size)
		}
	}
	_, power = math.Frexp(largest)
	for i := range n {
		row := a[i*lda : i*lda+n]
		if ul == blas.Lower {
			for j := i; j < n; j++ {
				row[j] = a[j*lda+i]
			}
		}
		rescale(row[i:], -power)
	}
	return power, true
}

// rescale multiplies by a power of two.
func rescale(x []float64, power int) {
	if power == 0 {
		return
	}
	if factor := math.Ldexp(1, power); factor > 0x1p-1022 && factor < math.MaxFloat64 {
		for i := range x {
			x[i] *= factor
		}
		return
	}
	for i, v := range x {
		x[i] = math.Ldexp(v, power)
	}
}
