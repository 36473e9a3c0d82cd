package blas

import (
	"math"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/linalg"
)

// Float is the type of a matrix's numbers.
type Float interface{ float32 | float64 }

// kernels are the routines of a back end for numbers of one type. Matrices lie
// by rows, and slices are long enough: whoever calls has made sure. A routine
// of the library runs in the goroutine that calls it.
type kernels[T Float] struct {
	gemm func(ta, tb blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int)
	syrk func(ul blas.Uplo, t blas.Transpose, n, k int, alpha T, a []T, lda int, beta T, c []T, ldc int)
	trsm func(s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha T, a []T, lda int, b []T, ldb int)
	trmm func(s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha T, a []T, lda int, b []T, ldb int)
	gemv func(t blas.Transpose, m, n int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int)
	symv func(ul blas.Uplo, n int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int)

	// syevd is LAPACK's, with eigenvectors in rows; nil for our own
	syevd       func(job byte, ul blas.Uplo, n int, a []T, lda int, w []T) (info int)
	tridiagonal *tridiagonal[T] // LAPACK's way to some eigenpairs; nil for our own

	// gemmIn and syrkIn share a product among the goroutines of a loop; nil where
	// a product has to be cut into calls of gemm and syrk.
	gemmIn func(loop linalg.Loop, ta, tb blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) error
	syrkIn func(loop linalg.Loop, ul blas.Uplo, t blas.Transpose, n, k int, alpha T, a []T, lda int, beta T, c []T, ldc int) error

	tile  int // rows and columns of a tile of a result
	depth int // products that one call for a tile adds up, so that it is short
}

// routines are the kernels of a back end for both types.
type routines struct {
	single kernels[float32]
	double kernels[float64]
}

// kernelsFor picks the kernels for numbers of type T.
func kernelsFor[T Float](r *routines) *kernels[T] {
	if k, ok := any(&r.single).(*kernels[T]); ok {
		return k
	}
	return any(&r.double).(*kernels[T])
}

// ownRoutines are the engine's own routines.
var ownRoutines = routines{ownKernels[float32](), ownKernels[float64]()}

func ownKernels[T Float]() kernels[T] {
	return kernels[T]{
		gemm: linalg.Gemm[T], syrk: linalg.Syrk[T], trsm: linalg.Trsm[T], trmm: linalg.Trmm[T], gemv: linalg.Gemv[T], symv: linalg.Symv[T],
		gemmIn: linalg.GemmIn[T], syrkIn: linalg.SyrkIn[T],
		tile: 128, depth: 4 * linalg.Depth, // a multiple, at which sums may be cut
	}
}

const (
	small = 512     // multiplications below which a call of a library costs more than it saves
	large = 1 << 21 // multiplications from which tiles are worth their goroutines
)

// kernelsForCall returns the kernels for a call of so many multiplications and
// such sizes: a library's, if one was wished for, the call is worth it and the
// sizes fit its integers; else our own.
func kernelsForCall[T Float](work float64, sizes ...int) *kernels[T] {
	if work < small || !fitInt32(sizes...) {
		return kernelsFor[T](&ownRoutines)
	}
	b := chosen()
	b.markUsed()
	return kernelsFor[T](b.routines)
}

// fitInt32 reports whether sizes fit 32-bit integers.
func fitInt32(sizes ...int) bool {
	for _, s := range sizes {
		if s < 0 || s > math.MaxInt32 {
			return false
		}
	}
	return true
}

// multiplications is the number of multiplications in a product of such sizes.
// The product of three sizes may be more than an integer holds.
func multiplications(m, n, k int) float64 { return float64(m) * float64(n) * float64(k) }
