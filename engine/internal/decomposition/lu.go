package decomposition

import (
	"math"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/linalg"
	"unfold/engine/internal/simd"
)

// LU replaces the m×n matrix in a by P A = L U: the upper triangle U, and what is
// below the diagonal of L, which has ones there. Row i was exchanged with row
// pivots[i] in step i; of pivots equally large it is the first. It reports whether
// no pivot was zero. Time n³/3 multiplications and additions for a square, row by
// row, which is meant for some hundreds of rows.
func LU(m, n int, a []float64, lda int, pivots []int) (regular bool) {
	regular = true
	for k := range min(m, n) {
		at := k
		for i := k + 1; i < m; i++ {
			if math.Abs(a[i*lda+k]) > math.Abs(a[at*lda+k]) {
				at = i
			}
		}
		pivots[k] = at
		pivot := a[k*lda : k*lda+n]
		if at != k {
			swap(pivot, a[at*lda:at*lda+n])
		}
		if pivot[k] == 0 || math.IsNaN(pivot[k]) {
			regular = false
			continue
		}
		for i := k + 1; i < m; i++ {
			row := a[i*lda : i*lda+n]
			row[k] /= pivot[k]
			simd.AddScaled(row[k+1:], -row[k], pivot[k+1:])
		}
	}
	return regular
}

func swap(x, y []float64) {
	for i, v := range x {
		x[i], y[i] = y[i], v
	}
}

// InvertLU replaces what LU left of a square matrix by the inverse of that. It
// reports whether there is one.
func InvertLU(n int, a []float64, lda int, pivots []int) bool {
	for i := range n {
		if a[i*lda+i] == 0 {
			return false
		}
	}
	inverse := identity(n)
	for i, p := range pivots[:n] {
		if p != i {
			swap(inverse[i*n:(i+1)*n], inverse[p*n:(p+1)*n])
		}
	}
	linalg.Trsm(blas.Left, blas.Lower, blas.NoTrans, blas.Unit, n, n, 1, a, lda, inverse, n)
	linalg.Trsm(blas.Left, blas.Upper, blas.NoTrans, blas.NonUnit, n, n, 1, a, lda, inverse, n)
	for i := range n {
		copy(a[i*lda:i*lda+n], inverse[i*n:(i+1)*n])
	}
	return true
}
