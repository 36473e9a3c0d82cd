package decomposition

import (
	"math"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/linalg"
)

// ConditionLU estimates 1/(‖A‖ ‖A⁻¹‖), sums over columns, or over rows with
// byRows, of a square matrix of which LU has left a, and of that norm itself.
func ConditionLU(n int, a []float64, lda int, norm float64, byRows bool) float64 {
	// Rows are exchanged in neither: that only renames the columns of A⁻¹.
	solve := func(x []float64) {
		linalg.Trsm(blas.Left, blas.Lower, blas.NoTrans, blas.Unit, n, 1, 1, a, lda, x, 1)
		linalg.Trsm(blas.Left, blas.Upper, blas.NoTrans, blas.NonUnit, n, 1, 1, a, lda, x, 1)
	}
	across := func(x []float64) {
		linalg.Trsm(blas.Left, blas.Upper, blas.Trans, blas.NonUnit, n, 1, 1, a, lda, x, 1)
		linalg.Trsm(blas.Left, blas.Lower, blas.Trans, blas.Unit, n, 1, 1, a, lda, x, 1)
	}
	if byRows {
		solve, across = across, solve
	}
	return reciprocal(norm, columnNorm(n, solve, across))
}

// ConditionCholesky estimates 1/(‖A‖ ‖A⁻¹‖) of a definite matrix with the given
// norm, of which Cholesky's factor is in one triangle of a.
func ConditionCholesky(ul blas.Uplo, n int, a []float64, lda int, norm float64) float64 {
	first, second := blas.NoTrans, blas.Trans
	if ul == blas.Upper {
		first, second = second, first
	}
	solve := func(x []float64) {
		linalg.Trsm(blas.Left, ul, first, blas.NonUnit, n, 1, 1, a, lda, x, 1)
		linalg.Trsm(blas.Left, ul, second, blas.NonUnit, n, 1, 1, a, lda, x, 1)
	}
	return reciprocal(norm, columnNorm(n, solve, solve))
}

// reciprocal is 1/(a b), zero where that is beyond all numbers.
func reciprocal(a, b float64) float64 {
	if r := 1 / a / b; r > 0 {
		return r
	}
	return 0
}

// columnNorm estimates the largest sum of absolute values in a column of a matrix
// B that times multiplies by, as across does by Bᵀ: it is a lower bound that is
// nearly always within a factor of three (Higham 1988, doi:10.1145/50063.214386).
// It is infinite where a product is not finite.
func columnNorm(n int, times, across func(x []float64)) float64 {
	const rounds = 5
	x, signs := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = 1 / float64(n)
	}
	times(x)
	largest, before := absoluteSum(x), -1
	for range rounds {
		same := true
		for i, v := range x {
			sign := math.Copysign(1, v)
			same = same && sign == signs[i]
			signs[i], x[i] = sign, sign
		}
		if same {
			break
		}
		across(x)
		steepest := 0
		for i, v := range x {
			if math.Abs(v) > math.Abs(x[steepest]) {
				steepest = i
			}
		}
		if steepest == before {
			break
		}
		before = steepest
		clear(x)
		x[steepest] = 1
		times(x)
		sum := absoluteSum(x)
		if !(sum > largest) {
			largest = max(largest, sum)
			break
		}
		largest = sum
	}
	for i := range x { // where signs alternate, the rounds above may be led astray
		x[i] = math.Copysign(1+float64(i)/float64(max(1, n-1)), float64(1-2*(i%2)))
	}
	times(x)
	return max(largest, 2*absoluteSum(x)/float64(3*n))
}

// absoluteSum adds up absolute values; where they are not finite it is infinite.
func absoluteSum(x []float64) (sum float64) {
	for _, v := range x {
		sum += math.Abs(v)
	}
	if math.IsNaN(sum) {
		return math.Inf(1)
	}
	return sum
}
